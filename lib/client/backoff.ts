import { largest, smallest } from '../evidence/extremes.ts';
import { isConstant, isLinear, type Waits } from './regular-waits.ts';
import { isSameRequest, type ClientRequest } from './request-log.ts';

/** Such waits, and what was asked for. */
export interface BackoffSeries extends Waits {
  /** What the 429s asked for, in seconds. */
  readonly retryAfter: number;
  /** Whether the client waited as long each time: then a backoff may hide behind the waits. */
  readonly keepsRetryAfter: boolean;
  /** From the end of each 429 to its X-RateLimit-Reset, in milliseconds; absent where that is not known. */
  readonly untilReset?: readonly number[];
  /** The numbers of the requests, the first refused one first. */
  readonly requests: readonly number[];
}

/**
 * How waits develop. `at-the-floor`: all are as long as Retry-After asked, or end at X-RateLimit-Reset, so that a backoff that begins with
 * less, or ends with no more, may hide behind them; `unclear`: too few, or too irregular.
 */
export type Growth = 'grows' | 'constant' | 'linear' | 'at-the-floor' | 'unclear';

/** Fewer waits than this show no growth. */
const FEWEST = 3;

/** Fewer waits than this show no regularity that is not chance. */
const FEWEST_REGULAR = 4;

/** The later waits are longer than the earlier ones by at least this factor where they grow. */
const GROWN = 1.4;

/** Timers, and the way of a request: in milliseconds, and as a share of a wait. */
const SLACK_MS = 100;
const SLACK_SHARE = 0.1;

/** The growth of the waits of a series. Jitter is allowed: what may be chance is `unclear`. Source: section 8, "Behavior on exceeding". */
export function growthOf(series: Omit<BackoffSeries, 'requests'>): Growth {
  const { waits, places, untilReset, retryAfter, keepsRetryAfter } = series;
  if (waits.length < FEWEST || !places.some((place) => place > 0)) return 'unclear';
  if (waits.every((wait, index) => isUntil(wait, untilReset?.[index]))) return 'at-the-floor';
  const longest = largest(waits);
  const areLevel = isLevel(waits);
  const floor = keepsRetryAfter ? 1_000 * retryAfter : 0;
  if (areLevel && floor > 0 && longest <= floor * (1 + SLACK_SHARE) + SLACK_MS) return 'at-the-floor';
  if (isConstant(series)) return 'constant';
  if (areLevel) return 'unclear';
  if (!isOneRow(series)) return meanGrowth(series) >= GROWN ? 'grows' : 'unclear';
  if (isLinear(waits)) return waits.length >= FEWEST_REGULAR ? 'linear' : 'unclear';
  const half = Math.floor(waits.length / 2);
  const [earlier, later] = [waits.slice(0, half), waits.slice(half)];
  return largest(later) >= GROWN * largest(earlier) ? 'grows' : 'unclear';
}

/** Whether waits are as long as each other, as far as timers tell. In milliseconds. */
export function isLevel(waits: readonly number[]): boolean {
  const shortest = smallest(waits);
  return largest(waits) - shortest <= SLACK_MS + SLACK_SHARE * shortest;
}

/** Whether waits are those of one row of refusals. */
export function isOneRow({ places }: Waits): boolean {
  return places.every((place, index) => place === index);
}

/** By how much the waits of short rows are longer than the first ones of these rows, in the geometric mean. */
function meanGrowth({ waits, places }: Waits): number {
  const mean = (isLater: boolean) => {
    const some = waits
      .filter((_wait, index) => (places[index] ?? 0) > 0 === isLater)
      .map((wait) => Math.log(Math.max(1, wait)));
    return some.reduce((sum, one) => sum + one, 0) / some.length;
  };
  return Math.exp(mean(true) - mean(false));
}

/** A row of fewer waits than show growth says something beside others of its kind. */
const FEWEST_ROWS = 3;

/** Rows that show something alone, and one of the short ones together where there are enough of them. Waits in milliseconds. */
export function pooled(rows: readonly (readonly number[])[]): Waits[] {
  const short = rows.filter(isShort);
  const areEnough = short.length >= FEWEST_ROWS;
  const alone = rows.filter((row) => !areEnough || !short.includes(row));
  const together = { waits: short.flat(), places: short.flatMap((row) => [...row.keys()]) };
  return [...alone.map((waits) => ({ waits, places: [...waits.keys()] })), ...(areEnough ? [together] : [])];
}

