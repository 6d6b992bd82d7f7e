import { PET_STATUSES } from '../contract/pets.ts';
import type { Hooks } from './hooks.ts';

/** A store of that many pets whose statuses take turns: with 60 of them there are 20 of each. */
export function statusesInTurns(pets: number): Required<Pick<Hooks, 'seed' | 'options'>> {
  return {
    options: { pets },
    seed: (core, count, seed) =>
      core(count, seed).map((pet, index) => ({ ...pet, status: PET_STATUSES[index % PET_STATUSES.length] ?? 'sold' })),
  };
}
