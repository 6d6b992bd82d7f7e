import { clockAhead, type ClockSpan } from '../../contract/clock-ahead.ts';
import { plainRetryAfterSeconds, RATE_LIMIT_HEADERS, RETRY_AFTER } from '../../contract/headers.ts';
import { parseHttpDate } from '../../contract/http-date.ts';
import { PLANS, WINDOW_LEEWAY_SECONDS } from '../../contract/plans.ts';
import type { Operation } from '../../contract/operations.ts';
import { headerValue, type Exchange } from '../../evidence/exchange.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import type { Expectation } from '../../expectation/expectation.ts';
import { readRateLimit } from '../rate-limit.ts';
import type { Reading } from '../reading.ts';

/** Which of the plan's two windows the headers of a response describe. */
export type Period = 'minute' | 'day';

/** One request as its caller's limiter met it, and what its response announced about the window. */
export interface MeteredRequest {
  readonly number: number;
  /** The limiter decided within this time: milliseconds since 1970, our clock. */
  readonly from: number;
  readonly to: number;
  /** Who sent it, where that is known: one sender's requests are in order, whatever their times. */
  readonly sender: string | undefined;
  /** 0 where the service is not known to have answered. */
  readonly status: number;
  /** The answer was 429. */
  readonly refused: boolean;
  readonly operation: Operation | undefined;
  /** Of a list: the most pets that it requests. */
  readonly pageSize: number | undefined;
  /** A documented request without anything unusual: it must be served when it is admitted. */
  readonly isDocumented: boolean;
  readonly period: Period | undefined;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Unix seconds by the service's clock; where it has several clocks, by ours. */
  readonly reset: number | undefined;
  /** Milliseconds to wait from `to` on; undefined where unknown. */
  readonly retryAfter: number | undefined;
  /** The same by our clock, where Retry-After is a date, that makes the wait longer, and the wait is still one for the minute. */
  readonly longestRetryAfter: number | undefined;
  /** Milliseconds by which the service's clock is ahead of ours, from and to; undefined without a Date. */
  readonly clockOffset: ClockSpan | undefined;
}

/** A request without limit headers: it got no response at all, or one from in front of the service. */
export function requestWithoutLimitHeaders(
  { id, times, answer, sender }: Exchange,
  { operation, regularity, page }: Expectation,
): MeteredRequest {
  return {
    number: id,
    from: times.startedAt,
    to: times.endedAt,
    sender,
    status: 0,
    refused: false,
    operation,
    pageSize: page?.atMost,
    isDocumented: regularity === 'documented' && answer === undefined,
    period: undefined,
    limit: undefined,
    remaining: undefined,
    reset: undefined,
    retryAfter: undefined,
    longestRetryAfter: undefined,
    clockOffset: undefined,
  };
}

/**
 * The same request with some fields changed. A request that is read from columns has them in its prototype, so that `{ ...request }` would
 * be without all of them.
 */
export function withChanged(
  request: MeteredRequest,
  changes: Partial<Pick<MeteredRequest, 'refused' | 'remaining' | 'reset'>>,
): MeteredRequest {
  const { number, from, to, sender, status, refused, operation, pageSize, isDocumented, period, limit } = request;
  const { remaining, reset, retryAfter, longestRetryAfter, clockOffset } = request;
  return {
    number,
    from,
    to,
    sender,
    status,
    refused,
    operation,
    pageSize,
    isDocumented,
    period,
    limit,
    remaining,
    reset,
    retryAfter,
    longestRetryAfter,
    clockOffset,
    ...changes,
  };
}

/** The same request without the Remaining of its response. */
export function withoutLimitHeaders(request: MeteredRequest): MeteredRequest {
  return withChanged(request, { remaining: undefined, reset: undefined });
}

/** The requests of one operation and status are of one sort: a limiter may count each sort in its own way. */
export function sortOf({ operation, status }: MeteredRequest): string {
  return `${operation ?? 'other'} ${status}`;
}

