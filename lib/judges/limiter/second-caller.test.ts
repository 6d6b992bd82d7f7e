import { describe, expect, it } from 'vitest';
import { aLimiterLog, failed, type LoggedRequest } from './limiter-log.fixture.ts';

const first = (count: number, left = 58) =>
  Array.from({ length: count }, (_, index) => ({
    at: 500 + index * 300,
    remaining: left - index,
    resetIn: 59.5 - index * 0.3,
  }));

const second = (at: number, parts: Partial<LoggedRequest>): LoggedRequest => ({
  at,
  credential: 'second',
  resetIn: 60 - at / 1_000,
  ...parts,
});

describe('RATE-10', () => {
  const opening: LoggedRequest = { at: 0, remaining: 59, resetIn: 60 };
  const withSecond = { secondKey: true };

  it.each([
    ['its Remaining falls by as much', second(200, { remaining: 55 }), second(12_000, { remaining: 23 })],
    ['it is refused', second(200, { remaining: 20 }), second(12_000, { status: 429, remaining: 0, retryAfter: 48 })],
  ])('is open where others use the second key, and %s', (_what, before, after) => {
    expect(failed([opening, before, ...first(30), after], undefined, withSecond)).toEqual([]);
  });

  it('is open where the second key is never accepted, and says so', () => {
    const log = [opening, second(200, { status: 401 }), ...first(30), second(12_000, { status: 401 })];
    expect(aLimiterLog(log, undefined, withSecond).filter(({ rule }) => rule === 'RATE-10')).toMatchObject([
      {
        verdict: 'inconclusive',
        says: 'the second key was never accepted (401): whether two callers share a window is not known',
      },
    ]);
  });

  it('is open where a response to the second key announces no Remaining, and says so', () => {
    const log = [opening, second(200, {}), ...first(30), second(12_000, { remaining: 58 })];
    expect(aLimiterLog(log, undefined, withSecond).filter(({ rule }) => rule === 'RATE-10')).toMatchObject([
      {
        verdict: 'inconclusive',
        says: 'a response to the second caller announced no Remaining: whether two callers share a window is not known',
      },
    ]);
  });

  it('is violated where both are told of one counter', () => {
    const shared = [opening, second(200, { remaining: 58 }), ...first(30, 57), second(12_000, { remaining: 27 })];
    expect(failed(shared, undefined, withSecond)).toEqual([expect.stringMatching(/^RATE-10 fail/)]);
  });

  it('is violated where the second caller itself used some of the one counter before', () => {
    const own = Array.from({ length: 20 }, (_, index) => second(10 + index * 20, { remaining: 58 - index }));
    const refused = second(12_000, { status: 429, remaining: 0, retryAfter: 48 });
    const usedUpTogether = [opening, ...own, ...first(39, 38), refused];
    expect(failed(usedUpTogether, undefined, withSecond)).toEqual([expect.stringMatching(/^RATE-10 fail/)]);
  });

  it('is violated where requests of both are in flight together, and are counted in any order', () => {
    const slow = [0, 1, 2, 3].map((nth) => ({ at: 400 + nth, takes: 400, remaining: 57 - nth, resetIn: 59 }));
    const own = { ...second(402, { remaining: 58 }), takes: 500 };
    const log = [
      { ...opening, takes: 10 },
      own,
      ...slow,
      ...first(30, 53).map((one) => ({ ...one, at: one.at + 500 })),
    ];
    const after = second(12_000, { remaining: 23 });
    expect(failed([...log, after], undefined, withSecond)).toEqual([expect.stringMatching(/^RATE-10 fail/)]);
  });
});
