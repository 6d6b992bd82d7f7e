import { narrowClock, type ClockSpan } from '../../contract/clock-ahead.ts';
import { PLANS } from '../../contract/plans.ts';
import { headerValue, type CredentialRole } from '../../evidence/exchange.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { hasFurtherWord, isRefusedInFront } from '../../evidence/refused-in-front.ts';
import type { Caller, JudgeKnowledge } from '../../expectation/expectation.ts';
import { expect } from '../../expectation/expect.ts';
import type { Unanswered } from '../unanswered.ts';
import type { Reading } from '../reading.ts';
import { pick, type Sequence } from '../sequence.ts';
import { countedInFront } from './counted-in-front.ts';
import { MeteredColumns } from './metered-columns.ts';
import { findRefunded } from './refunded.ts';
import { isSameWindow } from './same-window.ts';
import { groupIntoBatches, type Batch } from './batch.ts';
import {
  isOfAnotherClock,
  isOfEither,
  isSuccess,
  isWithinMinute,
  requestWithoutLimitHeaders,
  readMeteredRequest,
  resetByOurClock,
  type HeadersRead,
  type MeteredRequest,
} from './metered-request.ts';
import { TOLERANCES } from './prices.ts';

/** The requests of one caller as its limiter met them, in order. */
export interface History {
  readonly requests: Sequence<MeteredRequest>;
  readonly batches: Sequence<Batch>;
  /** The statuses other than successes whose requests used quota, each time. */
  readonly countedStatuses: ReadonlySet<number>;
  /** The statuses whose requests used none, each time. */
  readonly uncountedStatuses: ReadonlySet<number>;
  /** The statuses whose requests used a unit that was restored by the next request. */
  readonly refundedStatuses: ReadonlySet<number>;
  /** Milliseconds by which the service's clock is ahead of ours; undefined without a Date, or if the Dates contradict one another or Reset. */
  readonly clockOffset: ClockSpan | undefined;
}

/** How often a status must be seen to use up the window, or not to, before that counts as a rule. */
const HABIT = 2;

/** What a log holds for the judges of the limiter. */
export interface LimiterLog {
  readonly readings: Sequence<Reading>;
  readonly unanswered: readonly Unanswered[];
  readonly knowledge: Knowledge;
}

/** The most readings whose requests are kept as objects: of a load run with a million they would fill the memory. */
const MOST_LISTED = 10_000;

/**
 * The history of one of the two keys. Whether a request whose key was refused is its caller's is not known.
 *
 * @param mostListed - of a log of more readings the requests are kept in columns
 */
export function readHistory(log: LimiterLog, role: CredentialRole, mostListed = MOST_LISTED): History {
  const listed = log.readings.length <= mostListed;
  const read = readRequests(log, role, { listed });
  const { minute } = log.knowledge.windows;
  const isOneClock = narrowClock(clockOffsetsIn(read)) !== undefined;
  const withoutDate = isOneClock && read.some((one) => isOfAnotherClock(one, minute));
  const byOurClock = !isOneClock && areOfSeveralClocks(read);
  const requests = withoutDate || byOurClock ? readRequests(log, role, { listed, withoutDate, byOurClock }) : read;
  const inBatches = groupIntoBatches(requests);
  const batches = listed ? inBatches.slice() : inBatches;
  return {
    requests,
    batches,
    ...readHabits(batches, log.knowledge),
    clockOffset: clockOfReset(requests, minute),
  };
}

/**
 * The clock of Reset: that of `Date`, or ours where the two differ and each Reset fits a minute by ours as well. A gateway may
 * write `Date`, and the service behind it, whose clock is right, Reset: then nobody knows which of the two it is.
 *
 * @param minute - the window in seconds
 */
function clockOfReset(requests: Sequence<MeteredRequest>, minute: number): ClockSpan | undefined {
  const ofDate = narrowClock(clockOffsetsIn(requests));
  if (ofDate === undefined || (ofDate.least <= 0 && ofDate.most >= 0)) return ofDate;
  const telling = pick(
    requests,
    ({ reset, period, refused }) => reset !== undefined && period === 'minute' && !refused,
  );
  const isOurs = telling.length > 0 && telling.every((request) => isWithinMinute(request, request.to, minute));
  return isOurs ? { least: Math.min(0, ofDate.least), most: Math.max(0, ofDate.most) } : ofDate;
}

/**
 * Whether each response gives Reset by its own clock, that of its `Date`, as instances with different clocks do: Reset moves
 * back and forth, and less so by our clock. Where it does not, which clock it is stays open. The specification does not say whose clock
 * a Unix timestamp is taken from.
 */
