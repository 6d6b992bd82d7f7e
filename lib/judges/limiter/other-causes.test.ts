import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import { aLimiterLog, failed, judged, type LoggedRequest } from './limiter-log.fixture.ts';
import { fixed, play } from './limiter-simulation.fixture.ts';

const MINUTE = 60_000;

/** Requests that use up a window of 60, which ends a minute after the first of them, and one that is refused. */
const usedUp = (from = 0, ...refused: readonly Partial<LoggedRequest>[]): LoggedRequest[] => [
  ...Array.from({ length: 60 }, (_, index) => ({
    at: from + index * 300,
    remaining: 59 - index,
    resetIn: 60 - index * 0.3,
  })),
  ...refused.map((one) => ({ at: from + 18_500, status: 429, remaining: 0, resetIn: 41.5, retryAfter: 42, ...one })),
];

const refusedAt = (at: number, parts: Partial<LoggedRequest> = {}): LoggedRequest => ({
  at,
  status: 429,
  remaining: 0,
  resetIn: 58,
  retryAfter: 58,
  ...parts,
});

const ahead = (from: number, count: number, each: number): LoggedRequest[] =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * each, remaining: 59 - index, resetIn: 60 }));

describe('a window that a clock begins, with a Reset that is always a whole window ahead', () => {
  it('may turn amid the run', () => {
    const turned = [...ahead(0, 50, 200), ...ahead(12_000, 60, 200), refusedAt(24_100, { resetIn: 60 })];
    expect(failed(turned)).toEqual([]);
  });

  it('does not turn twice within a minute', () => {
    const twice = [...ahead(0, 50, 200), ...ahead(12_000, 55, 200), ...ahead(24_000, 40, 200)];
    expect(failed(twice).map((one) => one.slice(0, 6))).toContain('RATE-5');
  });
});

describe('a refusal by the limit per day of the plan whose limit per minute is announced', () => {
  it('may come shortly before the day ends, where no plan is declared', () => {
    const course: LoggedRequest[] = [
      ...usedUp().slice(0, 50),
      { at: 15_000, status: 429, limit: 1_000, remaining: 0, resetIn: 5, retryAfter: 5 },
      ...usedUp()
        .slice(50, 60)
        .map((one) => ({ ...one, at: one.at + 6_500, resetIn: (one.resetIn ?? 0) - 6.5 })),
    ];
    expect(failed(course, undefined, { plan: { name: 'auto' } })).toEqual([]);
  });
});

describe('a refusal after Reset, and after Retry-After', () => {
  const saturated = [0, 62_200, 122_200].map((at) => refusedAt(at, { resetIn: 60, retryAfter: 58 }));

  it('may be for another client that uses the window up, where petvet was never served', () => {
    expect(failed(saturated)).toEqual([]);
    expect(judged(saturated)).toContainEqual(
      expect.stringMatching(/^RATE-8 inconclusive: .*: another client may have used up the new window$/),
    );
  });

  it('violates both where the window has not turned', () => {
    const stuck = [62_500, 66_500, 70_500].map((at) => refusedAt(at, { resetIn: 60 - at / 1_000, retryAfter: 2 }));
    expect(failed([...usedUp(0, {}), ...stuck]).map((one) => one.slice(0, 7))).toEqual(
      expect.arrayContaining(['RATE-8 ', 'RATE-13']),
    );
  });

  it('violates RATE-8 where a Reset a few seconds later names no window that others could have begun', () => {
    const window = fixed(60);
    let [refusals, until] = [0, 0];
    const { findings } = play({
      limiter: (now) => {
        const isAnew = refusals > 0 && now >= until;
        if (isAnew && refusals < 3) [refusals, until] = [refusals + 1, now + 6_000];
        if (refusals > 0 && now < until) return { admitted: false, remaining: 0, resetAt: until, opensAt: until };
        const word = window(now);
        if (!word.admitted && refusals === 0) [refusals, until] = [1, word.resetAt];
        return word;
      },
    });
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'RATE-8', verdict: 'fail', fault: 'refused again' }),
    );
  });

  it('leaves RATE-8 open where a refusal without a Reset tells of no window', () => {
    const { resetIn: _resetIn, ...untold } = refusedAt(62_500);
    const run = [...usedUp(0, {}), untold, refusedAt(122_500, { resetIn: 60, retryAfter: 60 })];
    expect(failed(run).filter((one) => one.startsWith('RATE-8'))).toEqual([]);
  });

  it('violates RATE-13 where petvet had the whole window before for itself', () => {
    expect(failed([...usedUp(0, {}), refusedAt(62_500)])).toEqual([expect.stringMatching(/^RATE-13 fail/)]);
  });

  it.each([
    ['by headers of the day', { limit: 1_000, resetIn: 43_138, retryAfter: 43_138 }],
    ['by a Retry-After of hours', { remaining: 60, retryAfter: 43_138 }],
    ['by a Retry-After of hours with nothing left', { retryAfter: 43_138 }],
  ])('may be for the day, %s', (_how, parts) => {
    expect(failed([...usedUp(0, {}), refusedAt(62_500, parts)])).toEqual([]);
  });

  it('may be a ban, of a client that went on after refusals', () => {
    const onAndOn = Array.from({ length: 30 }, (_, index) => ({ at: 19_000 + index * 100, retryAfter: 41 }));
    const banned = refusedAt(62_500, { retryAfter: 300 });
    expect(failed([...usedUp(0, {}, ...onAndOn), banned])).toEqual([]);
  });

  it('may be a few seconds of skew where the refusal itself says that it is nearly over', () => {
    const early = refusedAt(62_500, { resetIn: -2.5, retryAfter: 2 });
    const run = [...usedUp(0, {}), early, { at: 65_500, remaining: 59, resetIn: 60 }];
    expect(failed(run)).toEqual([]);
    expect(judged([...usedUp(0, {}), early])).toContainEqual(expect.stringContaining('may be a few seconds apart'));
  });

  it('leaves RATE-8 open where only the first request after each Retry-After is refused', () => {
    const twice = [0, 61_000].flatMap((from) => [
      ...usedUp(from, { retryAfter: 38, resetIn: 41.5 }),
      refusedAt(from + 58_000, { resetIn: 2, retryAfter: 2 }),
    ]);
    expect(judged([...twice, { at: 122_000, remaining: 59, resetIn: 60 }])).toContainEqual(
      expect.stringMatching(/^RATE-8 inconclusive: after Retry-After \(38 s\) the next request was refused, 2 times/),
    );
  });
});

