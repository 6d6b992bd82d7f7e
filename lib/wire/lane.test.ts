import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLane, ask, BOUND, NOW, tell } from './lane.fixture.ts';
import { readLimit } from './limit-reading.ts';

describe('a lane', () => {
  it('lets one request go ahead alone, then as many as are left', () => {
    const lane = aLane();
    const first = lane.leave(NOW, false);
    expect(ask(lane, NOW).kind).toBe('wait-for-answer');
    lane.arrive(first, NOW, { at: NOW, refused: false, remaining: 5, resetAt: NOW + 30_000 });
    expect(ask(lane, NOW).kind).toBe('go');
    for (let sent = 0; sent < 5; sent += 1) lane.leave(NOW, false);
    expect(ask(lane, NOW).kind).toBe('wait-for-answer');
  });

  it('lets everything go where an answer said nothing and no figure is known', () => {
    const lane = aLane();
    tell(lane, {});
    for (let sent = 0; sent < 100; sent += 1) {
      expect(ask(lane, NOW).kind).toBe('go');
      lane.leave(NOW, false);
    }
  });

  it('waits for the Reset and a little more than a second when nothing is left, then lets one go ahead', () => {
    const lane = aLane();
    for (let remaining = 59; remaining >= 0; remaining -= 1)
      tell(lane, { limit: 60, remaining, resetAt: NOW + 30_000 });
    expect(ask(lane, NOW)).toMatchObject({ kind: 'wait', until: NOW + 31_100 });
    expect(ask(lane, NOW + 31_100).kind).toBe('go');
    const ticket = lane.leave(NOW + 31_100, false);
    expect(ask(lane, NOW + 31_101).kind).toBe('wait-for-answer');
    const at = NOW + 31_110;
    lane.arrive(ticket, at, { at, refused: false, limit: 60, remaining: 59, resetAt: NOW + 90_000 });
    expect(ask(lane, at).kind).toBe('go');
  });

  it('counts a request that ended without a response as one that the service may have counted', () => {
    const lane = aLane();
    tell(lane, { remaining: 2, resetAt: NOW + 30_000 });
    lane.arrive(lane.leave(NOW, false), NOW);
    expect(lane.left(NOW)).toBe(1);
  });

  it('does not take the one that goes ahead alone after a refusal for the last that is left', () => {
    const lane = aLane();
    tell(lane, { limit: 60, remaining: 59, resetAt: NOW + 30_000 });
    tell(lane, { refused: true, retryAfter: 2_000 });
    const opens = [2_000, 3_000, 4_000].map((later) => NOW + later).find((at) => ask(lane, at).kind === 'go') ?? 0;
    expect(opens).toBeGreaterThan(NOW);
    expect([lane.left(NOW), lane.left(opens)]).toEqual([0, undefined]);
    const ticket = lane.leave(opens, false);
    expect(lane.left(opens)).toBe(0);
    lane.arrive(ticket, opens, { at: opens, refused: false, limit: 60, remaining: 58, resetAt: NOW + 30_000 });
    expect(lane.left(opens)).toBe(58);
  });

  it('lets an old answer, late, not overrule a newer one', () => {
    const lane = aLane();
    tell(lane, { remaining: 9, resetAt: NOW + 30_000 });
    const old = lane.leave(NOW, false);
    tell(lane, { remaining: 0, resetAt: NOW + 30_000 });
    lane.arrive(old, NOW, { at: NOW, refused: false, remaining: 50, resetAt: NOW + 30_000 });
    expect(ask(lane, NOW).kind).toBe('wait');
  });

  it('does not wait without a Reset that makes sense, unless it knows the figure itself', () => {
    const lane = aLane();
    tell(lane, { remaining: 0 });
    expect(ask(lane, NOW).kind).toBe('go');
    const declared = aLane({ declared: { perMinute: 2 } });
    tell(declared, { remaining: 0 });
    expect(ask(declared, NOW).kind).toBe('go');
    tell(declared, { remaining: 0 });
    expect(ask(declared, NOW).kind).toBe('wait');
  });

  it("believes a Remaining that moves, without a Reset that makes sense, where the figure is the minute's own", () => {
    const lane = aLane({ declared: { perMinute: 60, perDay: 1_000 } });
    // Twenty requests were not counted.
    for (let sent = 0; sent < 20; sent += 1) tell(lane, { limit: 60, remaining: 60 });
    for (let remaining = 59; remaining >= 10; remaining -= 1) tell(lane, { limit: 60, remaining });
    expect(lane.left(NOW)).toBe(10);
    expect(ask(lane, NOW).kind).toBe('go');
    for (let remaining = 9; remaining >= 0; remaining -= 1) tell(lane, { limit: 60, remaining });
    expect(ask(lane, NOW).kind).toBe('wait');
  });

  it('counts itself where such a Remaining is that of another figure', () => {
    const lane = aLane({ declared: { perMinute: 60, perDay: 1_000 } });
    for (let remaining = 999; remaining >= 940; remaining -= 1) tell(lane, { limit: 1_000, remaining });
    expect(ask(lane, NOW).kind).toBe('wait');
  });

  it('counts itself where Remaining stays at 0 while requests are admitted', () => {
    const lane = aLane();
    tell(lane, { limit: 60, remaining: 0, resetAt: NOW + 30_000 });
    let now = NOW + 31_100;
    for (let round = 0; round < 40; round += 1) {
      expect(ask(lane, now).kind).toBe('go');
      tell(lane, { at: now, limit: 60, remaining: 0, resetAt: now + 60_000 });
    }
    tell(lane, { at: now, refused: true, retryAfter: 5_000 });
    now += 6_100;
    expect(ask(lane, now).kind).toBe('go');
    tell(lane, { at: now, limit: 60, remaining: 0, resetAt: now + 60_000 });
    expect(ask(lane, now).kind).toBe('go');
  });

  it('believes it again when a 429 comes at once: a sliding window frees one place at a time', () => {
    const lane = aLane();
    tell(lane, { remaining: 0, resetAt: NOW + 5_000 });
    tell(lane, { at: NOW + 6_100, remaining: 0, resetAt: NOW + 9_000 });
    tell(lane, { at: NOW + 6_100, refused: true, retryAfter: 3_000 });
    expect(ask(lane, NOW + 10_200).kind).toBe('go');
    tell(lane, { at: NOW + 10_200, remaining: 0, resetAt: NOW + 12_000 });
    expect(ask(lane, NOW + 10_200)).toMatchObject({ kind: 'wait', until: NOW + 13_100 });
  });

  it('waits by its own count where a request after the Reset was refused', () => {
    const lane = aLane();
    for (let remaining = 1; remaining >= 0; remaining -= 1) tell(lane, { limit: 2, remaining, resetAt: NOW + 10_000 });
    tell(lane, { at: NOW + 11_100, refused: true, retryAfter: 50_000 });
    let now = NOW + 62_200;
    for (let remaining = 1; remaining >= 0; remaining -= 1)
      tell(lane, { at: now, limit: 2, remaining, resetAt: now + 10_000 });
    expect(ask(lane, now + 30_000).kind).toBe('wait');
  });

  it('waits for Reset where a request that left before it, by its own count, was refused: somebody else uses the window', () => {
    const lane = aLane({ declared: { perMinute: 4 } });
    let now = NOW;
    const waitAfterUsingUp = () => {
      for (let remaining = 3; remaining >= 0; remaining -= 1)
        tell(lane, { at: now, limit: 4, remaining, resetAt: now + 100_000 });
      const permission = ask(lane, now);
      return permission.kind === 'wait' ? permission.until - now : 0;
    };
    const byCount = waitAfterUsingUp();
    expect(byCount).toBeGreaterThan(60_000);
    expect(byCount).toBeLessThan(90_000);
    now += byCount;
    tell(lane, { at: now, refused: true, retryAfter: 4_000 });
    now += 5_100;
    expect(waitAfterUsingUp()).toBe(101_100);
  });

  it('reads a refusal that names no time with the Reset that was announced before, or with its own count', () => {
    const told = aLane();
    for (let remaining = 1; remaining >= 0; remaining -= 1) tell(told, { limit: 2, remaining, resetAt: NOW + 30_000 });
    tell(told, { refused: true });
    expect(ask(told, NOW + 30_000).kind).toBe('wait');
    const counted = aLane({ declared: { perMinute: 2 } });
    for (let sent = 0; sent < 3; sent += 1) tell(counted, { refused: sent === 2 });
    expect(ask(counted, NOW + 59_000).kind).toBe('wait');
    const unknown = aLane();
    tell(unknown, { refused: true });
    expect(ask(unknown, NOW + 1_000).kind).toBe('go');
  });

  it('takes refusals of requests that were on their way together for one', () => {
    const lane = aLane();
    tell(lane, {});
    const tickets = [1, 2, 3, 4, 5].map(() => lane.leave(NOW, false));
    for (const ticket of tickets) lane.arrive(ticket, NOW, { at: NOW, refused: true, retryAfter: 1_000 });
    expect(ask(lane, NOW)).toMatchObject({ kind: 'wait', until: NOW + 2_100 });
  });

  it('ends after four refusals in a row, before the key is banned', () => {
    const lane = aLane();
    for (let refusal = 1; refusal <= 4; refusal += 1) {
      expect(ask(lane, NOW + refusal * BOUND).kind).toBe('go');
      tell(lane, { at: NOW + refusal * BOUND, refused: true, retryAfter: 1_000 });
    }
    const permission = ask(lane, NOW + 99 * BOUND);
    expect(permission).toMatchObject({ kind: 'stop', why: { code: 'REFUSED_TOO_OFTEN' } });
    expect(permission.kind === 'stop' && permission.why.message).toMatch(
      /each at least as long as Retry-After asked; stopped so that the key is not banned/,
    );
  });

  it('says that the service asked for no wait where no Retry-After could be read', () => {
    const lane = aLane();
    for (let refusal = 1; refusal <= 4; refusal += 1) tell(lane, { at: NOW + refusal * BOUND, refused: true });
    const permission = ask(lane, NOW + 99 * BOUND);
    expect(permission.kind === 'stop' && permission.why.message).toContain('no readable Retry-After asked for one');
  });

  it('goes on when a request between them was admitted', () => {
    const lane = aLane();
    for (let round = 1; round <= 12; round += 1)
      tell(lane, { at: NOW + round * BOUND, refused: round % 3 !== 0, retryAfter: 1_000 });
    expect(ask(lane, NOW + 99 * BOUND).kind).toBe('go');
  });

  it('heeds of an anonymous caller only the refusals', () => {
    const lane = aLane({ isOwn: false });
    tell(lane, { limit: 1, remaining: 0, resetAt: NOW + 30_000 });
    expect(ask(lane, NOW).kind).toBe('go');
    expect(lane.left(NOW)).toBeUndefined();
    tell(lane, { refused: true, retryAfter: 2_000 });
    expect(ask(lane, NOW)).toMatchObject({ kind: 'wait', until: NOW + 3_100 });
  });

  it('stops where a wait would be beyond the bound', () => {
    const lane = aLane();
    tell(lane, { refused: true, retryAfter: 40_000_000 });
    expect(ask(lane, NOW)).toMatchObject({ kind: 'stop', why: { code: 'LIMIT_SPENT' } });
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
  it('nothing is sent while Retry-After runs, no wait is beyond the bound, and every wait ends with a request', () => {
    fc.assert(
      fc.property(fc.array(answers, { maxLength: 40 }), fc.boolean(), (told, isDeclared) => {
        const lane = aLane({ declared: isDeclared ? { perMinute: 3 } : {} });
        let now = NOW;
        let quietUntil = 0;
        for (const { refused, limit, remaining, reset, retryAfter } of told) {
          for (let waits = 0; ; waits += 1) {
            const permission = ask(lane, now);
            if (permission.kind === 'stop') return;
            if (permission.kind === 'go') break;
            expect(permission.kind).toBe('wait');
            expect(waits).toBeLessThan(2);
            if (permission.kind !== 'wait') return;
            expect(permission.until - now).toBeLessThanOrEqual(BOUND);
            now = permission.until;
          }
          expect(now).toBeGreaterThanOrEqual(quietUntil);
          const ticket = lane.leave(now, false);
          const at = now + 10;
          const absolute = (text: string) => (text.startsWith('+') ? `${Math.floor(at / 1_000) + Number(text)}` : text);
          const headers: [string, string][] = [
            ['X-RateLimit-Limit', limit],
            ['X-RateLimit-Remaining', remaining],
            ['X-RateLimit-Reset', absolute(reset)],
            ...(retryAfter === undefined ? [] : [['Retry-After', retryAfter] satisfies [string, string]]),
          ];
          const status = refused ? 429 : 200;
          const windows = { minute: 60, day: 86_400 };
          lane.arrive(ticket, at, readLimit({ status, headers }, { startedAt: now, answeredAt: at }, windows));
          // From ten digits on it is an instant, and no wait.
          if (status === 429 && /^\d{1,9}$/.test(retryAfter ?? '')) quietUntil = at + Number(retryAfter) * 1_000;
          now = at;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a Remaining that is 0 for ever costs one window at most', () => {
    const lane = aLane();
    let now = NOW;
    for (let sent = 0; sent < 300; sent += 1) {
      const permission = ask(lane, now);
      if (permission.kind === 'wait') now = permission.until;
      tell(lane, { at: now, limit: 300, remaining: 0, resetAt: now + 60_000 });
    }
    expect(now - NOW).toBeLessThanOrEqual(62_000);
  });
});
