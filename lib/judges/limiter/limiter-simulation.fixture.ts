import { aKnowledge, aReader, FIRST_INSTANT, type ExchangeParts } from '../judges.fixture.ts';
import { withoutRawBodies, type Reading } from '../reading.ts';
import { randomOf } from '../service-traits.fixture.ts';
import type { JudgeKnowledge } from '../../expectation/expectation.ts';
import { judgeLimiter, type LimiterVerdict } from './index.ts';
import type { PlainExchange } from './plain-evidence.fixture.ts';

/** What a simulated limiter says of one request. Instants in milliseconds since 1970. */
export interface Word {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  readonly opensAt: number;
}

/** A simulated limiter of one caller. */
export type SimulatedLimiter = (now: number, isCounted?: boolean) => Word;

/** How a simulated run goes. */
export interface Course {
  readonly perWindow?: number;
  readonly seed?: number;
  /** Mean milliseconds between two requests. */
  readonly pace?: number;
  readonly limiter: SimulatedLimiter;
  /** Of the second caller; without one there is none. */
  readonly second?: SimulatedLimiter;
  /** The probability that another client sends one with each of ours. */
  readonly neighbour?: number;
  /** Milliseconds by which the service's clock is ahead. */
  readonly clockOffset?: number;
  /** Requests before the burst, when the limit is not to be reached. */
  readonly most?: number;
  /** Requests after the wait. */
  readonly afterwards?: number;
  /** Milliseconds of rest where none is left of these, instead of the wait until Reset. */
  readonly rest?: number;
  readonly alter?: (parts: ExchangeParts, word: Word) => ExchangeParts;
  readonly knowledge?: Partial<JudgeKnowledge>;
  /** How Retry-After is rounded and computed, in seconds. */
  readonly retryAfter?: (seconds: number) => number;
  /** Statuses that the limiter does not see. */
  readonly uncounted?: readonly number[];
  /** Requests with the key within a second, of which the log knows nothing, and how long before its first one, in milliseconds. */
  readonly earlier?: { readonly count: number; readonly ago: number };
}

const MINUTE = 60_000;

/** A fixed window, opened by the first request or by the clock. */
export function fixed(perWindow: number, { aligned = false, extra = 0, length = MINUTE } = {}): SimulatedLimiter {
  let end = 0;
  let used = 0;
  return (now, isCounted = true) => {
    if (now >= end) {
      end = aligned ? (Math.floor(now / length) + 1) * length : now + length;
      used = 0;
    }
    const admitted = used < perWindow + extra;
    if (admitted && isCounted) used++;
    return { admitted, remaining: Math.max(0, perWindow - used), resetAt: end, opensAt: end };
  };
}

/** A sliding log; `resets`: when the next unit comes back, or when all are. */
export function slidingLog(
  perWindow: number,
  { extra = 0, resets = 'next' }: { extra?: number; resets?: 'next' | 'all' } = {},
): SimulatedLimiter {
  const log: number[] = [];
  return (now, isCounted = true) => {
    // In order but for a few milliseconds: behind what is due in a second nothing is due now.
    const later = log.findIndex((at) => at > now - MINUTE + 1_000);
    const soon = log.slice(0, later < 0 ? log.length : later);
    log.splice(0, soon.length, ...soon.filter((at) => at > now - MINUTE));
    const admitted = log.length < perWindow + extra;
    if (admitted && isCounted) log.push(now);
    const next = (log[0] ?? now) + MINUTE;
    const all = (log.at(-1) ?? now) + MINUTE;
    return {
      admitted,
      remaining: Math.max(0, perWindow - log.length),
      resetAt: resets === 'next' ? next : all,
      opensAt: next,
    };
  };
}

/**
 * A weighted counter on the windows of the clock; `resets`: at the end of its window, a window from now, when it counts one request less of the
 * window before, where that had any, or, for those it refuses and for all once nothing is left, when the next one is let in.
 */
