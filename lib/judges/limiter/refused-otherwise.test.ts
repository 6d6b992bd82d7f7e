import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** Requests that are served, one each 300 milliseconds; what they announce is wrong, or nothing. */
const served = (count: number, said: Partial<LoggedRequest> = {}): LoggedRequest[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * 300, resetIn: 60 - index * 0.3, remaining: 59, ...said }));

const turnedAway = (from: number, count: number, parts: Partial<LoggedRequest> = {}): LoggedRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    at: from + index * 100,
    status: 403,
    remaining: 59,
    resetIn: 60 - (from + index * 100) / 1_000,
    ...parts,
  }));

/** The same, with a Remaining that falls from a number on. */
const falling = (requests: readonly LoggedRequest[], from: number): LoggedRequest[] =>
  requests.map((one, index) => ({ ...one, remaining: from - index }));

/** The same, without a word of the limit. */
const silent = (requests: readonly LoggedRequest[]): LoggedRequest[] =>
  requests.map(({ remaining: _remaining, resetIn: _resetIn, ...others }) => others);

const afterwards: LoggedRequest = { at: 62_000, remaining: 59, resetIn: 60 };

const verdicts = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap(({ rule, verdict }) => (rule === 'RATE-5' && verdict !== 'observed' ? [verdict] : []));

describe('requests in a row that get 403', () => {
  it('as soon as the limit was admitted violate RATE-5, whatever Remaining said', () => {
    expect(verdicts([...served(60), ...turnedAway(18_500, 3), afterwards])).toEqual(['fail']);
  });

  it('do so where no response says anything of the limit', () => {
    const log = [...served(60), ...turnedAway(18_500, 2), afterwards];
    expect(verdicts(silent(log))).toEqual(['fail']);
  });

  it.each([402, 403, 420, 451])('do so with %i', (status) => {
    expect(verdicts([...served(60), ...turnedAway(18_500, 3, { status }), afterwards])).toEqual(['fail']);
  });

  it('are a doubt where fewer than the limit were admitted, and they end as the window does', () => {
    expect(verdicts([...served(50), ...turnedAway(15_500, 3), afterwards])).toEqual(['inconclusive']);
  });

  it('are none where Remaining fell with each request and was enough for all of them, as the window ends', () => {
    const log = [...falling(served(50), 59), ...falling(turnedAway(15_500, 3, { status: 422 }), 9), afterwards];
    expect(verdicts(log)).not.toContain('inconclusive');
    expect(verdicts(log)).not.toContain('fail');
  });

  it('are none where they end before: a filter may have blocked the address for a while', () => {
    expect(verdicts([...served(50), ...turnedAway(15_500, 3), { ...afterwards, at: 30_000, resetIn: 30 }])).toEqual([]);
  });

  it('may be a ban where a 429 came before', () => {
    const refused: LoggedRequest = { at: 18_100, status: 429, remaining: 0, resetIn: 41.9, retryAfter: 42 };
    expect(verdicts([...served(60), refused, ...turnedAway(18_500, 3), afterwards])).not.toContain('fail');
  });

  it('may have any reason where what they ask for was not served before, or is not served later', () => {
    const creations = turnedAway(18_500, 3, { method: 'POST', target: '/pets' });
    expect(verdicts([...served(60), ...creations, afterwards])).toEqual([]);
    expect(verdicts([...served(60), ...turnedAway(18_500, 3)])).toEqual([]);
  });

  it('do not come over the limit where a bucket announced that some remain', () => {
    const refilled = served(60).map((one, at) => ({ ...one, at: at * 600, remaining: 59 - Math.floor(at / 3) }));
    expect(
      verdicts([...refilled, ...turnedAway(36_100, 3, { remaining: 30 }), { ...afterwards, at: 50_000 }]),
    ).not.toContain('fail');
  });

  it('are refused for their size where no page was served that is as large, or as small', () => {
    const pages = (size: number) => turnedAway(15_500, 3, { status: 400, target: `/pets?limit=${size}` });
    const ofOneSize = served(50, { target: '/pets?limit=20' });
    expect(verdicts([...ofOneSize, ...pages(20), afterwards])).toEqual(['inconclusive']);
    expect(verdicts([...ofOneSize, ...pages(100), afterwards])).toEqual([]);
    expect(verdicts([...ofOneSize, ...pages(1), afterwards])).toEqual([]);
    const full = served(60, { target: '/pets?limit=20' });
    const over = turnedAway(18_500, 3, { status: 400, target: '/pets?limit=100' });
    expect(verdicts([...full, ...over, afterwards])).not.toContain('fail');
  });
});
