import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** Windows that are used up, each of that many seconds, opened by its first request. */
const windows = (length: number, count: number, each = 60): LoggedRequest[] =>
  Array.from({ length: count }, (_, window) =>
    Array.from({ length: each }, (_one, index) => ({
      at: window * (length + 1) * 1_000 + index * 100,
      remaining: 59 - index,
      resetIn: length - index / 10,
    })),
  ).flat();

const said = (log: readonly LoggedRequest[]) =>
  aLimiterLog(log).flatMap(({ rule, verdict, says }) => (rule === 'RATE-3' ? [`${verdict}: ${says}`] : []));

describe('a quota that renews', () => {
  it.each([45, 120])('every %i s, by Reset, may not be that of a minute', (length) => {
    expect(said(windows(length, 2)).join()).toMatch(
      new RegExp(`^inconclusive: the quota of 60 renews every (?:${length} s|2 min)`),
    );
  });

  it.each([58, 60, 62])('every %i s, as far as clocks tell, is', (length) => {
    expect(said(windows(length, 2))).toEqual([]);
  });

  it('a minute apart each time is that of a minute, at whatever second it begins and however late it is used', () => {
    const log = [0, 60, 120].flatMap((begins) =>
      Array.from({ length: 60 }, (_, index) => ({
        at: (begins + 30) * 1_000 + index * 100,
        remaining: 59 - index,
        resetIn: 30 - index / 10,
      })),
    );
    expect(said(log)).toEqual([]);
  });

  it('as fast as a bucket of that rate would is that of a minute', () => {
    expect(said(windows(30, 3, 25))).toEqual([]);
  });
});
