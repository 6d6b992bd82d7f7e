import { onceFor } from '../evidence/once-for.ts';
import type { Moment } from './alternation.ts';
import type { CallerLog, SeenPet } from './caller-log.ts';

/** Where a pet is shown: lists with a filter may be made in another way than those without one. */
export type View = 'createPet' | 'getPet' | 'lists without a filter' | 'lists with a filter';

/** A response that shows a pet. */
export interface Sight extends Moment {
  readonly view: View;
  readonly pet: SeenPet;
}

/** Where one caller saw each pet, in order of time. What another id was asked for may be shown with any id: that is getPet's fault, and left out. */
export const petsSeen = onceFor(({ pages, gets, created }: CallerLog): ReadonlyMap<bigint, readonly Sight[]> => {
  const seen = new Map<bigint, Sight[]>();
  const see = ({ number, from, to }: Moment, view: View, pet: SeenPet) => {
    const sights = seen.get(pet.id) ?? [];
    seen.set(pet.id, sights);
    sights.push({ number, from, to, view, pet });
  };
  for (const page of pages) {
    const view = page.status === undefined ? 'lists without a filter' : 'lists with a filter';
    for (const pet of page.pets.values()) see(page, view, pet);
  }
  for (const one of created) see(one, 'createPet', one.pet);
  for (const got of gets) if (got.pet?.id === got.id) see(got, 'getPet', got.pet);
  for (const sights of seen.values()) sights.sort((a, b) => a.from - b.from);
  return seen;
});

/** Where one pet was seen, in order of time; but for one view, if that is named. */
export function sightsOf(id: bigint, log: CallerLog, but?: View): readonly Sight[] {
  const sights = petsSeen(log).get(id) ?? [];
  return but === undefined ? sights : sights.filter(({ view }) => view !== but);
}

/** Where any pet that fits was shown, by the pets. */
export function shownPets(log: CallerLog, fits: (pet: SeenPet) => boolean): Sight[] {
  return [...petsSeen(log).values()].flatMap((sights) =>
    sights.filter(({ view, pet }) => view !== 'createPet' && fits(pet)),
  );
}
