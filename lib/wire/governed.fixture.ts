import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import type { HeaderPair } from '../evidence/exchange.ts';
import { createGovernor, type Governor } from './governor.ts';
import { readLimit } from './limit-reading.ts';
import { simulatedLimiter, type LimiterOptions } from './limiter.fixture.ts';
import type { Figures } from './plan-figures.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.fixture.ts';

/** What the answers say: honestly of the minute, of the day or of the tighter one; or nothing of use. */
type Headers = 'minute' | 'day' | 'tighter' | 'none' | 'always 0' | 'never moves' | 'in milliseconds';

/** A service, the connection to it, and what the governor is told about it. */
export interface World extends LimiterOptions {
  readonly headers: Headers;
  readonly perDay: number;
  readonly declared: Figures;
  /** Milliseconds of each way, per request; used round and round. */
  readonly latencies: readonly number[];
  /** How far the service's clock is ahead, in milliseconds. */
  readonly skew: number;
  readonly rounding: 'ceil' | 'floor';
  /** One in this many requests is answered without being counted, such as a 400; none when it is absent. */
  readonly freeEvery?: number;
  /** What answers to admitted requests ask for besides, one after the other, round and round; none when it is absent. */
  readonly asks?: readonly { readonly status: number; readonly retryAfter: string; readonly seconds: number }[];
  readonly maxRequests?: number;
  readonly dayAllowance?: number;
  readonly dayShare?: number;
  readonly minuteShare?: number;
  readonly longestWait?: number;
}

/** A request of the governed client as it went. */
interface Sent {
  readonly leftAt: number;
  /** Whether it was to be one of the burst. */
  readonly burst: boolean;
  admitted?: boolean;
  retryUntil?: number;
  /** Until when an answer other than a 429 asked for silence. */
  silentUntil?: number;
  answeredAt?: number;
}

export interface Governed {
  readonly clock: VirtualClock;
  readonly governor: Governor;
  readonly sent: Sent[];
  readonly ended: string[];
  /** What it was told of waits. */
  readonly waits: { readonly at: number; readonly until: number; readonly why: string }[];
  readonly interrupt: AbortController;
  /** Sends a request; when it has ended, its outcome is in `ended`: a status, or the name of an error. */
  send(overLimit?: boolean): Promise<void>;
  /** The least that remained of a window after a request. */
  leastLeft(): number;
  /** Another client of the key takes that many. */
  disturb(requests: number): void;
}

/** The start of a run: not the start of any window. */
export const START = 1_795_000_017_321;

