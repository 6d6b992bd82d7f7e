import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../contract/pets.ts';
import type { KnownPet } from '../expectation/expectation.ts';
import { rankPets } from './choose-pets.ts';

/** Pets of ids from 1, with the statuses by turns, but the last two: those are beyond 32 and beyond 53 bits. */
function pets(count: number): KnownPet[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at === count - 2 ? 2n ** 40n : at === count - 1 ? 2n ** 60n : BigInt(at + 1),
    status: PET_STATUSES[at % 3],
    seenIn: 1,
  }));
}

describe('the pets that getPet is asked for', () => {
  it('are of every status, and at both ends, within the first four', () => {
    for (const count of [5, 30, 250]) {
      const known = pets(count);
      const first = rankPets(known, []).slice(0, 4);
      expect(new Set(first.map(({ status }) => status))).toEqual(new Set(PET_STATUSES));
      expect(first).toEqual(expect.arrayContaining([known[0], known.at(-1)]));
    }
  });

  it('have ids of every size, and are old and own ones, within the first six', () => {
    const known = pets(40);
    const first = rankPets(known, [7n]).slice(0, 6);
    expect(first.map(({ id }) => id)).toEqual(expect.arrayContaining([2n ** 40n, 2n ** 60n, 7n]));
  });

  it('are all of them, in the end', () => {
    expect(new Set(rankPets(pets(200), []).map(({ id }) => id)).size).toBe(200);
    expect(rankPets([], [])).toEqual([]);
  });
});
