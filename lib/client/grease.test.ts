import { describe, expect, it } from 'vitest';
import { drawFreedoms, type Freedom } from './freedoms.ts';
import { grease, hasBroken, tellGrease } from './grease.ts';
import { aRequest } from './log.fixture.ts';

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
    expect([found.verdict, found.reliesOn, tried]).toEqual(['unknown', [], [[], []]]);
    expect(found.runs).toBe(2);
  });

  describe('that fails at any 429', () => {
    const drawn = drawFreedoms(SEED);
    const others = drawn.filter(({ isOfRefusals = false }) => !isOfRefusals);

    it('is not refused, and is not said to stand what only a 429 shows', async () => {
      expect(others.length).toBeLessThan(drawn.length);
      const found = await grease(SEED, (_some, isRefused) => Promise.resolve(isRefused));
      expect(found).toMatchObject({ verdict: 'stands', isRefused: false, freedoms: others, runs: 3 });
      expect(tellGrease(found)).toBe(
        `it fails or gives up at any 429, so none was sent: it stands the other ${others.length} freedoms of seed ${SEED}`,
      );
    });

    it.each(others)('is said to rely on $name alone', async (one) => {
      const found = await grease(SEED, (some, isRefused) => Promise.resolve(isRefused || some.includes(one)));
      expect(found).toMatchObject({ verdict: 'breaks', isRefused: false, reliesOn: [one] });
      expect(tellGrease(found)).toContain(one.clause);
    });
  });
});

describe('a run', () => {
  const asked = aRequest(1, 0, { status: 429, refusal: { retryAfter: 1, inARow: 1 } });
  const further = aRequest(2, 2_000);

  it.each([
    ['that ends well', 0, [further], false],
    ['that says so', 1, [further], true],
    ['that a signal ended', null, [further], true],
    ['that goes on after the refusal', 0, [asked, further], false],
    ['that gives up at the refusal', 0, [asked], true],
    ['that is refused to the end', 0, [asked, { ...asked, number: 2 }], true],
  ] as const)('%s', (_what, status, sent, isBroken) => {
    expect(hasBroken({ status }, sent)).toBe(isBroken);
  });
});
