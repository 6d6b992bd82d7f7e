import { describe, expect, it } from 'vitest';
import { drawFreedoms, type Freedom } from './freedoms.ts';
import { grease, tellGrease } from './grease.ts';

const SEED = 4;

describe('a client that is run with a drawn mixture of freedoms', () => {
  it.each(drawFreedoms(SEED).map((one) => [one.name, one] as const))(
    'is said to rely on %s alone',
    async (name, one) => {
      const found = await grease(SEED, (some) => Promise.resolve(some.includes(one)));
      expect(found).toMatchObject({ verdict: 'breaks', reliesOn: [{ name }], isMinimal: true });
      expect(tellGrease(found)).toContain(one.clause);
      expect(found.runs).toBeLessThan(16);
    },
  );

  it('stands it where nothing breaks, which takes two runs', async () => {
    expect(await grease(SEED, () => Promise.resolve(false))).toMatchObject({
      verdict: 'stands',
      runs: 2,
      reliesOn: [],
    });
  });

  it('is said to rely on nothing where it fails anyway', async () => {
    const tried: (readonly Freedom[])[] = [];
    const found = await grease(SEED, (some) => {
      tried.push(some);
      return Promise.resolve(true);
    });
    expect([found.verdict, found.reliesOn, tried]).toEqual(['unknown', [], [[]]]);
  });
});
