import { refillBetween, type History, type Pair } from './metered-history.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import type { Quota } from './kinds.ts';
import { isSameWindow } from './same-window.ts';
import type { TooManyAdmitted } from './too-many-admitted.ts';

/** Several counters for one key, which its requests meet in turn. */
export interface CountersInTurn {
  readonly counters: number;
  /** The numbers of the first exchanges that show it, one more than there are counters. */
  readonly shownBy: readonly number[];
  /** More than the limit, served within one window of these counters. */
  readonly tooMany: TooManyAdmitted | undefined;
}

/** How many counters to look for. */
const COUNTERS = [2, 3, 4];

/**
 * The conditions: at least `HITS` requests that the counter whose turn it is counted, at most this share of them that another one counted,
 * and at least `FREE` served requests that left Remaining unchanged.
 */
const HITS = 30;
const MISSES_SHARE = 1 / 20;
const FREE = 6;

/** A limiter that refills as fast as the requests come looks the same: it must have refilled less than this share of what they did not use. */
const REFILLED_SHARE = 0.7;

/** Two requests between which a whole unit may have been restored do not show which counter counted them. In units. */
const APART = 1;

/** Consecutive requests, each of which took one unit from the Remaining announced as many requests before as there are counters. */
interface Turns {
  hits: number;
  misses: number;
  /** How many served requests left Remaining where it was, or higher. */
  free: number;
  /** How many units a limiter gives back meanwhile. */
  refilled: number;
  readonly first: readonly MeteredRequest[];
  readonly statuses: Set<number>;
}

/**
 * Finds counters that take turns: each request takes one unit from the Remaining announced two, three or four requests before, and none from
 * the one just before it, as where each of several instances counts on its own. A bucket that refills as fast as the requests come looks alike, and
 * so do requests of which every other one is not counted; but then served requests do not leave Remaining where it was, as often as here.
 * Source: specification, section 8.
 */
export function findCountersInTurn(history: History, quota: Quota): CountersInTurn | undefined {
  for (const counters of COUNTERS) {
    const turns = turnsOf(history, counters, quota);
    if (!areTelling(turns, counters)) continue;
    const shownBy = turns.first.map(({ number }) => number);
    return { counters, shownBy, tooMany: findTooMany(history, turns, quota) };
  }
  return undefined;
}

function areTelling({ hits, misses, free, refilled }: Turns, counters: number): boolean {
  const untaken = (hits * (counters - 1)) / counters;
  return hits >= HITS && misses <= hits * MISSES_SHARE && free >= FREE && refilled < untaken * REFILLED_SHARE;
}

function turnsOf({ batches }: History, counters: number, { windowMs }: Quota): Turns {
  const turns: Turns = { hits: 0, misses: 0, free: 0, refilled: 0, first: [], statuses: new Set() };
  let first: readonly MeteredRequest[] = [];
  let row: MeteredRequest[] = [];
  for (const { requests } of batches) {
    const [request, ...beside] = requests;
    const last = row.at(-1);
    if (request?.remaining === undefined || request.refused || beside.length > 0) {
      row = [];
      continue;
    }
    const pair = last === undefined ? undefined : pairOf(last, request);
    const refilled = pair === undefined ? Infinity : refillBetween(pair, windowMs);
    row = refilled < APART ? [...row.slice(-counters), request] : [request];
    const [earlier] = row;
    if (row.length <= counters || pair === undefined || earlier?.remaining === undefined) continue;
    if (!isSameWindow(earlier, request)) continue;
    turns.refilled += refilled;
    if (earlier.remaining - request.remaining !== 1) {
      turns.misses++;
      continue;
    }
    turns.hits++;
    turns.statuses.add(request.status);
    if (isSuccess(request) && pair.drop <= 0) turns.free++;
    if (first.length === 0) first = row;
  }
  return { ...turns, first };
}

/** Two requests with nothing of petvet's between them, of whatever caller. */
function pairOf(before: MeteredRequest, after: MeteredRequest): Pair | undefined {
  if (after.number !== before.number + 1 || before.limit !== after.limit || before.period !== after.period)
    return undefined;
  return { before, after, drop: (before.remaining ?? 0) - (after.remaining ?? 0), at: 0 };
}

/** Each counter was seen to count every request of those statuses: more of them than the limit within one window are too many. */
function findTooMany({ requests }: History, { statuses }: Turns, { perWindow }: Quota): TooManyAdmitted | undefined {
  let first: MeteredRequest | undefined;
  let count = 0;
  let found: TooManyAdmitted | undefined;
  for (const request of requests) {
    const { remaining, refused, limit, status } = request;
    if (remaining === undefined || refused || limit !== perWindow || !statuses.has(status)) continue;
    if (first === undefined || !isSameWindow(first, request)) [first, count] = [request, 0];
    count++;
    if (count > perWindow && isSuccess(request) && count > (found?.admitted ?? 0))
      found = { first, last: request, admitted: count };
  }
  return found;
}

/** The words for a finding. */
export function sayCountersInTurn({ counters }: CountersInTurn): string {
  return `${counters} counters seem to exist for the key, and its requests reach them in turn, as if each of ${counters} instances counted on its own`;
}
