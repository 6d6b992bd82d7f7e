import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const FIGURE = 60;
const WINDOW_S = 60;

/** A window that is used up by one request every `apart` milliseconds, and then a refusal that blocks the key for `seconds`. */
function blocked(apart: number, seconds: number): LoggedRequest[] {
  const at = FIGURE * apart;
  return [
    ...Array.from({ length: FIGURE }, (_, index): LoggedRequest => {
      const sent = index * apart;
      return { at: sent, remaining: FIGURE - 1 - index, resetIn: WINDOW_S - sent / 1_000 };
    }),
    { at, status: 429, remaining: 0, resetIn: seconds, retryAfter: seconds },
  ];
}

const failed = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests)
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule }) => rule);
const kinds = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).find(({ rule, topic }) => rule === 'RATE-12' && topic === 'kind')?.actual;

describe('a fixed window whose refusals block the key for longer', () => {
  const opened: LoggedRequest = { at: 68_500, remaining: FIGURE - 1, resetIn: WINDOW_S };

  it('conforms, and has its whole quota when the block is over', () => {
    expect(failed([...blocked(800, 20), opened])).toEqual([]);
    expect(kinds([...blocked(800, 20), opened])).toBe('fixed window');
  });

  it('may begin the window anew with each refusal, which is said and not blamed', () => {
    const refusals = [1, 3, 6].map((second) => ({
      at: 48_000 + second * 1_000,
      status: 429,
      remaining: 0,
      resetIn: WINDOW_S,
      retryAfter: WINDOW_S,
    }));
    const anew = [...blocked(800, WINDOW_S), ...refusals, { ...opened, at: 116_000 }];
    expect(failed(anew)).toEqual([]);
    const said = aLimiterLog(anew).filter(({ topic }) => topic === 'refusals');
    expect(said).toMatchObject([{ rule: 'RATE-12', verdict: 'observed', shownBy: [FIGURE, FIGURE + 1] }]);
  });

  it('is no sliding log for that alone', () => {
    expect(kinds([...blocked(200, 60), { ...opened, at: 72_500 }])).toContain('fixed window');
  });

  it('violates RATE-13 where a Reset moves without a refusal', () => {
    const served = blocked(800, 20).map((request, index) =>
      index === FIGURE - 1 ? { ...request, resetIn: (request.resetIn ?? 0) + 20 } : request,
    );
    expect(failed([...served, opened])).not.toEqual([]);
  });
});