function areOfSeveralClocks(requests: Sequence<MeteredRequest>): boolean {
  return timesMovedBack(requests, resetByOurClock) < timesMovedBack(requests, ({ reset }) => reset);
}

/** How often a Reset of the minute is earlier than the one before by more than whole seconds explain. */
function timesMovedBack(
  requests: Sequence<MeteredRequest>,
  resetOf: (request: MeteredRequest) => number | undefined,
): number {
  let before = -Infinity;
  let times = 0;
  for (const request of requests) {
    const reset = request.period === 'minute' ? resetOf(request) : undefined;
    if (reset === undefined) continue;
    if (reset < before - TOLERANCES.twoResetsSeconds) times++;
    before = reset;
  }
  return times;
}

/** The requests of a key in the order in which they left; where two left at once, those that were answered first. */
function readRequests(
  { readings, unanswered, knowledge }: LimiterLog,
  role: CredentialRole,
  { listed, ...read }: Pick<HeadersRead, 'withoutDate' | 'byOurClock'> & { readonly listed: boolean },
): Sequence<MeteredRequest> {
  const requests: MeteredRequest[] | MeteredColumns = listed ? [] : new MeteredColumns();
  const inFront = new Map<number, MeteredRequest>();
  const known = { ...knowledge, pets: NOTHING_KNOWN, categories: NO_CATEGORIES };
  const withoutHeaders = unanswered
    .filter(({ exchange }) => exchange.request.credential === role)
    .map(({ exchange }) => requestWithoutLimitHeaders(exchange, expect(exchange.request, known)))
    .toSorted((a, b) => a.from - b.from);
  let next = 0;
  const own = inOrderOfLeaving(pick(readings, (one) => isOf(role, one)));
  const isOfTheDay = saysDay(own, knowledge);
  for (const reading of own) {
    const { exchange, expectation } = reading;
    for (
      let one = withoutHeaders[next];
      one !== undefined && one.from < exchange.times.startedAt;
      one = withoutHeaders[++next]
    )
      requests.push(one);
    const request = readMeteredRequest(reading, knowledge, { ...read, isOfTheDay });
    const isKnown = !isCallerUnknown(reading);
    if (!isKnown) inFront.set(requests.length, request);
    requests.push(isKnown ? request : requestWithoutLimitHeaders(exchange, expectation));
  }
  for (const one of withoutHeaders.slice(next)) requests.push(one);
  for (const [index, request] of countedInFront(requests, inFront)) {
    if (requests instanceof MeteredColumns) requests.put(index, request);
    else requests[index] = request;
  }
  return requests;
}

/**
 * Whether a limit that may be that of a minute or of a day is that of the day: by a Reset that lies beyond a minute, or because the key is
 * told the limit per minute of the plan whose limit per day it is.
 */
function saysDay(readings: Sequence<Reading>, knowledge: Knowledge): boolean {
  if (knowledge.plan.perMinute !== undefined && knowledge.plan.perDay !== undefined) return false;
  return readings.some((reading) => {
    const { limit, period } = readMeteredRequest(reading, knowledge);
    if (isOfEither(limit, knowledge)) return period === 'day';
    return Object.values(PLANS).some(({ perMinute, perDay }) => perMinute === limit && isOfEither(perDay, knowledge));
  });
}

function isOf(role: CredentialRole, { exchange, expectation }: Reading): boolean {
  return exchange.request.credential === role && ACCEPTED.has(expectation.caller);
}

/** Whether the service counted it, and whose limits its response carries, cannot be known from the response alone. */
function isCallerUnknown({ exchange: { request, answer }, expectation, refusedInFront = false }: Reading): boolean {
  // A limiter may count a request before the key is checked, even one that is no longer valid.
  if (answer.status === 401 || isOfACache(answer)) return true;
  // Which caller was read from malformed credentials is not known, whatever the status is; for another spelling it is known
  // where the request was served. Anonymous callers may have their own limit.
  if (hasFurtherWord(request.headers) || (expectation.caller === 'lenient' && !isSuccess(answer))) return true;
  return refusedInFront || isRefusedInFront(request, answer.status);
}

/** A cached response describes the past, and its request may never have reached the limiter. Source: RFC 9111, section 5.1. */
function isOfACache({ headers }: Reading['exchange']['answer']): boolean {
  return /^\s*0*[1-9]\d*\s*$/.test(headerValue(headers, 'Age') ?? '');
}

