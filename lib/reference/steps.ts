import { authenticate } from './authentication.ts';
import { deliver } from './delivery.ts';
import { wrapSteps, type Hooks, type Steps } from './hooks.ts';
import { isRemoved } from './lifecycle.ts';
import { METERS, type LimiterKind } from './limiter-kinds.ts';
import { listPets, readListQuery } from './list-query.ts';
import { readNewPet } from './new-pet.ts';
import { createOperations } from './operations.ts';
import { showPet } from './pet.ts';
import { readPetId } from './pet-id.ts';
import { createRateLimit } from './rate-limit.ts';
import { seedPets } from './seed-pets.ts';
import { createServe } from './serve.ts';

/**
 * The conforming steps, with hooks around them. Steps that use other steps look them up when they run, so that they meet
 * the wrapped ones.
 */
export function createSteps(hooks: readonly Hooks[], limiter: LimiterKind): Steps {
  const wrapped = (): Steps => steps;
  const { takeTurn, rateHeaders } = createRateLimit(wrapped);
  const steps: Steps = wrapSteps(
    {
      seed: seedPets,
      minuteMeter: METERS[limiter].minute,
      dayMeter: METERS[limiter].day,
      serve: createServe(wrapped),
      authenticate,
      takeTurn,
      rateHeaders,
      operate: createOperations(wrapped),
      readListQuery,
      list: listPets,
      readPetId,
      find: (id, store) => store.get(id),
      isRemoved,
      readNewPet,
      create: (newPet, store) => store.create(newPet),
      show: showPet,
      deliver,
    },
    hooks,
  );
  return steps;
}
