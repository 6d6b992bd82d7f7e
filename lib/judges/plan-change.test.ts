import { describe, expect, it } from 'vitest';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, FIRST_INSTANT } from './judges.fixture.ts';

/** The verdicts of RATE-3 where the key of the Free plan is told these limits, one response after the other. */
function judge(limits: readonly number[], takes = 0.005) {
  const bench = new Bench(aKnowledge({ plan: { name: 'free', perMinute: 60, perDay: 1_000 } }));
  const single = limits.flatMap((limit, index) => {
    const headers = [['X-RateLimit-Limit', `${limit}`]] as const;
    return bench.see(anExchange({ id: index + 1, headers, at: FIRST_INSTANT + index * 100, takes: takes * 1_000 }));
  });
  const all = [...single, ...bench.conclude()].filter(({ rule }) => rule === 'RATE-3');
  expect(all.filter(({ shownBy }) => shownBy.length === 0)).toEqual([]);
  return new Set(all.map(({ verdict }) => verdict));
}

describe('the limit of another plan', () => {
  it('is a doubt where the key had the declared one before, and never has it again', () => {
    expect(judge([60, 60, 60, 300, 300, 300])).toEqual(new Set(['pass', 'inconclusive']));
    expect(judge([60, 1_000, 60, 300, 10_000, 300])).toEqual(new Set(['pass', 'inconclusive']));
  });

  it('is a doubt where requests were under way when the plan changed', () => {
    expect(judge([60, 60, 60, 300, 60, 300, 300], 0.15)).toEqual(new Set(['pass', 'inconclusive']));
  });

  it.each([
    ['throughout', [300, 300, 300, 300]],
    ['from the beginning, nearly', [60, 300, 300, 300]],
    ['once in a while', [60, 60, 60, 300, 60, 60]],
    ['of two other plans', [60, 60, 60, 300, 100_000, 300]],
    ['of no plan', [60, 60, 60, 61, 61, 61]],
  ])('%s is a violation', (_when, limits) => {
    expect(judge(limits)).toContain('fail');
  });
});
