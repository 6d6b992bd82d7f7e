import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times as tries } from '../../files/test-sample.fixture.ts';
import { aKnowledge, aReading, FIRST_INSTANT } from '../judges.fixture.ts';
import { withoutRawBodies, type Reading } from '../reading.ts';
import { randomOf } from '../service-traits.fixture.ts';
import { readHistory, type History, type LimiterLog } from './metered-history.ts';
import { judgeLimiter, LIMITER_JUDGES } from './index.ts';
import { bucket, fixed, slidingLog, weighted, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { readPlainHistory } from './plain-history.fixture.ts';
import { withoutLimitHeaders, type MeteredRequest } from './metered-request.ts';

/** What happens to the word of a limiter on its way, now and then. */
const SLIPS = ['none', 'silent', 'remaining', 'reset', 'refused', 'failed', 'day'] as const;

const LIMITERS: readonly ((perWindow: number) => SimulatedLimiter)[] = [
  (perWindow) => fixed(perWindow),
  (perWindow) => fixed(perWindow, { aligned: true, extra: 3 }),
  (perWindow) => slidingLog(perWindow),
  (perWindow) => weighted(perWindow, { extra: 10 }),
  (perWindow) => bucket(perWindow, { resets: 'next' }),
  (perWindow) => bucket(perWindow, { atATime: 5 }),
];

const DRAWN = fc.record({
  limiter: fc.nat(LIMITERS.length - 1),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.integer({ min: 1, max: 260 }),
  /** Upper bounds in milliseconds: from one departure to the next, and from a departure to its response. */
  apart: fc.constantFrom(0, 20, 400, 3_000),
  long: fc.constantFrom(1, 30, 900),
  senders: fc.constantFrom(0, 1, 4),
  slips: fc.subarray([...SLIPS], { minLength: 1 }),
  often: fc.constantFrom(0, 0, 0.05, 0.5),
});

type Drawn = typeof DRAWN extends fc.Arbitrary<infer T> ? T : never;

const FIGURE = 60;

/** A log whose requests may overlap, of a service that may be wrong in any way. */
function logOf({ limiter, seed, count, apart, long, senders, slips, often }: Drawn): LimiterLog {
  const random = randomOf(seed);
  const admit = (LIMITERS[limiter] ?? fixed)(FIGURE);
  let now = FIRST_INSTANT;
  const readings = Array.from({ length: count }, (_, index): Reading => {
    now += Math.floor(apart * random());
    const { admitted, remaining, resetAt, opensAt } = admit(now);
    const slip = random() < often ? slips[Math.floor(random() * slips.length)] : 'none';
    const reset = Math.ceil(resetAt / 1_000) + (slip === 'reset' ? 40 : 0);
    const isRefused = !admitted || slip === 'refused';
    const reading = aReading({
      id: index + 1,
      target: random() < 0.2 ? '/pets/7' : '/pets?limit=1',
      credential: random() < 0.05 ? 'second' : 'primary',
      status: slip === 'failed' ? 503 : isRefused ? 429 : 200,
      headers: [
        ['Date', new Date(now).toUTCString()],
        ['X-RateLimit-Limit', slip === 'day' ? '1000' : `${FIGURE}`],
        ['X-RateLimit-Remaining', `${slip === 'remaining' ? Math.floor(random() * FIGURE) : remaining}`],
        ['X-RateLimit-Reset', `${reset}`],
        ...(isRefused ? [['Retry-After', `${Math.max(0, Math.ceil((opensAt - now) / 1_000))}`] as const] : []),
      ],
      without: slip === 'silent' ? ['X-RateLimit-Remaining', 'X-RateLimit-Reset'] : [],
    });
    const to = now + Math.ceil(long * random());
    const times = { startedAt: now, answeredAt: to, endedAt: to };
    const sender = senders === 0 ? {} : { sender: `${Math.floor(random() * senders)}` };
    return withoutRawBodies({ ...reading, exchange: { ...reading.exchange, times, ...sender } });
  });
  const plan = { name: 'enterprise', perMinute: FIGURE, perDay: 1_000 } as const;
  return { readings, unanswered: [], knowledge: aKnowledge({ plan, secondKey: true }) };
}

function plain(request: MeteredRequest): MeteredRequest {
  return { ...withoutLimitHeaders(request), remaining: request.remaining, reset: request.reset };
}

function saidOf({ requests, batches, clockOffset }: History) {
  return {
    requests: [...requests].map(plain),
    batches: [...batches].map((batch) => ({ ...batch, requests: batch.requests.map(plain) })),
    clockOffset,
  };
}

/** As a long log is read. */
const readInColumns: typeof readHistory = (log, role) => readHistory(log, role, 0);

describe('a history in columns', () => {
  it('holds the same requests, in the same steps, as one in lists', () => {
    fc.assert(
      fc.property(DRAWN, (drawn) => {
        const log = logOf(drawn);
        const [lean, lists] = [readInColumns(log, 'primary'), readPlainHistory(log, 'primary')];
        expect(saidOf(lean)).toEqual(saidOf(lists));
        expect(saidOf(readHistory(log, 'primary'))).toEqual(saidOf(lists));
      }),
      { seed: 20_261_122, numRuns: tries(120, 40) },
    );
  });

  it('gets the same verdicts', () => {
    fc.assert(
      fc.property(DRAWN, (drawn) => {
        const log = logOf(drawn);
        const judged = judgeLimiter(log);
        expect(judgeLimiter(log, LIMITER_JUDGES, readPlainHistory)).toEqual(judged);
        expect(judgeLimiter(log, LIMITER_JUDGES, readInColumns)).toEqual(judged);
      }),
      { seed: 20_261_122, numRuns: tries(120, 40) },
    );
  });
});
