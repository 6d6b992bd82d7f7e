import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import { mayBeRoute, readPetId } from '../expectation/pet-id.ts';
import { readListQuery } from '../expectation/request.ts';
import { badIds, badLimits, badStatuses, exactly, filteredPages, limits, unknownIds, type Draw } from './draws.ts';

/** Every value of a draw, those that are always tried and many drawn ones. */
function valuesOf<T>({ always, others = [], any }: Draw<T>): readonly T[] {
  return [...always, ...others, ...fc.sample(any, { numRuns: 200, seed: 1 })];
}

/** As many as it takes until each kind of value has had its turn. */
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

const always = (known: bigint | undefined, seed: number) => badIds(known, seed).always;

const cut = (id: bigint) => BigInt.asIntN(32, id);

describe('draws', () => {
  it('of limits are documented, and hold the smallest and what is next to the largest, which is asked for first', () => {
    expect(limits.always).toEqual(expect.arrayContaining([1, 99]));
    expect(valuesOf(limits).every((limit) => Number.isInteger(limit) && limit >= 1 && limit <= 100)).toBe(true);
  });

  it('of filtered pages are documented', () => {
    for (const query of valuesOf(filteredPages(() => 40))) {
      const { oddities, page } = readListQuery(`/pets?${query}`);
      expect(oddities, query).toEqual([]);
      expect(page.status, query).toBeDefined();
      expect(page.limit, query).toBeDefined();
    }
  });

  it.each([
    [{ sold: 17, pending: 30, available: 83 }, 'limit=1&status=sold'],
    [{ sold: 1, pending: 2, available: 9 }, 'limit=1&status=pending'],
    [{ sold: 0, pending: 1, available: 9 }, 'limit=1&status=available'],
    [{ sold: 0, pending: 0, available: 0 }, 'limit=1&status=sold'],
  ])('of filtered pages begin with one that leaves a pet out, where there are %j', (known, first) => {
    expect(filteredPages((status) => known[status]).always[0]).toBe(first);
  });

  it('of bad limits and statuses are none that the specification documents', () => {
    for (const query of [...SEEDS.flatMap((seed) => valuesOf(badLimits(seed))), ...valuesOf(badStatuses)]) {
      expect(readListQuery(`/pets?${query}`).oddities, query).not.toEqual([]);
    }
  });

  it('of unknown ids are int64 and none that was seen', () => {
    const known = [1n, 2n, 7n, 2n ** 53n + 1n, INT64.maximum];
    const ids = valuesOf(unknownIds(known));
    expect(ids.every((id) => id >= INT64.minimum && id <= INT64.maximum && !known.includes(id))).toBe(true);
    expect(ids).toContain(INT64.minimum);
  });

  it('of unknown ids is one, among those that every run sends, whose lower 32 bits are those of a known one', () => {
    const ofAll = [[7n, 130n], [2n ** 40n, 2n ** 41n], [3n, 2n ** 60n], [2n ** 60n, 2n ** 61n], [-9n]];
    for (const known of ofAll)
      for (const seed of SEEDS) {
        const { always: sent } = unknownIds(known, seed);
        // As it stands, without a sign, and as a double.
        for (const id of [sent, sent.filter((one) => one > 0n), sent.filter((one) => BigInt(Number(one)) === one)])
          expect([known, id.map(cut)]).toEqual([known, expect.arrayContaining([cut(known[0] ?? 0n)])]);
      }
  });

  it('of unknown ids begin with an end of int64 and the next one', () => {
    for (const known of [[], [-5n, 3n], [7n, 130n], [1n], [2n ** 60n], [5n, INT64.maximum]])
      for (const seed of SEEDS) {
        const { always: sent } = unknownIds(known, seed);
        expect(sent.length).toBeGreaterThanOrEqual(3);
        const largest = known.at(-1) ?? 1n;
        if (largest === INT64.maximum) continue;
        expect([INT64.maximum, INT64.minimum, INT64.minimum + (known.find((id) => id > 0n) ?? 1n)]).toContain(sent[0]);
        expect(sent[1]).toBe(largest + 1n);
      }
  });

  it('of unknown ids are by turns the opposite of a known one, what ids of known ones begin with, and 0', () => {
    const sent = SEEDS.flatMap((seed) => unknownIds([539n, 540n], seed).always);
    for (const id of [-539n, 53n, 0n]) expect(sent).toContain(id);
  });

  it.each([undefined, 7n, -3n, 2n ** 60n])('of bad ids around %s are not int64', (known) => {
    for (const seed of SEEDS)
      for (const text of valuesOf(badIds(known, seed))) {
        const petId = readPetId(text);
        expect(petId.kind, text).toBe('not-int64');
        expect(petId.kind === 'not-int64' && always(known, seed).includes(text) && mayBeRoute(petId), text).toBe(false);
      }
  });

  it('of ids are by turns one that a lenient reader takes for a known one, and text around one', () => {
    const known = [-4n, 4n, 7n, 9n];
    const turns = SEEDS.map((seed) => [unknownIds(known, seed).always, always(7n, seed)] as const);
    expect(new Set(turns.map(([ids, texts]) => ids.length + texts.length))).toEqual(new Set([8]));
    for (const [ids, texts] of turns) expect(ids.length === 4).not.toBe(texts.some((text) => text.includes('%')));
    expect(new Set(turns.map(([ids]) => ids.length))).toEqual(new Set([3, 4]));
  });

  it('are as many for every seed, and others for another one', () => {
    const tried = SEEDS.map((seed) => badLimits(seed).always);
    expect(new Set(tried.map(({ length }) => length))).toEqual(new Set([6]));
    expect(new Set(tried.map((all) => all.join()))).toHaveProperty('size', SEEDS.length);
    expect(badLimits(1)).toMatchObject({ always: badLimits(1).always });
  });

  it('of bad limits hold the one just beyond the largest only where a page could hold more', () => {
    expect(badLimits(1, undefined, 101).always).toContain('limit=101');
    expect(badLimits(1, undefined, 100).always).not.toContain('limit=101');
    expect(badLimits(1, undefined, 100).always).toHaveLength(5);
  });

  it('of limits hold one that is too large under a filter whose pages are full, and one without', () => {
    for (const seed of SEEDS) {
      const { always: sent } = badLimits(seed, 'pending');
      expect(sent).toHaveLength(badLimits(seed).always.length);
      expect(sent.filter((query) => /^limit=\d{3,}&status=pending$/.test(query))).toHaveLength(1);
      expect(sent).toContain('limit=101');
    }
  });

  it('of no values draw nothing', () => {
    expect(exactly().always).toEqual([]);
  });
});