/** Whether a request was served. */
export function isSuccess({ status }: Pick<MeteredRequest, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Whether the limiter let a request in: what got no response, or none of the service's, does not show it. */
export function isAdmitted({ refused, status }: Pick<MeteredRequest, 'refused' | 'status'>): boolean {
  return !refused && status !== 0;
}

/** How to read the headers of a log, judging by the whole of it. */
export interface HeadersRead {
  /** A limit that may be that of a minute or of a day is that of the day. */
  readonly isOfTheDay?: boolean;
  /** Reset and `Date` come from different clocks; see {@link isOfAnotherClock}. */
  readonly withoutDate?: boolean;
  /** Each response has its own clock: Reset is converted to ours. */
  readonly byOurClock?: boolean;
}

/** Reads one exchange as its caller's limiter met it. */
export function readMeteredRequest(
  { exchange, expectation }: Reading,
  knowledge: Knowledge,
  { isOfTheDay = false, withoutDate = false, byOurClock = false }: HeadersRead = {},
): MeteredRequest {
  const { answer, times, id } = exchange;
  const to = times.answeredAt ?? times.endedAt;
  const { limit, remaining, reset: announced, faults } = readRateLimit({ answer, times }, knowledge);
  const date = withoutDate ? undefined : headerValue(answer.headers, 'Date');
  const written = date === undefined ? undefined : parseHttpDate(date.trim(), to);
  const clockOffset = written === undefined ? undefined : clockAhead(written, times.startedAt, to);
  const isSenseless = faults.some(({ place }) => place === RATE_LIMIT_HEADERS.reset);
  const reset = isSenseless && isFarFrom(announced, to + nearest(clockOffset), knowledge) ? undefined : announced;
  const figures = { limit: limit !== undefined && limit >= 1n ? wholeOf(limit) : undefined, reset };
  const wait = headerValue(answer.headers, RETRY_AFTER);
  const now = to + nearest(clockOffset);
  // By the response's own Date, since one clock wrote both: by ours the wait would be too short where that clock is behind.
  const waitFrom = (instant: number) => (wait === undefined ? undefined : millisecondsOf(wait, instant));
  const retryAfter = waitFrom(written ?? to);
  const clock = { from: times.startedAt, to, clockOffset };
  return {
    number: id,
    from: times.startedAt,
    to,
    sender: exchange.sender,
    status: answer.status,
    refused: answer.status === 429,
    operation: expectation.operation,
    pageSize: expectation.page?.atMost,
    isDocumented: expectation.regularity === 'documented',
    period: isOfTheDay && isOfEither(figures.limit, knowledge) ? 'day' : periodOf(figures, now, knowledge),
    limit: figures.limit,
    // More than the limit, or without a valid limit: RATE-2 covers that.
    remaining: remaining !== undefined && limit !== undefined && remaining > limit ? undefined : wholeOf(remaining),
    reset: byOurClock ? resetByOurClock({ reset, ...clock }) : reset,
    retryAfter,
    longestRetryAfter: longerForTheMinute(retryAfter, waitFrom(to), knowledge),
    clockOffset: byOurClock ? undefined : clockOffset,
  };
}

function millisecondsOf(wait: string, now: number): number | undefined {
  const seconds = plainRetryAfterSeconds(wait, now);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** A gateway may have written the Date, and the service the date of Retry-After: it names an instant, which our clock tells as well. */
function longerForTheMinute(
  byDate: number | undefined,
  byOurs: number | undefined,
  { windows: { minute } }: Knowledge,
): number | undefined {
  if (byDate === undefined || byOurs === undefined || byOurs > (minute + WINDOW_LEEWAY_SECONDS) * 1_000) return byDate;
  return Math.max(byDate, byOurs);
}

/** `Date` has whole seconds: on average it is this much earlier than it was written, in milliseconds. */
const CUT_OFF_MS = 500;

/** A Reset in Unix seconds of our clock, to a second, where `Date` and Reset come from one clock. */
export function resetByOurClock({
  reset,
  from,
  to,
  clockOffset,
}: Pick<MeteredRequest, 'reset' | 'from' | 'to' | 'clockOffset'>): number | undefined {
  if (reset === undefined || clockOffset === undefined) return reset;
  return Math.round(reset - (clockOffset.least + CUT_OFF_MS + (to - from) / 2) / 1_000);
}

/** Whether a Reset is so long ago, or so far ahead, that no window of the plan ends there: RATE-2 covers that, and it says nothing about the limiter. */
function isFarFrom(reset: number | undefined, now: number, { windows: { minute, day } }: Knowledge): boolean {
  const ahead = (reset ?? 0) - now / 1_000;
  return ahead < -(minute + WINDOW_LEEWAY_SECONDS) || ahead > 2 * day;
}

/**
 * Whether Reset is that of a minute by our clock and not by `Date`: a gateway may write one and the service behind it the other, and then
 * `Date` says nothing about the clock of Reset.
 *
 * @param minute - the window in seconds
 */
export function isOfAnotherClock(request: MeteredRequest, minute: number): boolean {
  const { reset, period, to, clockOffset } = request;
  if (reset === undefined || period !== 'minute' || clockOffset === undefined) return false;
  return isWithinMinute(request, to, minute) && !isWithinMinute(request, to + nearest(clockOffset), minute);
}

/** Whether Reset is that of a minute at an instant of a clock. @param minute - the window in seconds */
export function isWithinMinute({ reset }: Pick<MeteredRequest, 'reset'>, now: number, minute: number): boolean {
  const ahead = (reset ?? Infinity) - now / 1_000;
  return ahead >= -WINDOW_LEEWAY_SECONDS && ahead <= minute + WINDOW_LEEWAY_SECONDS;
}

/**
 * The window that a Limit belongs to: by the plan's limits; where none or both fit, by the distance of Reset. In a weighted counter the whole
 * quota of a minute is back only at the end of the next one. Source: specification, section 8.
 *
 * @param now - the service's clock, milliseconds since 1970
 */
function periodOf(
  { limit, reset }: Pick<MeteredRequest, 'limit' | 'reset'>,
  now: number,
  { plan, windows }: Knowledge,
): Period | undefined {
  if (limit === undefined) return undefined;
  const { isMinute, isDay } = windowsOf(limit, plan);
  if (isMinute !== isDay) return isMinute ? 'minute' : 'day';
  if (reset === undefined) return undefined;
  return reset - now / 1_000 > 2 * windows.minute + WINDOW_LEEWAY_SECONDS ? 'day' : 'minute';
}

/** Whether a limit may be that of a minute as well as that of a day: 1000 is that of Business and of Free. */
export function isOfEither(limit: number | undefined, { plan }: Pick<Knowledge, 'plan'>): boolean {
  if (limit === undefined) return false;
  const { isMinute, isDay } = windowsOf(limit, plan);
  return isMinute && isDay;
}

function windowsOf(limit: number, { perMinute, perDay }: Knowledge['plan']): { isMinute: boolean; isDay: boolean } {
  const minutes = perMinute === undefined ? PER_MINUTE : [perMinute];
  const days = perDay === undefined ? PER_DAY : [perDay];
  return { isMinute: minutes.includes(limit), isDay: days.includes(limit) };
}

/** The limits of the plans, where the key's own is not declared. */
const PER_MINUTE: readonly number[] = Object.values(PLANS).map(({ perMinute }) => perMinute);
const PER_DAY: readonly number[] = Object.values(PLANS).map(({ perDay }) => perDay);

/** The smallest skew within a span. */
function nearest(span: ClockSpan | undefined): number {
  if (span === undefined || (span.least <= 0 && span.most >= 0)) return 0;
  return span.least > 0 ? span.least : span.most;
}

function wholeOf(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