const late = (by: number) => [
  ...usedUp(0, { retryAfter: 41 }).map((one) => ({ ...one, resetIn: (one.resetIn ?? 0) + by })),
  { at: 61_500, remaining: 59, resetIn: 60 + by },
];

describe('a Reset beyond the window', () => {
  it('violates RATE-13 where the whole quota is back before it', () => {
    expect(failed(late(30))).toContainEqual(
      expect.stringMatching(/^RATE-13 fail: .* 79 s ahead, but the limit was restored 26 s before it$/),
    );
    expect(failed(late(0))).toEqual([]);
  });
});

const burst = (statuses: readonly number[]) =>
  statuses.map((status, index) => ({ at: 18_000 + index, status, remaining: 0, resetIn: 42 }));

describe('a burst that meets a service in trouble', () => {
  const before = usedUp().slice(0, 58);

  it('is no violation of RATE-5 where what was within the limit met the same', () => {
    expect(failed([...before, ...burst([503, 503, 503, 503, 503])])).toEqual([]);
    expect(failed([...before, ...burst([200, 200, 200, 200, 200])])).toContainEqual(
      expect.stringMatching(/^RATE-5 fail/),
    );
  });
});

const ofTheDay = (end: number) =>
  Array.from({ length: 60 }, (_, index) => ({
    at: index * 300,
    limit: 1_000,
    remaining: 999 - index,
    resetIn: end - index * 0.3,
  }));

describe('a limit that may be that of a minute or of a day', () => {
  const refusal = { at: 18_500, status: 429, limit: 1_000, remaining: 940, resetIn: 31.5, retryAfter: 41 };
  const undeclared = { plan: { name: 'auto' } } as const;

  it('leaves RATE-6 open in the last minute of the day, where no plan is declared', () => {
    expect(failed([...ofTheDay(50), refusal], undefined, undeclared)).toEqual([]);
    expect(judged([...ofTheDay(50), refusal], undefined, undeclared)).toContainEqual(
      expect.stringMatching(/^RATE-6 inconclusive: .* may be the daily limit of another plan: --plan decides$/),
    );
  });

  it('is that of the minute where the whole quota of a weighted counter is back at the end of the next one', () => {
    const ofTheMinute = Array.from({ length: 100 }, (_, index) => ({
      at: index * 30,
      limit: 1_000,
      remaining: 999 - index,
      resetIn: 119 - index * 0.03,
    }));
    const later = { at: 91_600, limit: 1_000, remaining: 945, resetIn: 88 };
    expect(judged([...ofTheMinute, later], undefined, undeclared)).toEqual([]);
  });

  it('is that of the day wherever one Reset lies beyond a minute', () => {
    const later = { at: 62_000, limit: 1_000, remaining: 999, resetIn: 86_388 };
    expect(judged([...ofTheDay(50), refusal, later], undefined, undeclared).join('\n')).not.toContain('RATE-6');
  });
});