export function weighted(
  perWindow: number,
  {
    extra = 0,
    ofRefusals = false,
    resets = 'end',
    length = MINUTE,
  }: {
    extra?: number;
    ofRefusals?: boolean;
    resets?: 'end' | 'ahead' | 'next' | 'opens-to-refused' | 'opens';
    length?: number;
  } = {},
): SimulatedLimiter {
  let window = 0;
  let before = 0;
  let used = 0;
  return (now, isCounted = true) => {
    const current = Math.floor(now / length);
    if (current !== window) {
      before = current === window + 1 ? used : 0;
      used = 0;
      window = current;
    }
    const share = 1 - (now % length) / length;
    const estimate = before * share + used;
    const admitted = estimate + 1 <= perWindow + extra;
    if ((admitted && isCounted) || (!admitted && ofRefusals)) used++;
    const over = before * share + used + 1 - perWindow;
    const end = (current + 1) * length;
    const turned = end + length * (1 - (perWindow - 1) / used);
    const opensAt = before > 0 && over <= before * share ? now + (over / before) * length : turned;
    const announced = {
      end: () => (ofRefusals ? Math.max(end, opensAt) : end),
      ahead: () => now + length,
      'opens-to-refused': () => (admitted ? end : Math.max(now, opensAt)),
      opens: () => (perWindow - before * share - used < 1 ? Math.max(now, opensAt) : end),
      next: () => (before === 0 ? end : now + ((end - now) % (length / before))),
    };
    return {
      admitted,
      remaining: Math.max(0, Math.floor(perWindow - before * share - used)),
      resetAt: announced[resets](),
      opensAt: Math.max(now, opensAt),
    };
  };
}

/**
 * A token bucket; `atATime`: how many tokens come back at a time, every `interval` milliseconds; `resets`: with the next token, or when
 * it is full.
 */
export function bucket(
  perWindow: number,
  {
    extra = 0,
    atATime = 1,
    interval: each = (MINUTE / perWindow) * atATime,
    resets = 'full',
  }: { extra?: number; atATime?: number; interval?: number; resets?: 'full' | 'next' } = {},
): SimulatedLimiter {
  let tokens = perWindow + extra;
  let at: number | undefined;
  return (now, isCounted = true) => {
    at ??= now;
    const times = atATime === 1 ? (now - at) / each : Math.floor((now - at) / each);
    tokens = Math.min(perWindow + extra, tokens + times * atATime);
    at = atATime === 1 ? now : at + times * each;
    const admitted = tokens >= 1;
    if (admitted && isCounted) tokens -= 1;
    const next = atATime === 1 ? now + Math.max(0, 1 - tokens) * each : at + each;
    return {
      admitted,
      remaining: Math.min(perWindow, Math.floor(tokens)),
      resetAt: resets === 'full' ? now + ((perWindow - tokens) / perWindow) * MINUTE : Math.max(next, now),
      opensAt: next,
    };
  };
}

/** Simulates a run like petvet's own: requests until two remain, a burst of five, the wait, and some more. */
export function play(course: Course): LimiterVerdict {
  return playLogged(course).verdict;
}

/** The same, with its exchanges. */
export function playLogged(course: Course): { readonly verdict: LimiterVerdict; readonly exchanges: PlainExchange[] } {
  const run = new Run(course);
  run.play();
  const verdict = judgeLimiter({
    readings: run.readings,
    unanswered: [],
    knowledge: { ...aKnowledge({ secondKey: course.second !== undefined }), ...course.knowledge, ...run.plan },
  });
  return { verdict, exchanges: run.readings.map(({ exchange }) => exchange) };
}

/** The rules that a verdict says are violated. */
export function failed({ findings }: LimiterVerdict): string[] {
  return [...new Set(findings.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule))].toSorted();
}

/** The rules that a verdict says are satisfied. */
export function passed({ findings }: LimiterVerdict): string[] {
  return [...new Set(findings.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule))].toSorted();
}

const SORTS: readonly ExchangeParts[] = [
  { target: '/pets?limit=1' },
  { target: '/pets?limit=2' },
  { target: '/pets/999', status: 404 },
  { method: 'POST', sends: { name: 'x' }, status: 400 },
  { method: 'POST', sends: { name: 'x', categoryId: 1n }, status: 201 },
];

class Run {
  readonly readings: Reading[] = [];
  readonly #read = aReader();
  readonly plan: Partial<JudgeKnowledge>;
  readonly #course: Course;
  readonly #random: () => number;
  readonly #figure: number;
  #now = FIRST_INSTANT;
  #id = 0;
  #left: number;
  #resetsIn = 0;
  #admitted = 0;

