import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLimit, type LimitReading } from './limit-reading.ts';
import { createPace, type Lane, type Pace } from './pace.ts';

const BOUND = 130_000;
const NOW = 1_795_000_000_000;

function tell(pace: Pace, over: Partial<LimitReading>, lane: Lane = 'primary'): void {
  pace.arrive(lane, pace.leave(lane), { at: NOW, refused: false, ...over });
}

describe('the pace', () => {
  it('lets everything go while nothing is known, or something is left', () => {
    const pace = createPace(BOUND);
    pace.leave('primary');
    expect(pace.ask('primary', NOW).kind).toBe('go');
    tell(pace, { remaining: 5, resetAt: NOW + 30_000 });
    expect(pace.ask('primary', NOW).kind).toBe('go');
  });

  it('waits for the Reset and a second when nothing is left, then lets one go ahead', () => {
    const pace = createPace(BOUND);
    tell(pace, { limit: 60, remaining: 0, resetAt: NOW + 30_000 });
    expect(pace.ask('primary', NOW)).toMatchObject({ kind: 'wait', until: NOW + 31_000 });
    expect(pace.ask('second', NOW).kind).toBe('go');
    expect(pace.ask('other', NOW).kind).toBe('go');
    expect(pace.ask('primary', NOW + 31_000).kind).toBe('go');
    const ticket = pace.leave('primary');
    expect(pace.ask('primary', NOW + 31_001).kind).toBe('wait-for-answer');
    pace.arrive('primary', ticket, {
      at: NOW + 31_010,
      refused: false,
      limit: 60,
      remaining: 59,
      resetAt: NOW + 90_000,
    });
    expect(pace.ask('primary', NOW + 31_011).kind).toBe('go');
  });

  it('counts the requests on their way against what is left', () => {
    const pace = createPace(BOUND);
    tell(pace, { remaining: 2, resetAt: NOW + 30_000 });
    const first = pace.leave('primary');
    expect(pace.ask('primary', NOW).kind).toBe('go');
    pace.leave('primary');
    expect(pace.ask('primary', NOW).kind).toBe('wait-for-answer');
    pace.arrive('primary', first, { at: NOW, refused: false, remaining: 1, resetAt: NOW + 30_000 });
    expect(pace.ask('primary', NOW).kind).toBe('wait-for-answer');
  });

  it('goes on when requests on their way end without an answer', () => {
    const pace = createPace(BOUND);
    tell(pace, { remaining: 1, resetAt: NOW + 30_000 });
    pace.arrive('primary', pace.leave('primary'));
    expect(pace.ask('primary', NOW).kind).toBe('go');
  });

  it('lets an old answer, late, not overrule a newer one', () => {
    const pace = createPace(BOUND);
    const old = pace.leave('primary');
    tell(pace, { remaining: 0, resetAt: NOW + 30_000 });
    pace.arrive('primary', old, { at: NOW, refused: false, remaining: 50, resetAt: NOW + 30_000 });
    expect(pace.ask('primary', NOW).kind).toBe('wait');
  });

  it('does not wait without a Reset that makes sense', () => {
    const pace = createPace(BOUND);
    tell(pace, { remaining: 0 });
    expect(pace.ask('primary', NOW).kind).toBe('go');
  });

  it('stops believing a Remaining that stays at 0 while requests are admitted', () => {
    const pace = createPace(BOUND);
    tell(pace, { limit: 60, remaining: 0, resetAt: NOW + 30_000 });
    tell(pace, { at: NOW + 31_000, limit: 60, remaining: 0, resetAt: NOW + 91_000 });
    for (let round = 0; round < 20; round += 1) {
      expect(pace.ask('primary', NOW + 31_000).kind).toBe('go');
      tell(pace, { at: NOW + 31_000, limit: 60, remaining: 0, resetAt: NOW + 91_000 });
    }
    tell(pace, { at: NOW + 31_000, refused: true, retryAfter: 5_000 });
    expect(pace.ask('primary', NOW + 36_250).kind).toBe('go');
    tell(pace, { at: NOW + 36_250, limit: 60, remaining: 0, resetAt: NOW + 96_000 });
    expect(pace.ask('primary', NOW + 36_250).kind).toBe('go');
  });

  it('believes it again when a 429 comes at once: a sliding window frees one place at a time', () => {
    const pace = createPace(BOUND);
    tell(pace, { limit: 60, remaining: 0, resetAt: NOW + 5_000 });
    tell(pace, { at: NOW + 6_000, limit: 60, remaining: 0, resetAt: NOW + 9_000 });
    tell(pace, { at: NOW + 6_000, refused: true, retryAfter: 3_000 });
    expect(pace.ask('primary', NOW + 9_250).kind).toBe('go');
    tell(pace, { at: NOW + 9_250, limit: 60, remaining: 0, resetAt: NOW + 12_000 });
    expect(pace.ask('primary', NOW + 9_250)).toMatchObject({ kind: 'wait', until: NOW + 13_000 });
  });

  it('waits for Retry-After and a quarter of a second, and doubles its own backoff', () => {
    const pace = createPace(BOUND);
    const waits = [0, 0, 0, 0, 0].map((_, round) => {
      const at = NOW + round * BOUND;
      tell(pace, { at, refused: true, retryAfter: 1_500 });
      const permission = pace.ask('primary', at);
      return permission.kind === 'wait' ? permission.until - at : permission.kind;
    });
    expect(waits).toEqual([1_750, 1_750, 2_250, 4_250, 8_250]);
    tell(pace, { at: NOW + 6 * BOUND, remaining: 9 });
    tell(pace, { at: NOW + 6 * BOUND, refused: true, retryAfter: 0 });
    expect(pace.ask('primary', NOW + 6 * BOUND)).toMatchObject({ until: NOW + 6 * BOUND + 250 });
  });

  it('takes refusals of requests that were on their way together for one', () => {
    const pace = createPace(BOUND);
    const tickets = [1, 2, 3, 4].map(() => pace.leave('primary'));
    for (const ticket of tickets) pace.arrive('primary', ticket, { at: NOW, refused: true, retryAfter: 1_000 });
    expect(pace.ask('primary', NOW)).toMatchObject({ kind: 'wait', until: NOW + 1_250 });
  });

  it('takes the Reset where Retry-After is missing, else a second', () => {
    const pace = createPace(BOUND);
    tell(pace, { refused: true, resetAt: NOW + 20_000 });
    expect(pace.ask('primary', NOW)).toMatchObject({ until: NOW + 21_250 });
    tell(pace, { refused: true }, 'other');
    expect(pace.ask('other', NOW)).toMatchObject({ until: NOW + 1_250 });
  });

  it('heeds of an anonymous caller only the refusals', () => {
    const pace = createPace(BOUND);
    tell(pace, { remaining: 0, resetAt: NOW + 30_000 }, 'other');
    expect(pace.ask('other', NOW).kind).toBe('go');
  });

  it('reports a wait beyond the bound instead of waiting', () => {
    const pace = createPace(BOUND);
    tell(pace, { refused: true, retryAfter: 40_000_000 });
    expect(pace.ask('primary', NOW)).toEqual({ kind: 'spent', until: NOW + 40_000_250 });
  });
});

