import { MOST_SHOWN } from '../finding.ts';
import type { History } from './metered-history.ts';
import type { MeteredRequest } from './metered-request.ts';

/** Responses that announced the same Remaining, each with the next one, which shows that it was wrong. */
export interface UntrueRemaining {
  readonly remaining: number;
  readonly times: number;
  /** The statuses of those responses, each once. */
  readonly statuses: readonly number[];
  /** The first of them, each before the one that shows it. */
  readonly numbers: readonly number[];
}

/**
 * How often this must happen: to explain it, another client would have to use up, or a limiter restore, exactly the difference and then reverse it, each
 * time within one window.
 */
const LEAST_TIMES = 3;

/** How often a value was seen to be untrue. */
class Seen {
  times = 0;
  readonly statuses = new Set<number>();
  readonly numbers: number[] = [];

  add(odd: readonly MeteredRequest[], last: MeteredRequest, next: MeteredRequest): void {
    this.times++;
    for (const { status } of odd) this.statuses.add(status);
    if (this.numbers.length < 2 * MOST_SHOWN) this.numbers.push(last.number, next.number);
  }
}

/**
 * Finds a Remaining that several responses announce and the next response contradicts: there the count goes on as if each request had been counted once.
 * Error responses with headers of their own are an example. A 0 may recur over several windows. Any other value must recur within one, because a second
 * counter that starts anew would announce it once in each.
 */
export function findUntrueRemaining({ requests }: History): UntrueRemaining | undefined {
  const seen = new Map<number, Seen>();
  let window: MeteredRequest[] = [];
  for (const request of requests) {
    const before = window.at(-1);
    if (before !== undefined && !isOfSameWindow(before, request)) {
      window = [];
      for (const [value, { times }] of seen) if (value !== 0 && times < LEAST_TIMES) seen.delete(value);
    }
    const value = before?.remaining;
    if (value === undefined || value === request.remaining) {
      window.push(request);
      continue;
    }
    const odd = window.slice(window.findLastIndex(({ remaining, refused }) => remaining !== value || refused) + 1);
    const last = odd.at(-1);
    window.push(request);
    if (last === undefined || request.from < last.to || !goesOn(window, odd.length)) continue;
    const known = seen.get(value) ?? new Seen();
    seen.set(value, known);
    known.add(odd, last, request);
  }
  for (const [remaining, { times, statuses, numbers }] of seen)
    if (times >= LEAST_TIMES) return { remaining, times, statuses: [...statuses], numbers };
  return undefined;
}

/** What was seen, in words. */
export function sayUntrueRemaining({ remaining, times, statuses }: UntrueRemaining): string {
  return `Remaining was ${remaining} in responses with ${statuses.join(' and ')}, and the next response showed that it was not, ${times} times`;
}

function isOfSameWindow(a: MeteredRequest, b: MeteredRequest): boolean {
  return a.reset !== undefined && a.reset === b.reset && a.period === b.period && a.limit === b.limit;
}

/**
 * Whether the last response of a window continues the count from before the odd ones, while these announced neither a count nor the value before them:
 * where Remaining changes only with some requests, others repeat the value before.
 *
 * @param odd - how many responses before the last one announced the same value
 */
function goesOn(window: readonly MeteredRequest[], odd: number): boolean {
  const last = window.at(-1);
  if (last?.remaining === undefined || last.limit === undefined || last.remaining === 0 || last.status === 429)
    return false;
  const value = window.at(-2)?.remaining ?? 0;
  const before = window.at(-odd - 2)?.remaining;
  const start = before ?? last.limit - (window.length - odd - 1);
  const isOdd = value === 0 || value > start || value < start - odd;
  return isOdd && last.remaining === start - odd - 1;
}
