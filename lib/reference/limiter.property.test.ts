import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITER_KINDS, METERS } from './limiter-kinds.ts';
import { Limiter } from './limiter.ts';

const windows = { minute: 6_000, day: 60_000 };
const START = 1_000_000_300;

describe.each(LIMITER_KINDS)('a limiter of the kind %s', (kind) => {
  const story = fc.record({
    perMinute: fc.integer({ min: 1, max: 8 }),
    perDay: fc.integer({ min: 1, max: 30 }),
    byReset: fc.boolean(),
    gaps: fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 9_000 })), { maxLength: 60 }),
  });
  const newLimiter = () => new Limiter(windows, METERS[kind].minute, METERS[kind].day);

  it('admits what it announced, and after Retry-After, and at Reset', () => {
    fc.assert(
      fc.property(story, ({ gaps, byReset, ...figures }) => {
        const limiter = newLimiter();
        let now = START;
        let announced = 1;
        for (const gap of gaps) {
          now += gap;
          const turn = limiter.take('me', figures, now);
          expect(announced === 0 || turn.admitted).toBe(true);
          announced = turn.remaining;
          if (turn.admitted) continue;
          expect(turn.remaining).toBe(0);
          now = byReset ? 1_000 * Math.ceil(turn.resetAt / 1_000) : now + 1_000 * turn.retryAfter;
          const after = limiter.take('me', figures, now);
          expect(after.admitted).toBe(true);
          announced = after.remaining;
        }
      }),
    );
  });

  it('speaks of one and the same window', () => {
    fc.assert(
      fc.property(story, ({ gaps, ...figures }) => {
        const limiter = newLimiter();
        let now = START;
        for (const gap of gaps) {
          now += gap;
          const { limit, remaining, resetAt, minute, day } = limiter.take('me', figures, now);
          expect([minute, day]).toContainEqual({ limit, remaining, resetAt });
          expect(remaining).toBe(Math.min(minute.remaining, day.remaining));
          expect(Math.ceil(resetAt / 1_000)).toBeGreaterThanOrEqual(Math.floor(now / 1_000));
        }
      }),
    );
  });
});