/** Header values of every kind, sensible ones among them; `+n` stands for n seconds from now. */
const value = fc.oneof(
  fc.constantFrom('0', '1', '60', '-1', '', 'NaN', '1e9', '0.5', '99999999999', '2026-11-21T12:00:00Z', 'soon'),
  fc.integer({ min: 0, max: 100 }).map(String),
  fc.integer({ min: -100, max: 200 }).map((seconds) => `+${seconds}`),
  fc.integer({ min: 0, max: 2 ** 45 }).map(String),
);
const answers = fc.record({
  refused: fc.boolean(),
  limit: value,
  remaining: fc.oneof(fc.constant('0'), value),
  reset: value,
  retryAfter: fc.option(value, { nil: undefined }),
});

describe('whatever a service says', () => {
  it('nothing is sent while Retry-After runs, no wait is beyond the bound, and nonsense does not stall', () => {
    const run = fc.check(
      fc.property(fc.array(answers, { maxLength: 40 }), fc.boolean(), (told, nonsenseOnly) => {
        const pace = createPace(BOUND);
        let now = NOW;
        let quietUntil = 0;
        for (const { refused, limit, remaining, reset, retryAfter } of told) {
          const permission = pace.ask('primary', now);
          if (permission.kind === 'spent') return permission.until - now > BOUND;
          if (permission.kind === 'wait-for-answer') return false;
          if (permission.kind === 'wait') {
            if (nonsenseOnly || permission.until - now > BOUND) return false;
            now = permission.until;
            if (pace.ask('primary', now).kind !== 'go') return false;
          }
          if (now < quietUntil) return false;
          const ticket = pace.leave('primary');
          const at = now + 10;
          const absolute = (text: string) => (text.startsWith('+') ? `${Math.floor(at / 1_000) + Number(text)}` : text);
          // Nonsense: a Reset in milliseconds, whatever the rest.
          const headers: [string, string][] = [
            ['X-RateLimit-Limit', limit],
            ['X-RateLimit-Remaining', remaining],
            ['X-RateLimit-Reset', nonsenseOnly ? `${at + 30_000}` : absolute(reset)],
            ...(retryAfter === undefined ? [] : [['Retry-After', retryAfter] satisfies [string, string]]),
          ];
          const status = refused && !nonsenseOnly ? 429 : 200;
          pace.arrive('primary', ticket, readLimit({ status, headers }, { startedAt: now, answeredAt: at }, 60));
          if (status === 429 && /^\d{1,10}$/.test(retryAfter ?? '')) quietUntil = at + Number(retryAfter) * 1_000;
          now = at;
        }
        return true;
      }),
      { numRuns: 500 },
    );
    expect(run.counterexample).toBeNull();
  });

  it('a header that says Remaining 0 for ever costs one window at most', () => {
    const pace = createPace(BOUND);
    let now = NOW;
    for (let sent = 0; sent < 200; sent += 1) {
      const permission = pace.ask('primary', now);
      if (permission.kind === 'wait') now = permission.until;
      tell(pace, { at: now, limit: 60, remaining: 0, resetAt: now + 60_000 });
    }
    expect(now - NOW).toBeLessThanOrEqual(61_000);
  });
});
