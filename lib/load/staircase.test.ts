import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kneeOf, MOST_STEPS, nextRate, type Stairs, type Step } from './staircase.ts';

/** Climbs to the end. @param holds - whether a rate keeps the objectives, the nth time it is tried */
function climb(stairs: Stairs, holds: (rate: number, time: number) => boolean): Step[] {
  const steps: Step[] = [];
  for (let rate = nextRate(steps, stairs); rate !== undefined; rate = nextRate(steps, stairs)) {
    const same = rate;
    const time = steps.filter((step) => step.rate === same).length;
    steps.push({ rate, kept: holds(rate, time), confidence: 0.999 });
  }
  return steps;
}

const STAIRS = { from: 10, to: 10_000 };

describe('a staircase of rates', () => {
  it('finds the highest rate that holds, to three per cent, and takes the steps that decide twice', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 9_000, noNaN: true }), (knee) => {
        const steps = climb(STAIRS, (rate) => rate <= knee);
        const found = kneeOf(steps) ?? 0;
        expect(found).toBeLessThanOrEqual(knee);
        expect(found).toBeGreaterThan(knee / 1.031);
        expect(steps.filter(({ rate }) => rate === found)).toHaveLength(2);
        expect(steps.length).toBeLessThanOrEqual(MOST_STEPS);
      }),
    );
  });

  it('never goes beyond the ceiling, and confirms it where it holds', () => {
    const steps = climb({ from: 10, to: 300 }, () => true);
    expect(steps.map(({ rate }) => rate)).toEqual([10, 20, 40, 80, 160, 300, 300]);
    expect(kneeOf(steps)).toBe(300);
  });

  it('is not misled by one bad moment', () => {
    const steps = climb({ from: 10, to: 80 }, (rate, time) => rate !== 40 || time > 0);
    expect(kneeOf(steps)).toBe(80);
  });

  it('tries a rate again whose breaking is not sure', () => {
    const steps: Step[] = [{ rate: 10, kept: false, confidence: 0.6 }];
    expect(nextRate(steps, STAIRS)).toBe(10);
    expect(nextRate([...steps, ...steps], STAIRS)).toBe(10);
    expect(nextRate([...steps, ...steps, ...steps], STAIRS)).toBe(5);
    const kept: Step = { rate: 5, kept: true, confidence: 0.6 };
    expect(nextRate([kept, { rate: 10, kept: false, confidence: 0.96 }], STAIRS)).toBeCloseTo(Math.sqrt(50));
  });

  it('ends where nothing holds', () => {
    const steps = climb(STAIRS, () => false);
    expect(kneeOf(steps)).toBeUndefined();
    expect(steps.length).toBeLessThanOrEqual(MOST_STEPS);
  });
});
