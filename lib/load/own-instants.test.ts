import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latencies } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import { atTheirOwnInstants } from './own-instants.ts';

const BEGAN = 1_700_000_000_000;

/** The nth request that k6 started: by its number it was due at nth × period. */
function started(nth: number, period: number, from: number, duration: number): LoadSample {
  return {
    scenario: 'window_0',
    window: 0,
    caller: 'primary',
    method: 'GET',
    target: '/pets',
    scheduled: BEGAN + nth * period,
    from: BEGAN + Math.round(from),
    to: BEGAN + Math.round(from + duration),
    status: 200,
    headers: [],
    duration,
    waiting: duration,
  };
}

/** What k6 does: at each instant a request starts when a virtual user is free; else the instant is skipped. */
function driven(period: number, count: number, users: number, durationAt: (instant: number) => number) {
  const samples: LoadSample[] = [];
  const due: number[] = [];
  let free: number[] = Array.from({ length: users }, () => 0);
  for (let instant = 0; instant < count; instant++) {
    const now = instant * period;
    const index = free.findIndex((until) => until <= now);
    if (index < 0) continue;
    const duration = durationAt(now);
    free = free.with(index, now + duration);
    samples.push(started(samples.length, period, now, duration));
    due.push(now);
  }
  return { samples, due, dropped: count - samples.length };
}

describe('the instant at which a request was due', () => {
  it('is its own, whatever was skipped before it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 900 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
        (period, users, durations) => {
          const { samples, due, dropped } = driven(period, 200, users, (now) => durations[now % durations.length] ?? 1);
          const corrected = atTheirOwnInstants(samples, dropped);
          expect(corrected.map(({ scheduled }) => Math.round(scheduled - BEGAN))).toEqual(due);
          expect(corrected.map(({ skipped = 0 }, nth) => nth + skipped)).toEqual(due.map((now) => now / period));
        },
      ),
    );
  });

  it('leaves the latency of a steady service as it is', () => {
    const { samples, dropped } = driven(60, 1_000, 20, () => 1_500);
    expect(dropped).toBeGreaterThan(100);
    expect(Math.max(...latencies(samples))).toBeGreaterThan(5_000);
    expect(Math.max(...latencies(atTheirOwnInstants(samples, dropped)))).toBeLessThanOrEqual(1_502);
  });

  it('leaves lateness of the generator that it makes good again, and all of it where nothing was dropped', () => {
    // Nothing leaves for half a second; then what was due leaves at once.
    const late = Array.from({ length: 200 }, (_, nth) => {
      const due = nth * 10;
      return started(nth, 10, due >= 500 && due < 1_000 ? 1_000 : due, 1);
    });
    expect(atTheirOwnInstants(late, 0)).toEqual(late);
    expect(atTheirOwnInstants(late, 40)).toEqual(late);
  });

  it('is left alone where no schedule is', () => {
    const atOnce = Array.from({ length: 50 }, (_, nth) => started(0, 0, nth, 5));
    expect(atTheirOwnInstants(atOnce, 7)).toEqual(atOnce);
  });
});
