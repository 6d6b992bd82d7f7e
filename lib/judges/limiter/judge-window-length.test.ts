import { describe, expect, it } from 'vitest';
import { aLimiterLog, judged, type LoggedRequest } from './limiter-log.fixture.ts';

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

  it('by a Reset that moves with use, as a bucket is full again later the more was used, is not said to be another one', () => {
    const instants = [...Array.from({ length: 45 }, (_, nth) => nth * 14), 10_000, 10_010];
    const bucket = instants.map((at, nth) => {
      const used = nth < 45 ? nth + 1 : nth - 44;
      return { at, remaining: 60 - used, resetIn: (used * 8) / 60 };
    });
    const minute = 8;
    expect(judged(bucket, (same) => same, { windows: { minute, day: 86_400, testInstallation: true } })).toEqual([]);
  });
});
