import { NARROW, PET_STATUSES } from '../contract/pets.ts';
import type { KnownPet } from '../expectation/expectation.ts';
import { orderByCoverage } from './covering.ts';

/** How many are put in an order that covers most; a run that asks for more of them has the time for any order. */
const MOST_IN_ORDER = 60;

/**
 * The known pets in the order in which getPet tells most: one of each status, the first and the last seen and one between them, the
 * smallest and the largest id, ids of every size, pets of this run's own and older ones; then the pairs of these.
 *
 * @param pets - in the order in which they were first seen
 * @param created - the ids of those that this run created
 */
export function rankPets(pets: readonly KnownPet[], created: readonly bigint[]): readonly KnownPet[] {
  const own = new Set(created);
  const ids = pets.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));
  const places = new Map(pets.map(({ id }, at) => [id, at]));
  const featuresOf = ({ id, status }: KnownPet): readonly string[] => [
    ...(PET_STATUSES.some((known) => known === status) ? [`status ${status}`] : []),
    `seen ${placeOf(places.get(id) ?? 0, pets.length)}`,
    ...(id === ids.at(0) ? ['smallest id'] : []),
    ...(id === ids.at(-1) ? ['largest id'] : []),
    `id of ${sizeOf(id)}`,
    own.has(id) ? 'own' : 'older',
  ];
  return orderByCoverage(pets, featuresOf, MOST_IN_ORDER);
}

function placeOf(at: number, count: number): string {
  if (at === 0) return 'first';
  return at === count - 1 ? 'last' : 'between';
}

function sizeOf(id: bigint): string {
  const size = id < 0n ? -id : id;
  if (size > NARROW.ofDouble) return 'more than 53 bits';
  return size > NARROW.of32Bits ? 'more than 31 bits' : 'few bits';
}