function isShort({ length }: readonly number[]): boolean {
  return length > 1 && length < FEWEST;
}

/** Who waits until Reset is this much too early or late at most, in milliseconds. */
const EARLY_MS = 10;
const LATE_MS = 60;

function isUntil(wait: number, untilReset: number | undefined): boolean {
  return untilReset !== undefined && wait >= untilReset - EARLY_MS && wait <= untilReset + LATE_MS;
}

/** Of two requests this close together, the second one may have been sent after the response to the first. In milliseconds. */
const OVERLAP_MS = 5;

/** Whether a client sends several requests at the same time: then a request need not be the retry of an equal one before it. */
export function isConcurrent(log: readonly ClientRequest[]): boolean {
  let lastEnd = -Infinity;
  for (const { arrivedAt, endedAt } of log) {
    if (arrivedAt < lastEnd - OVERLAP_MS) return true;
    lastEnd = Math.max(lastEnd, endedAt ?? lastEnd);
  }
  return false;
}

/** The series in a log, with at least one wait each. A request other than the refused one ends a row, and so does the end of the client. */
export function backoffSeriesOf(log: readonly ClientRequest[]): BackoffSeries[] {
  const rows: RowOfRefusals[] = [];
  let refused: ClientRequest | undefined;
  for (const request of log) {
    // What is under way does not know yet.
    if (request.underWay === true) continue;
    const isRetry = refused !== undefined && refused.run === request.run && isSameRequest(refused.sent, request.sent);
    const { refusal, duringWaitOf } = request;
    const current = rows.at(-1);
    if (isRetry && refused?.endedAt !== undefined && current !== undefined) {
      current.waits.push(request.arrivedAt - refused.endedAt);
      // NaN is until no Reset.
      current.untilReset.push((refused.resetAt ?? NaN) - refused.endedAt);
      current.requests.push(request.number);
      if (duringWaitOf !== undefined) current.keepsRetryAfter = false;
    }
    if (refusal !== undefined && !(isRetry && refusal.inARow > 1))
      rows.push({ ...refusal, keepsRetryAfter: true, waits: [], untilReset: [], requests: [request.number] });
    refused = refusal === undefined && duringWaitOf === undefined ? undefined : request;
  }
  const withWaits = rows.filter(({ waits }) => waits.length > 0);
  return [...Map.groupBy(withWaits, ({ retryAfter }) => retryAfter).values()].flatMap(seriesOf);
}

interface RowOfRefusals {
  readonly retryAfter: number;
  keepsRetryAfter: boolean;
  readonly waits: number[];
  readonly untilReset: number[];
  readonly requests: number[];
}

/** Rows of one Retry-After: each alone, or the short ones together. */
function seriesOf(rows: readonly RowOfRefusals[]): BackoffSeries[] {
  const waitsOf = rows.map(({ waits }) => waits);
  return pooled(waitsOf).map((series) => {
    const own = rows.filter(({ waits }) => waits === series.waits);
    const some = own.length > 0 ? own : rows.filter(({ waits }) => isShort(waits));
    return {
      ...series,
      retryAfter: some[0]?.retryAfter ?? 0,
      keepsRetryAfter: some.every(({ keepsRetryAfter }) => keepsRetryAfter),
      untilReset: some.flatMap(({ untilReset }) => untilReset),
      requests: some.flatMap(({ requests }) => requests),
    };
  });
}

/** The log without the benefit of the doubt for a client that sends one request after the other: its retry knows of the 429. */
export function withoutDoubt(log: readonly ClientRequest[]): ClientRequest[] {
  if (isConcurrent(log)) return [...log];
  const byNumber = new Map(log.map((request) => [request.number, request]));
  return log.map((request) => {
    const refused = request.duringWaitOf === undefined ? undefined : byNumber.get(request.duringWaitOf);
    const isRetry = refused !== undefined && isSameRequest(refused.sent, request.sent);
    return isRetry && request.underWay === true ? { ...request, underWay: false } : request;
  });
}
