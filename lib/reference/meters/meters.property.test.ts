import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITER_KINDS, METERS } from '../limiter-kinds.ts';
import type { MakeMeter, Meter } from '../meter.ts';
import { fixedWindow } from './fixed-window.ts';
import { slidingLog } from './sliding-log.ts';
import { tokenBucket } from './token-bucket.ts';
import { windowInParts } from './window-in-parts.ts';

const START = 1_000_000_300;
const LENGTH = 6_000;

/** Steps of time between requests: many at once, and silences of up to two windows. */
const gaps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: LENGTH / 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * LENGTH }) },
  ),
  { minLength: 1, maxLength: 80 },
);
const limits = fc.integer({ min: 1, max: 12 });

/** Sends a request after every gap; the instants of those that are let in. */
function admittedBy(meter: Meter, gapsBefore: readonly number[], look: (now: number) => void = () => {}): number[] {
  const admitted: number[] = [];
  let now = START;
  for (const gap of gapsBefore) {
    now += gap;
    look(now);
    if (meter.opensAt(now) <= now) {
      meter.use(now);
      admitted.push(now);
    } else {
      meter.refuse?.(now);
    }
  }
  return admitted;
}

/** The most that fall into any `length` milliseconds. */
function mostWithin(instants: readonly number[], length: number): number {
  return Math.max(0, ...instants.map((from) => instants.filter((at) => at >= from && at < from + length).length));
}

const kinds: readonly (readonly [string, MakeMeter])[] = [
  ...LIMITER_KINDS.map((kind) => [kind, METERS[kind].minute] as const),
  ['fixed to the millisecond', (limit, length) => fixedWindow(limit, length, (now) => now)],
  ['sliding log of refusals', (limit, length) => slidingLog(limit, length, true)],
  ['small bucket', (limit, length) => tokenBucket(limit, length, { burst: Math.ceil(limit / 2) })],
  ['window in halves', (limit, length) => windowInParts(limit, length, 2)],
  ['window in sevenths', (limit, length) => windowInParts(limit, length, 7)],
  ['bucket that announces the next token', (limit, length) => tokenBucket(limit, length, { announces: 'next-token' })],
];

describe.each(kinds)('%s', (_kind, make) => {
  it('lets in exactly while something is left, and again at once when it opens', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, sent) => {
        const meter = make(limit, LENGTH);
        admittedBy(meter, sent, (now) => {
          expect(meter.opensAt(now) <= now).toBe(meter.remaining(now) >= 1);
          expect(meter.remaining(now)).toBeLessThanOrEqual(limit);
        });
        const last = START + sent.reduce((sum, gap) => sum + gap, 0);
        const opens = meter.opensAt(last);
        expect(Number.isInteger(opens)).toBe(true);
        expect(opens === last || meter.remaining(opens - 1) === 0).toBe(true);
        expect(meter.remaining(opens)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('counts every request, and lets one in at Reset', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, sent) => {
        const meter = make(limit, LENGTH);
        let now = START;
        for (const gap of sent) {
          now += gap;
          const before = meter.remaining(now);
          if (before === 0) continue;
          meter.use(now);
          expect(meter.remaining(now)).toBe(before - 1);
          expect(meter.resetAt(now)).toBeGreaterThan(now);
        }
        expect(meter.remaining(Math.max(now, meter.resetAt(now)))).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('never more are let in than the kind allows:', () => {
  it('a sliding log lets in the figure in any window', () => {
    fc.assert(
      fc.property(limits, gaps, fc.boolean(), (limit, sent, refusedToo) => {
        const admitted = admittedBy(slidingLog(limit, LENGTH, refusedToo), sent);
        expect(mostWithin(admitted, LENGTH)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('an aligned window lets in the figure per window of the clock', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, sent) => {
        const admitted = admittedBy(METERS.aligned.minute(limit, LENGTH), sent);
        const windows = Map.groupBy(admitted, (at) => Math.floor(at / LENGTH));
        expect(Math.max(0, ...[...windows.values()].map(({ length }) => length))).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('a fixed window lets in the figure until its announced end', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, sent) => {
        const meter = METERS.fixed.minute(limit, LENGTH);
        const ends = new Map<number, number>();
        admittedBy(meter, sent, (now) => {
          if (meter.remaining(now) > 0) ends.set(meter.resetAt(now), (ends.get(meter.resetAt(now)) ?? 0) + 1);
        });
        expect(Math.max(0, ...ends.values())).toBeLessThanOrEqual(limit);
        const instants = [...ends.keys()];
        expect(instants.every((end, index) => index === 0 || end - (instants[index - 1] ?? 0) >= LENGTH)).toBe(true);
      }),
    );
  });

  it('a weighted counter lets in what its estimate leaves', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, sent) => {
        const admitted = admittedBy(METERS.weighted.minute(limit, LENGTH), sent);
        const inWindow = (window: number, until: number) =>
          admitted.filter((at, index) => index <= until && Math.floor(at / LENGTH) === window).length;
        for (const [index, at] of admitted.entries()) {
          const window = Math.floor(at / LENGTH);
          const share = 1 - (at % LENGTH) / LENGTH;
          expect(inWindow(window - 1, index) * share + inWindow(window, index)).toBeLessThanOrEqual(limit + 1e-9);
        }
      }),
    );
  });

  it('a bucket lets in what it holds and what comes back meanwhile', () => {
    fc.assert(
      fc.property(limits, limits, gaps, (limit, burst, sent) => {
        const admitted = admittedBy(tokenBucket(limit, LENGTH, { burst }), sent);
        const excess = admitted.flatMap((from, first) =>
          admitted.slice(first).map((to, more) => more + 1 - ((to - from) * limit) / LENGTH),
        );
        expect(Math.max(0, ...excess)).toBeLessThanOrEqual(burst + 1e-9);
      }),
    );
  });
});