function inOrderOfLeaving(readings: Sequence<Reading>): Sequence<Reading> {
  let last = -Infinity;
  let isInOrder = true;
  for (const { exchange } of readings) {
    const { startedAt } = exchange.times;
    isInOrder &&= last <= startedAt;
    last = startedAt;
  }
  if (isInOrder) return readings;
  return readings.slice().toSorted((a, b) => a.exchange.times.startedAt - b.exchange.times.startedAt);
}

function* clockOffsetsIn(requests: Sequence<MeteredRequest>): Generator<ClockSpan, undefined> {
  for (const { clockOffset } of requests) if (clockOffset !== undefined) yield clockOffset;
}

/** A caller that is served in spite of an unusual spelling uses up the window as well. */
const ACCEPTED: ReadonlySet<Caller> = new Set(['valid', 'lenient']);

const NOTHING_KNOWN: JudgeKnowledge['pets'] = new Map();
const NO_CATEGORIES: JudgeKnowledge['categories'] = new Set();

/** Whether a request was certainly admitted and used up one unit: whether a refused one does is open. */
export function isCounted(request: MeteredRequest, { countedStatuses }: Pick<History, 'countedStatuses'>): boolean {
  return !request.refused && (isSuccess(request) || countedStatuses.has(request.status));
}

/**
 * Whether what a request used may be restored by the next one: this was seen for its status; or it is an error for which nothing was
 * seen, on a service that gives units of other errors back.
 */
export function mayBeGivenBack(
  request: MeteredRequest,
  { refundedStatuses, countedStatuses, uncountedStatuses }: Habits,
): boolean {
  const { status, refused } = request;
  if (refundedStatuses.has(status)) return true;
  const isKnown = countedStatuses.has(status) || uncountedStatuses.has(status);
  // What was refused in front of the service, or got no response, may have used a unit for a while.
  return refundedStatuses.size > 0 && (status >= 400 || status === 0) && !refused && !isKnown;
}

/** Two requests one after the other, with what each announced as remaining of the same window. */
export interface Pair {
  readonly before: MeteredRequest;
  readonly after: MeteredRequest;
  /** By how much Remaining fell. */
  readonly drop: number;
  /** The index of the later one's batch; that of the other is one less. */
  readonly at: number;
}

/** The pairs of one caller's requests that follow each other without concurrent ones of that caller, and are about one limit. */
export function* consecutivePairs(batches: Sequence<Batch>): Generator<Pair, undefined> {
  let before: MeteredRequest | undefined;
  for (const [at, { requests }] of batches.entries()) {
    const after = requests.length === 1 ? requests[0] : undefined;
    if (before?.remaining !== undefined && after?.remaining !== undefined) {
      const isOfOne = before.period === after.period && before.limit === after.limit;
      if (isOfOne) yield { before, after, drop: before.remaining - after.remaining, at };
    }
    before = after;
  }
}

/** Those of them between which nobody sent anything, whoever it is. */
export function* undisturbedPairs(batches: Sequence<Batch>): Generator<Pair, undefined> {
  for (const pair of consecutivePairs(batches)) if (pair.after.number === pair.before.number + 1) yield pair;
}

type Habits = Pick<History, 'countedStatuses' | 'uncountedStatuses' | 'refundedStatuses'>;

function readHabits(batches: Sequence<Batch>, { windows }: Knowledge): Habits {
  const refundedStatuses = findRefunded(batches, 1_000 * windows.minute);
  const byStatus = new Map<number, { times: number; readonly drops: Set<number> }>();
  for (const pair of undisturbedPairs(batches)) {
    const { before, after, drop } = pair;
    if (isSuccess(after) || after.status === 429 || !isSameWindow(before, after)) continue;
    if (refillBetween(pair, 1_000 * windows.minute) >= NEGLIGIBLE_REFILL) continue;
    const seen = byStatus.get(after.status) ?? { times: 0, drops: new Set() };
    byStatus.set(after.status, seen);
    seen.times++;
    seen.drops.add(drop);
  }
  const always = (wanted: number) =>
    [...byStatus].flatMap(([status, { times, drops }]) =>
      times >= HABIT && drops.size === 1 && drops.has(wanted) ? [status] : [],
    );
  const countedStatuses = new Set(always(1).filter((status) => !refundedStatuses.has(status)));
  return { countedStatuses, uncountedStatuses: new Set(always(0)), refundedStatuses };
}

/** Where more than this may be restored between two answers, they do not show what the second one used. In units. */
export const NEGLIGIBLE_REFILL = 0.2;

/** How many units a limiter that refills gives back from one request to the next. @param windowMs - the length of the window, in milliseconds */
export function refillBetween({ before, after }: Pair, windowMs: number): number {
  return ((after.to - before.from) * (after.limit ?? 0)) / windowMs;
}