export function governed(world: World): Governed {
  const clock = virtualClock(START);
  const interrupt = new AbortController();
  const waits: Governed['waits'] = [];
  const minute = simulatedLimiter(world);
  const day = simulatedLimiter({ ...world, kind: 'aligned', limit: world.perDay, window: 86_400_000 });
  const governor = createGovernor({
    clock,
    maxRequests: world.maxRequests ?? Infinity,
    dayAllowance: world.dayAllowance ?? Infinity,
    dayShare: world.dayShare ?? 1,
    minuteShare: world.minuteShare ?? 1,
    random: () => 0.5,
    declared: world.declared,
    window: world.window,
    longestWait: world.longestWait ?? 130_000,
    interrupted: interrupt.signal,
    onWaiting: (until, why) => waits.push({ at: clock.now(), until, why }),
  });
  const sent: Sent[] = [];
  const ended: string[] = [];
  let served = 0;
  let least = Infinity;

  const serve = (): { status: number; headers: HeaderPair[]; retryAfter: number } => {
    const now = clock.now() + world.skew;
    served += 1;
    if (world.freeEvery !== undefined && served % world.freeEvery === 0 && minute.remaining(now) > 0)
      return { status: 200, headers: rateHeaders(now), retryAfter: 0 };
    const opens = Math.max(minute.opensAt(now), day.opensAt(now));
    const fits = minute.remaining(now) > 0 && day.remaining(now) > 0;
    const admitted = fits ? minute.take(now) && day.take(now) : minute.take(now) && false;
    least = Math.min(least, minute.remaining(now));
    const after = Math.max(opens, admitted ? now : minute.opensAt(now));
    const retryAfter = Math.max(1, Math.ceil((after - now) / 1_000));
    return { status: admitted ? 200 : 429, headers: rateHeaders(now), retryAfter };
  };

  const rateHeaders = (now: number): HeaderPair[] => {
    const seconds = (instant: number) => `${Math[world.rounding](instant / 1_000)}`;
    const ofMinute = seconds(minute.resetAt(now));
    const isDay =
      world.headers === 'day' || (world.headers === 'tighter' && day.remaining(now) < minute.remaining(now));
    if (isDay) return write(world.perDay, day.remaining(now), seconds(day.resetAt(now)));
    switch (world.headers) {
      case 'none':
        return [];
      case 'always 0':
        return write(world.limit, 0, ofMinute);
      case 'never moves':
        return write(world.limit, world.limit - 1, ofMinute);
      case 'in milliseconds':
        return write(world.limit, minute.remaining(now), `${minute.resetAt(now)}`);
      default:
        return write(world.limit, minute.remaining(now), ofMinute);
    }
  };

  return {
    clock,
    governor,
    sent,
    ended,
    waits,
    interrupt,
    async send(overLimit = false) {
      let ticket: number;
      try {
        ticket = await governor.enter('primary', overLimit);
      } catch (error) {
        ended.push(error instanceof Error ? error.name : 'unknown');
        return;
      }
      const startedAt = clock.now();
      const one: Sent = { leftAt: startedAt, burst: overLimit };
      sent.push(one);
      const latency = (way: number) => world.latencies[(2 * sent.length + way) % world.latencies.length] ?? 0;
      const there = latency(0);
      const back = latency(1);
      await new Promise<void>((resolve) => {
        clock.at(startedAt + there, () => {
          const { status, headers, retryAfter } = serve();
          const date = new Date(clock.now() + world.skew).toUTCString();
          clock.at(startedAt + there + back, () => {
            const answeredAt = clock.now();
            one.admitted = status === 200;
            one.answeredAt = answeredAt;
            const asks = status === 429 ? undefined : world.asks?.[sent.length % world.asks.length];
            if (status === 429) {
              if (!looksLikeMilliseconds(retryAfter, headers, Date.parse(date)))
                one.retryUntil = answeredAt + retryAfter * 1_000;
            } else if (asks !== undefined && isMeant(asks, headers, Date.parse(date)))
              one.silentUntil = answeredAt + asks.seconds * 1_000;
            const asked = status === 429 ? `${retryAfter}` : asks?.retryAfter;
            const all: HeaderPair[] = [
              ...headers,
              ['Date', date],
              ...(asked === undefined ? [] : [[RETRY_AFTER, asked] satisfies HeaderPair]),
            ];
            const answer = { status: asks?.status ?? status, headers: all };
            const windows = { minute: world.window / 1_000, day: 86_400 };
            governor.arrive('primary', ticket, readLimit(answer, { startedAt, answeredAt }, windows));
            ended.push(`${status}`);
            resolve();
          });
        });
      });
    },
    leastLeft: () => least,
    disturb(requests) {
      for (let taken = 0; taken < requests; taken += 1) minute.take(clock.now() + world.skew);
    },
  };
}

/** Slow responses and dates in whole seconds leave open when Reset is. */
const UNSURE_MS = 8_000;

/** The number that a header says; NaN where there is none. */
function numberOf(headers: readonly HeaderPair[], name: string): number {
  return Number(headers.find(([one]) => one === name)?.[1]);
}

/** Milliseconds between the end of a wait and Reset; NaN without a Reset. */
function offReset(wait: number, headers: readonly HeaderPair[], now: number): number {
  return Math.abs(wait - (1_000 * numberOf(headers, RATE_LIMIT_HEADERS.reset) - now));
}

/** Whether a number of seconds, read as milliseconds, ends just at Reset: nobody can tell which is meant. */
function looksLikeMilliseconds(retryAfter: number, headers: readonly HeaderPair[], now: number): boolean {
  return offReset(retryAfter, headers, now) < UNSURE_MS;
}

/** A wait that ends at Reset only describes the window, and asks for nothing; so does a 200 without Reset, where requests remain. */
function isMeant(
  { status, seconds }: { readonly status: number; readonly seconds: number },
  headers: readonly HeaderPair[],
  now: number,
): boolean {
  const remaining = numberOf(headers, RATE_LIMIT_HEADERS.remaining);
  if (![200, 401, 413].includes(status) || Number.isNaN(remaining)) return true;
  const isTold = numberOf(headers, RATE_LIMIT_HEADERS.reset) < 1e11;
  return isTold ? offReset(1_000 * seconds, headers, now) > UNSURE_MS : status !== 200 || remaining === 0;
}

function write(limit: number, remaining: number, reset: string): HeaderPair[] {
  return [
    [RATE_LIMIT_HEADERS.limit, `${limit}`],
    [RATE_LIMIT_HEADERS.remaining, `${remaining}`],
    [RATE_LIMIT_HEADERS.reset, reset],
  ];
}
