import { describe, expect, it } from 'vitest';
import { SETTLING_MS, type Moment } from './alternation.ts';
import { explain } from './explanations.ts';
import { isNoHabit, type Act } from './new-pets.ts';
import { leastTimes, PRICES, type Prices } from './prices.ts';

/** What happened to a created pet: seen with the next request, or after a second. */
const act = (how: 'quick' | 'slow', nth: number): Act => {
  const from = nth * 10_000;
  const look = from + (how === 'quick' ? 20 : 1_000);
  return {
    creation: { number: nth * 10, from, to: from + 5 },
    look: { number: nth * 10 + 1, from: look, to: look + 5 },
  };
};
const acts = (...how: ('quick' | 'slow')[]) => how.map((one, index) => act(one, index + 1));

const slow = (count: number) => Array.from({ length: count }, () => 'slow' as const);

/** Sights and looks by turns, far enough apart that no lag explains them. */
function turns(count: number): { sights: Moment[]; looks: Moment[] } {
  const glances = Array.from({ length: count + 1 }, (_none, index) => {
    const from = index * SETTLING_MS * 2;
    return { number: index + 1, from, to: from + 5 };
  });
  const [sights, looks] = [0, 1].map((side) => glances.filter((_glance, index) => index % 2 === side));
  return { sights: sights ?? [], looks: looks ?? [] };
}

const isByService = (count: number, isAtRest: boolean, prices: Prices) =>
  explain(turns(count), () => isAtRest, prices)?.by === 'service';

/** For each price what is a violation, and is none at half of it. */
const TOLD: { readonly [P in keyof Prices]: (prices: Prices) => boolean } = {
  habit: (prices) => isNoHabit({ acts: acts('quick', 'quick', 'slow') }, prices),
  quick: (prices) => isNoHabit({ acts: acts('quick', 'quick', 'slow') }, prices),
  others: (prices) => isNoHabit({ acts: acts('quick', 'quick', 'slow') }, prices),
  oldKept: (prices) => isNoHabit({ acts: acts('quick', 'quick'), kept: { old: true, new: 0 } }, prices),
  newKept: (prices) => isNoHabit({ acts: acts('quick'), kept: { old: true, new: 3 } }, prices),
  sameEdit: (prices) => isNoHabit({ acts: acts('quick', 'quick', 'quick'), settled: 2 }, prices),
  turn: (prices) => isByService(4, true, prices),
  turnAmongEdits: (prices) => isByService(12, false, prices),
};

describe('a price', () => {
  it.each(Object.entries(TOLD))('of %s decides a case', (name, isTold) => {
    expect(isTold(PRICES)).toBe(true);
    const half = Object.entries(PRICES).flatMap(([one, price]) => (one === name ? [[one, price / 2]] : []));
    expect(isTold({ ...PRICES, ...Object.fromEntries(half) })).toBe(false);
  });

  it('is paid for each coincidence until one in ten thousand is left', () => {
    expect(leastTimes(Math.log(10))).toBe(4);
    expect(leastTimes(Math.log(2))).toBe(14);
    expect(leastTimes(PRICES.turnAmongEdits)).toBe(12);
  });
});

describe('what another client explains', () => {
  const open: Record<string, Parameters<typeof isNoHabit>[0]> = {
    'nothing happened': { acts: [] },
    'two pets were altered at once': { acts: acts('quick', 'quick') },
    'one was altered at once, and many before anybody looked': { acts: acts('quick', ...slow(9)) },
    'many were altered before anybody looked': { acts: acts(...slow(20)) },
    'three were altered at once, and one was looked at again': { acts: acts('quick', 'quick', 'quick'), settled: 1 },
    'one is lost at once, and two others are found': { acts: acts('quick'), kept: { old: true, new: 2 } },
    'one is lost at once where nothing else stays': { acts: acts('quick'), kept: { old: false, new: 9 } },
  };
  it.each(Object.entries(open))('is that %s', (_what, habit) => {
    expect(isNoHabit(habit)).toBe(false);
  });
});
