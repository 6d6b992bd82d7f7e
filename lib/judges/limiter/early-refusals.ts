import { WINDOW_LEEWAY_SECONDS, WINDOW_SECONDS } from '../../contract/plans.ts';
import { MOST_SHOWN } from '../finding.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { isCounted, type History } from './metered-history.ts';
import { beforeIn, type Sequence } from '../sequence.ts';
import type { Batch } from './batch.ts';
import type { Quota } from './kinds.ts';
import { isAdmitted, type MeteredRequest } from './metered-request.ts';
import { TOLERANCES } from './prices.ts';

/** A refusal although the last response about the limit had announced more units than were sent since. */
export interface EarlyRefusal {
  readonly announcement: MeteredRequest;
  readonly refusal: MeteredRequest;
  readonly admitted: number;
  /** The limit had been admitted in that window: the refusal was due, and Remaining was wrong. */
  readonly due: boolean;
  /** It happened more than once, and each time that the limit was used up. */
  readonly isEachTime?: boolean;
}

/**
 * The refusals that Remaining did not announce. An announcement is about its own window only: one for the day says
 * nothing about the minute, and one under way with other requests says nothing about its neighbours.
 */
export function findEarlyRefusals(history: History, quota: Quota | undefined): EarlyRefusal[] {
  const { batches } = history;
  if (!history.requests.some(({ refused }) => refused)) return [];
  const counted = new CountedByReset();
  const admittedIn = new CountedByReset();
  const isStill = neverMoves(history);
  let before: Batch | undefined;
  let announcement: MeteredRequest | undefined;
  /** Requests since the announcement whose responses say nothing about the limit: each may have used a unit. */
  let silent = 0;
  let inTime = 0;
  const early = batches.flatMap((batch) => {
    if (before !== undefined) {
      for (const request of before.requests) {
        if (isCounted(request, history)) counted.add(request);
        if (!request.refused) admittedIn.add(request);
      }
      const isSilent = before.requests.every(({ remaining, refused }) => remaining === undefined && !refused);
      if (!isSilent) announcement = onlyRequestOf(before);
      silent = isSilent ? silent + before.requests.length : 0;
    }
    before = batch;
    const refusal = batch.requests.find(({ refused }) => refused);
    if (announcement?.remaining === undefined || announcement.period !== 'minute' || refusal === undefined) return [];
    if (announcement.refused) return [];
    const admitted = silent + batch.requests.filter(({ refused }) => !refused).length;
    if (admitted >= announcement.remaining) {
      inTime++;
      return [];
    }
    const sofar = counted.within(announcement) + batch.requests.filter((request) => isCounted(request, history)).length;
    // A Remaining that never moves shows for no status whether its requests use quota.
    const atMost = isStill ? admittedIn.within(announcement) + admitted + countUntold(history, refusal, quota) : sofar;
    return [{ announcement, refusal, admitted, due: quota !== undefined && atMost >= quota.perWindow }];
  });
  const isEachTime = early.length > 1 && inTime === 0;
  return early.map((one) => ({ ...one, isEachTime }));
}

/** At most this many requests whose responses say nothing about the limit are assumed to have used it. */
const MOST_UNTOLD = 2;

/** How many requests of the window before a refusal got a response that says nothing about the limit, or none. */
function countUntold({ requests }: History, { from }: MeteredRequest, quota: Quota | undefined): number {
  if (quota === undefined) return 0;
  let count = 0;
  for (const request of requests)
    if (request.reset === undefined && request.to <= from && request.from > from - quota.windowMs) count++;
  return Math.min(count, MOST_UNTOLD);
}

/** At least this many responses must have announced it. */
const TELLING = 10;

/** Whether every response that was no refusal announced the same Remaining. */
function neverMoves({ requests }: History): boolean {
  let said: number | undefined;
  let count = 0;
  for (const { refused, remaining, period } of requests) {
    if (refused || remaining === undefined || period !== 'minute') continue;
    if (said !== undefined && said !== remaining) return false;
    said = remaining;
    count++;
  }
  return count >= TELLING;
}

/**
 * The first refusal among requests in flight that itself says that more requests remain than were in flight, after a
 * response had announced the same: whatever their order was, they had not used up the limit.
 */
export function findEarlyInFlight({ batches }: History): EarlyRefusal | undefined {
  for (const [index, { requests }] of batches.entries()) {
    if (requests.length === 1) continue;
    for (const refusal of requests) {
      const { refused, remaining = 0, period, limit } = refusal;
      if (!refused || period !== 'minute' || remaining <= TOLERANCES.unnoticed) continue;
      const announcement = [...(beforeIn(batches, index)?.requests ?? []), ...requests].findLast(
        (request) =>
          !request.refused && request.period === 'minute' && request.limit === limit && request.to <= refusal.from,
      );
      if (announcement?.remaining === undefined) continue;
      const since =
        requests.filter(({ from, to }) => to > announcement.from && from < refusal.to).length + TOLERANCES.unnoticed;
      if (remaining > since && announcement.remaining > since)
        return { announcement, refusal, admitted: 0, due: false };
    }
  }
  return undefined;
}

/** A refusal whose own Remaining is above 0, though the limit of its window had been used up. */
export interface LeftWhenFull {
  readonly refusal: MeteredRequest;
  readonly admitted: number;
}

/**
 * The first such refusal. None where the limiter gives quota back: that might be what remains. The order of requests in flight does not matter: a
 * refusal that was due came after those that used up the limit.
 */
