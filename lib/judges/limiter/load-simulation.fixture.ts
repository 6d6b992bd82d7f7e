import { aKnowledge, aReader, FIRST_INSTANT } from '../judges.fixture.ts';
import { withoutRawBodies, type Reading } from '../reading.ts';
import { randomOf } from '../service-traits.fixture.ts';
import { judgeLimiter, type LimiterVerdict } from './index.ts';
import type { SimulatedLimiter } from './limiter-simulation.fixture.ts';

/** Requests of a load run as a simulated service meets them. */
export interface LoadCourse {
  readonly limiter: SimulatedLimiter;
  readonly perWindow: number;
  /** When each request leaves, in milliseconds after the start. */
  readonly departures: readonly number[];
  /** How long each of them takes, in milliseconds: least and most. */
  readonly durations: readonly [least: number, most: number];
  readonly seed?: number;
  /** No sender sends more than one at a time; without it everyone's requests may come in any order. */
  readonly hasSenders?: boolean;
}

/** A window's limit, or a part of it, evenly within each window, from the first instant on. */
export function paced(count: number, windows: number, { span = 48_000, period = 61_000 } = {}): number[] {
  return Array.from({ length: windows * count }, (_, nth) => {
    const window = Math.floor(nth / count);
    return window * period + ((nth % count) * span) / count;
  });
}

/** What the judges say of a load run whose clock tells whole milliseconds, as that of k6 does. */
export function judgeLoad(course: LoadCourse): LimiterVerdict {
  const { perWindow, departures, limiter, durations, seed = 1, hasSenders = true } = course;
  const random = randomOf(seed);
  const [least, most] = durations;
  const start = FIRST_INSTANT + Math.floor(random() * 60_000) + random();
  const busy: number[] = [];
  // A scenario looks at the limit before it begins.
  const requests = [-4_000, ...departures].map((departure) => {
    const from = start + departure;
    // Mostly quick, at times slow.
    const to = from + least + (most - least) * random() ** 4;
    const free = busy.findIndex((until) => until <= from);
    const sender = free < 0 ? busy.length : free;
    busy[sender] = to;
    return { from, to, met: from + (to - from) * (0.1 + 0.8 * random()), sender };
  });
  const words = new Map(
    requests.toSorted((a, b) => a.met - b.met).map((request) => [request, limiter(request.met)] as const),
  );
  const read = aReader();
  const readings = requests
    .toSorted((a, b) => a.to - b.to)
    .toSorted((a, b) => Math.floor(a.from) - Math.floor(b.from))
    .map((request, index): Reading => {
      const { from, to, met, sender } = request;
      const { admitted = false, remaining = 0, resetAt = 0, opensAt = 0 } = words.get(request) ?? {};
      const reading = read({
        id: index + 1,
        target: '/pets?limit=1',
        status: admitted ? 200 : 429,
        headers: [
          ['Date', new Date(met).toUTCString()],
          ['X-RateLimit-Limit', `${perWindow}`],
          ['X-RateLimit-Remaining', `${remaining}`],
          ['X-RateLimit-Reset', `${Math.ceil(resetAt / 1_000)}`],
          ...(admitted ? [] : [['Retry-After', `${Math.ceil((opensAt - met) / 1_000)}`] as const]),
        ],
      });
      const until = Math.floor(to) + 1;
      const times = { startedAt: Math.floor(from), answeredAt: until, endedAt: until };
      const exchange = { ...reading.exchange, times, ...(hasSenders && { sender: `${sender}` }) };
      return withoutRawBodies({ ...reading, exchange });
    });
  const plan = { name: 'enterprise', perMinute: perWindow } as const;
  return judgeLimiter({ readings, unanswered: [], knowledge: aKnowledge({ plan }) });
}