const withAge = (parts: ExchangeParts): ExchangeParts =>
  parts.target === '/pets?limit=77' ? { ...parts, headers: [...(parts.headers ?? []), ['Age', '6']] } : parts;

describe('what did not come from the limiter as it was', () => {
  it('is a response that a cache kept', () => {
    const aged = usedUp().map((one, index) =>
      index === 45 ? { ...one, remaining: 59, target: '/pets?limit=77' } : one,
    );

    expect(failed(aged, withAge)).toEqual([]);
    expect(failed(aged)).toEqual([expect.stringMatching(/^RATE-4 fail/)]);
  });

  it.each(['Bearer {primary} extra', 'bearer {primary}'])(
    'is a refusal of %j, by the limit of those without a key',
    (credential) => {
      const odd = (parts: ExchangeParts): ExchangeParts =>
        parts.target === '/pets?limit=77' ? { ...parts, requestHeaders: [['Authorization', credential]] } : parts;
      const refused = { at: 6_100, status: 429, limit: 5, remaining: 0, resetIn: 54, retryAfter: 54 };
      const requests = usedUp()
        .slice(0, 40)
        .toSpliced(20, 0, { ...refused, target: '/pets?limit=77' });
      expect(failed(requests, odd)).toEqual([]);
    },
  );

  it('is a refused key that was counted all the same', () => {
    const rotated = usedUp(0, {}).map((one, index) =>
      index >= 50 && index < 60 ? { at: one.at, status: 401, remaining: 0 } : one,
    );
    expect(failed(rotated)).toEqual([]);
  });
});

describe('RATE-5', () => {
  it('is not shown by a service that serves nothing', () => {
    expect(
      aLimiterLog([refusedAt(0), refusedAt(MINUTE + 2_200)]).filter(
        ({ rule, verdict }) => rule === 'RATE-5' && verdict === 'pass',
      ),
    ).toEqual([]);
  });
});

const day = (minutes: number, next: Partial<LoggedRequest>) => [
  ...Array.from({ length: 30 }, (_, index) => ({
    at: index * 300,
    limit: 1_000,
    remaining: 999 - index,
    resetIn: minutes * 60 - index * 0.3,
  })),
  { at: 62_000, limit: 1_000, remaining: 999, resetIn: 58, ...next },
];

const slow = (pace: number) =>
  Array.from({ length: 40 }, (_, index) => ({ at: index * pace, limit: 100_000, remaining: 99_999, resetIn: 1 }));

describe('a Reset at which no window of the plan can end, which violates RATE-2', () => {
  it.each([
    ['an hour ago', -3_600],
    ['a week ahead', 604_800],
  ])('says nothing of the limiter: %s', (_when, resetIn) => {
    const log = [...usedUp(), ...usedUp(61_000, {})].map((one) => ({ ...one, resetIn }));
    expect(failed(log)).toEqual([]);
    expect(judged(log).join()).not.toContain('the window seems to be');
  });
});

describe('the limit of a day', () => {
  it('violates RATE-3 where all of it is back after minutes, again and again', () => {
    expect(failed(day(1, {}))).toEqual([
      "RATE-3 fail: X-RateLimit-Limit is 1000, the plan's daily limit, but Remaining went from 970 to 999 when Reset moved by only 60 s",
    ]);
  });

  it('violates RATE-3 where the first requests after it say nothing of the limit, which they may have used', () => {
    const odd = [61_000, 61_500].map((at) => ({ at, status: 400, target: '/pets?status=%zz' }));
    const again = (remaining: number) =>
      failed([...day(1, {}).slice(0, 30), ...odd, ...day(1, { remaining }).slice(30)]);
    expect(again(997).join()).toContain('RATE-3');
    expect(again(990)).toEqual([]);
  });

  it.each([
    ['renews at midnight', day(1, { resetIn: 86_398 })],
    ['still counts what was used', day(1, { remaining: 969 })],
    ['goes on', day(600, { remaining: 969, resetIn: 35_938 })],
  ])('may be one that %s', (_what, requests) => {
    expect(failed(requests)).toEqual([]);
  });

  it('may be that of a test installation whose day is shorter', () => {
    const windows = { minute: 60, day: 120, testInstallation: true };
    expect(failed(day(2, { resetIn: 118 }), undefined, { windows })).toEqual([]);
  });

  it('may be a bucket that gives a large one back about as fast as petvet uses it', () => {
    const large = { name: 'business', perMinute: 1_000, perDay: 100_000 } as const;
    expect(failed(slow(1_000), undefined, { plan: large }).join('\n')).not.toContain('RATE-3');
    expect(failed(slow(300), undefined, { plan: large }).join('\n')).toContain('RATE-3');
  });
});