export function findLeftWhenFull(history: History, { perWindow }: Quota): LeftWhenFull | undefined {
  if (history.refundedStatuses.size > 0) return undefined;
  const counted = new CountedByReset();
  for (const { requests } of history.batches) {
    for (const request of requests) if (isCounted(request, history)) counted.add(request);
    for (const refusal of requests) {
      const { refused, period, limit, remaining = 0 } = refusal;
      if (!refused || period !== 'minute' || limit !== perWindow || remaining === 0) continue;
      const admitted = counted.within(refusal);
      if (admitted === perWindow) return { refusal, admitted };
    }
  }
  return undefined;
}

/** Whether requests were refused in a window in which just the limit was admitted, by petvet's own count: the limit was kept. */
export function isLimitKept(history: History, { perWindow }: Quota): boolean {
  const counted = new CountedByReset();
  for (const request of history.requests) if (isCounted(request, history)) counted.add(request);
  return history.requests.some((request) => request.refused && counted.within(request) === perWindow);
}

/** Whether the last response before a refusal had announced more than was sent since: then the headers of the refusal itself are in doubt. */
export function isAnnouncedOtherwise(requests: Sequence<MeteredRequest>, index: number): boolean {
  const refusal = requests.at(index);
  if (refusal === undefined) return false;
  for (let at = index - 1; at >= 0; at--) {
    const { remaining, refused, period, to } = requests.at(at) ?? {};
    if (remaining === undefined || refused !== false || period !== 'minute' || (to ?? Infinity) > refusal.from)
      continue;
    return remaining > countAdmittedBetween(requests, at, refusal.to) + TOLERANCES.unnoticed;
  }
  return false;
}

/** How many requests after the one at an index left before an instant and were not refused. */
function countAdmittedBetween(requests: Sequence<MeteredRequest>, index: number, until: number): number {
  let admitted = 0;
  // They are in the order in which they left.
  for (let at = index + 1; (requests.at(at)?.from ?? Infinity) < until; at++)
    if (requests.at(at)?.refused === false) admitted++;
  return admitted;
}

/** The first requests that were announced to be within the limit and let in: each could have been refused. */
export function findAdmittedAsAnnounced({ batches }: History): number[] {
  const kept: number[] = [];
  let before: Batch | undefined;
  for (const batch of batches) {
    const announcement = onlyRequestOf(before);
    before = batch;
    if (announcement?.period !== 'minute' || announcement.remaining === undefined) continue;
    const within = Math.min(batch.requests.length, announcement.remaining);
    const admitted = batch.requests.filter(isAdmitted);
    if (admitted.length >= within)
      kept.push(...admitted.slice(0, Math.min(within, MOST_SHOWN)).map(({ number }) => number));
    if (kept.length >= MOST_SHOWN) break;
  }
  return kept;
}

/** How long before a request an announcement may have been made, at most, in milliseconds: half a window. */
export function isRecent({ announcement, refusal }: EarlyRefusal, { windows }: Knowledge): boolean {
  return refusal.from - announcement.to <= windows.minute * 500;
}

/**
 * Whether a refusal can be the day's, whatever an announcement said of the minute: its own headers say that the day is used
 * up, or they still describe a minute in which units remain, and ask to wait for longer than a minute. Both limits
 * apply at once, and the specification does not say which of them the headers describe. Source: section 8.
 */
export function isOfTheDay(request: MeteredRequest, { windows }: Pick<Knowledge, 'windows'>): boolean {
  const { period, remaining, retryAfter } = request;
  if (period === 'day') return remaining === 0;
  if (period !== 'minute' || remaining === undefined || remaining === 0 || retryAfter === undefined) return false;
  const seconds = retryAfter / 1_000;
  const isLonger = seconds > windows.minute + WINDOW_LEEWAY_SECONDS && seconds <= windows.day + WINDOW_LEEWAY_SECONDS;
  return isLonger || (windows.day === WINDOW_SECONDS.day && endsWithTheDay(request, retryAfter));
}

/** In the last minute of a day a wait for its end is no longer than one for a minute: it ends with the day of the clock. */
function endsWithTheDay({ from, to, clockOffset }: MeteredRequest, retryAfter: number): boolean {
  const { least, most } = clockOffset ?? { least: 0, most: 0 };
  const day = WINDOW_SECONDS.day * 1_000;
  const latest = to + retryAfter + most + TOLERANCES.wholeSecondMs;
  return Math.floor(latest / day) * day >= from + retryAfter + least - TOLERANCES.wholeSecondMs;
}

function onlyRequestOf(batch: Batch | undefined): MeteredRequest | undefined {
  const [only, ...others] = batch?.requests ?? [];
  return others.length === 0 ? only : undefined;
}

/** How many requests were let in, by the Reset that they announced. */
class CountedByReset {
  /** By whole seconds, the number for each Reset within that second. */
  readonly #bySecond = new Map<number, Map<number, number>>();

  add({ reset }: MeteredRequest): void {
    if (reset === undefined) return;
    const second = Math.floor(reset);
    const counts = this.#bySecond.get(second) ?? new Map<number, number>();
    this.#bySecond.set(second, counts);
    counts.set(reset, (counts.get(reset) ?? 0) + 1);
  }

  /** Those of the window of an announcement. */
  within({ reset }: MeteredRequest): number {
    if (reset === undefined) return 0;
    const second = Math.floor(reset);
    let count = 0;
    for (const near of [second - 1, second, second + 1])
      for (const [one, times] of this.#bySecond.get(near) ?? []) if (Math.abs(one - reset) <= 1) count += times;
    return count;
  }
}