  constructor(course: Course) {
    this.#course = course;
    this.#random = randomOf(course.seed ?? 1);
    this.#figure = course.perWindow ?? 60;
    this.#left = this.#figure;
    this.plan = course.perWindow === undefined ? {} : { plan: { name: 'enterprise', perMinute: course.perWindow } };
    this.#now += Math.floor(this.#random() * 90_000);
  }

  #useUnseen({ count, ago }: { readonly count: number; readonly ago: number }): void {
    for (let nth = 0; nth < count; nth++) this.#course.limiter(this.#now + (nth * 1_000) / count);
    this.#now += 1_000 + ago;
  }

  play(): void {
    const { second, most = 3 * this.#figure, pace = 12, afterwards = 45, rest, earlier } = this.#course;
    let sent = 0;
    if (earlier !== undefined) this.#useUnseen(earlier);
    for (; this.#left > 2 && sent < most; sent++) {
      if (sent === 5 && second !== undefined) this.#send(second, { credential: 'second', target: '/pets?limit=1' });
      this.#send(this.#course.limiter, SORTS[Math.floor(this.#random() * SORTS.length)] ?? {});
      this.#now += 5 + this.#random() * pace;
      if (this.#left === 3) this.#now += (2.4 * MINUTE) / this.#figure;
    }
    if (sent >= most && this.#left > 2 && this.#course.most !== undefined) return;
    const waits = Array.from({ length: 5 }, (_, index) =>
      this.#send(this.#course.limiter, { target: `/pets?limit=${index + 1}` }, index / 10),
    );
    this.#now += 10;
    if (second !== undefined) this.#send(second, { credential: 'second', target: '/pets?limit=1' });
    let wait = Math.max(...waits);
    if (wait === 0 && this.#left === 0) wait = this.#resetsIn;
    for (let count = 0; count < afterwards; count++) {
      this.#now += wait + (wait > 0 ? 2_200 : 5 + this.#random() * pace);
      wait = this.#send(this.#course.limiter, SORTS[count % SORTS.length] ?? {});
      if (wait === 0 && this.#left === 0) wait = rest ?? Math.max(1_000, this.#resetsIn);
    }
  }

  /** @returns milliseconds to wait */
  #send(limiter: SimulatedLimiter, parts: ExchangeParts, later = 0): number {
    const { neighbour = 0, clockOffset = 0, alter = (same) => same, retryAfter = (seconds) => seconds } = this.#course;
    const at = this.#now + later;
    if (this.#random() < neighbour) limiter(at);
    const isUncounted = this.#course.uncounted?.includes(parts.status ?? 200) === true;
    const word = limiter(at + 1, !isUncounted);
    this.#resetsIn = Math.max(0, word.resetAt - at);
    const seconds = retryAfter(Math.ceil((word.opensAt - at - 1) / 1_000));
    const refused: ExchangeParts = word.admitted ? {} : { status: 429, json: undefined };
    const exchange: ExchangeParts = {
      ...parts,
      ...refused,
      id: ++this.#id,
      at,
      headers: [
        ['Date', new Date(at + clockOffset).toUTCString()],
        ['X-RateLimit-Limit', `${this.#figure}`],
        ['X-RateLimit-Remaining', `${word.remaining}`],
        ['X-RateLimit-Reset', `${Math.ceil((word.resetAt + clockOffset) / 1_000)}`],
        ...(word.admitted ? [] : [['Retry-After', `${seconds}`] as const]),
      ],
    };
    const altered = alter(exchange, word);
    this.readings.push(withoutRawBodies(this.#read({ ...altered, knowledge: { ...this.plan } })));
    if (altered.status !== 429) this.#admitted += 1;
    if (parts.credential !== 'second') {
      const told = altered.headers?.find(([name]) => name === 'X-RateLimit-Remaining')?.[1];
      const own = this.#figure - this.#admitted;
      this.#left = this.#course.alter === undefined ? Number(told) : Math.min(Number(told ?? own), Math.max(own, 0));
    }
    return altered.status === 429 ? Math.max(0, seconds) * 1_000 : 0;
  }
}
