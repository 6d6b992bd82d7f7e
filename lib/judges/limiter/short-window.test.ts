import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const SETTING = 'PETVET_FIXTURE_WINDOW_SECONDS=';

/** What the findings of a log say of the setting, each once. */
const named = (log: readonly LoggedRequest[], knowledge = {}) => [
  ...new Set(
    aLimiterLog(log, undefined, knowledge).flatMap(({ says }) => says.match(new RegExp(`${SETTING}\\d+`))?.[0] ?? []),
  ),
];

/** 57 requests one by one, then six together of which three are over the limit, in a window that ends `length` seconds after `since`. */
const usedUp = (since: number, length: number): LoggedRequest[] => [
  ...Array.from({ length: 57 }, (_, index) => ({
    at: since + index * 100,
    remaining: 59 - index,
    resetIn: length - index / 10,
  })),
  ...Array.from({ length: 6 }, (_, index) => ({
    at: since + 5_700,
    remaining: Math.max(0, 2 - index),
    resetIn: length - 5.7,
    ...(index > 2 && { status: 429, retryAfter: Math.ceil(length - 5.7) }),
  })),
];

/** Twenty requests within a second, in a window of five that the first of them opens. */
const quick = (since: number) =>
  Array.from({ length: 20 }, (_, index) => ({
    at: since + index * 50,
    remaining: 59 - index,
    resetIn: 5 - index / 20,
  }));

describe('a window that looks shorter than the minute', () => {
  it('is named where its last requests left together, and the next window began with a request long after', () => {
    expect(named([...usedUp(0, 10), ...usedUp(12_000, 10)])).toEqual([`${SETTING}10`]);
    expect(named([...usedUp(0, 10), ...usedUp(17_000, 10), ...usedUp(31_000, 10)])).toEqual([`${SETTING}10`]);
  });

  it('is named by its own length where the first of it was in use before, or its first response slow', () => {
    const inUse = quick(0).map((request) => ({ ...request, remaining: request.remaining - 20 }));
    const begun = inUse.map((request) => ({ ...request, resetIn: request.resetIn - 2 }));
    expect(named([...begun, ...quick(5_000), ...quick(12_000)])).toEqual([`${SETTING}5`]);
    const [first, ...others] = quick(0);
    const slow = [{ ...first, at: 0, resetIn: 3 }, ...others.map((one) => ({ ...one, resetIn: one.resetIn - 2 }))];
    expect(named([...slow, ...quick(5_000), ...quick(12_000)])).toEqual([`${SETTING}5`]);
  });

  it('has no length that is suggested where two windows are announced with two', () => {
    const slow = quick(0).map((one) => ({ ...one, resetIn: one.resetIn - 2 }));
    expect(named([...slow, ...quick(5_000)])).toEqual([]);
    const said = aLimiterLog([...slow, ...quick(5_000)]).filter(({ topic }) => topic === 'window');
    expect(said).toMatchObject([
      { rule: 'RATE-12', says: expect.stringMatching(/^the window seems to be 7 s or less/) },
    ]);
  });

  it('is named by the clock where the clock begins it', () => {
    expect(named([...usedUp(3_000, 12 - 3), ...usedUp(13_000, 12 - 1), ...usedUp(27_000, 12 - 3)])).toEqual([
      `${SETTING}12`,
    ]);
  });

  it('is named where nothing else shows it, as not much of a large limit was used', () => {
    const log = [0, 10_000].flatMap((since) =>
      Array.from({ length: 200 }, (_, index) => ({
        at: since + index * 20,
        limit: 1_000,
        remaining: 999 - index,
        resetIn: 10 - index / 50,
      })),
    );
    const business = { plan: { name: 'business', perMinute: 1_000, perDay: 100_000 } as const };
    expect(aLimiterLog(log, undefined, business).map(({ verdict }) => verdict)).not.toContain('fail');
    expect(named(log, business)).toEqual([`${SETTING}10`]);
    const observed = aLimiterLog(log, undefined, business).filter(({ topic }) => topic === 'window');
    expect(observed).toMatchObject([{ rule: 'RATE-12', verdict: 'observed', shownBy: [200, 201] }]);
  });

  it('is not named where windows last a minute', () => {
    expect(aLimiterLog([...usedUp(0, 60), ...usedUp(61_500, 60)]).map(({ verdict }) => verdict)).not.toContain('fail');
    expect(named([...usedUp(0, 60), ...usedUp(61_500, 60)])).toEqual([]);
  });
});
