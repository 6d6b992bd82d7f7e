import { describe, expect, it } from 'vitest';
import { fixed, play, type Course } from './limiter-simulation.fixture.ts';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';
import { judgeKinds } from './judge-kinds.ts';
import type { History } from './metered-history.ts';
import type { Xray } from './xray.ts';

/** What a table shows of a sentence. */
const WHOLE = 100;

function kindOf(course: Course): string[] {
  return play(course)
    .findings.filter(({ rule, topic }) => rule === 'RATE-12' && topic === 'kind')
    .map(({ says }) => says);
}

const KINDS = play({ limiter: fixed(60) }).xrays.flatMap(({ kinds }) => kinds.map(({ kind }) => kind));

const HISTORY: History = {
  requests: Array.from({ length: 20 }, (_none, index) => ({
    number: index + 1,
    from: index,
    to: index,
    status: 200,
    refused: false,
    operation: 'listPets',
    pageSize: undefined,
    isDocumented: true,
    period: 'minute',
    limit: 60,
    remaining: 59 - index,
    reset: undefined,
    sender: undefined,
    retryAfter: undefined,
    longestRetryAfter: undefined,
    clockOffset: undefined,
  })),
  batches: [],
  countedStatuses: new Set(),
  uncountedStatuses: new Set(),
  refundedStatuses: new Set(),
  clockOffset: undefined,
};

function saysOf(consistent: number): string | undefined {
  const contradiction = { rule: 'RATE-5', by: 'admitted', shownBy: [1], says: 'too many' } as const;
  const kinds: Xray['kinds'] = KINDS.map((kind, index) => ({
    kind,
    contradictions: index < consistent ? [] : [contradiction],
  }));
  const quota = { perWindow: 60, windowMs: 60_000 };
  const xray: Xray = { period: 'minute', quota, kinds, largestStep: 15, violations: [] };
  return judgeKinds(HISTORY, xray)[0]?.says;
}

describe('RATE-12', () => {
  it('names the kinds that a limiter looks like', () => {
    const [says, ...others] = kindOf({ limiter: fixed(60), pace: 150 });
    expect(others).toEqual([]);
    expect(says).toMatch(/^the limiter is consistent with fixed window/);
    expect(says).not.toContain('token bucket');
  });

  it('says nothing of a kind after few requests', () => {
    expect(kindOf({ limiter: fixed(60), most: 12 })).toEqual([]);
  });

  it('records what unknown ids and bad bodies get while the limit refuses', () => {
    const refusal: LoggedRequest = { at: 2_000, status: 429, remaining: 0, resetIn: 58, retryAfter: 58 };
    const observed = (at: number, status: number) =>
      aLimiterLog([refusal, { at, status, remaining: 0, resetIn: 1, target: '/pets/9' }]).filter(
        ({ rule, topic }) => rule === 'RATE-12' && topic === 'over the limit',
      );
    expect(observed(3_000, 404)).toMatchObject([
      { rule: 'RATE-12', verdict: 'observed', says: 'over the limit some requests get 404 and not 429', shownBy: [2] },
    ]);
    const served: LoggedRequest = { at: 61_000, remaining: 59, resetIn: 59 };
    const late = [{ ...refusal, retryAfter: 58_000 }, served, { ...served, at: 61_050, status: 404, remaining: 58 }];
    expect(aLimiterLog(late).map(({ topic }) => topic)).not.toContain('over the limit');
    expect([...observed(3_000, 200), ...observed(62_000, 404), ...observed(3_000, 429)]).toEqual([]);
  });

  it('does not say which requests use up the window where Remaining does not tell', () => {
    const requests = Array.from({ length: 40 }, (_, index): LoggedRequest => {
      const status = index % 4 < 2 ? 404 : 200;
      return { at: index * 20, status, remaining: 60, resetIn: 60, ...(status === 404 && { target: '/pets/9' }) };
    });
    const said = (told: (index: number) => number) =>
      aLimiterLog(requests.map((request, index) => ({ ...request, remaining: told(index) })))
        .filter(({ topic }) => topic === 'use of the window')
        .map(({ says }) => says);
    expect(said(() => 60)).toEqual([]);
    expect(said((index) => 59 - index)).toEqual(['requests that get 404 use up the window']);
  });

  it('is short enough for a row, however many kinds it names', () => {
    expect(saysOf(KINDS.length)).toBe('the limiter is consistent with every known kind');
    expect(saysOf(0)).toBe('the limiter is consistent with no known kind');
    expect(saysOf(2)).toBe('the limiter is consistent with fixed window, sliding log');
    const lengths = KINDS.map((_kind, index) => saysOf(index)?.length ?? WHOLE);
    expect(Math.max(...lengths)).toBeLessThan(WHOLE);
  });
});
