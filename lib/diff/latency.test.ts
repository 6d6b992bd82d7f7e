import { describe, expect, it } from 'vitest';
import { compareChecks } from './checks.ts';
import { aCheck } from './diff.fixture.ts';

const took = (name: string, medianMilliseconds?: number) => {
  const check = aCheck(name);
  return {
    ...check,
    requests: { ...check.requests, ...(medianMilliseconds !== undefined && { medianMilliseconds }) },
  };
};

describe('the median response time', () => {
  it('is no difference by itself', () => {
    const { outcome, latency } = compareChecks(took('a', 2), took('b', 200));
    expect({ outcome, latency }).toEqual({ outcome: 'same', latency: { before: 2, after: 200, percent: 9_900 } });
  });

  it.each([
    [50, took('b', 4), 'worse', 'exceeded'],
    [100, took('b', 4), 'same', 'within'],
    [50, took('b', 1), 'same', 'within'],
    [50, took('b'), 'undecided', 'undecided'],
  ] as const)('fails beyond a limit of %s %% only', (most, after, outcome, limit) => {
    expect(compareChecks(took('a', 2), after, { mostPercent: most })).toMatchObject({ outcome, latency: { limit } });
  });
});
