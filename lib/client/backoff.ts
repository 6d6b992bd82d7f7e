import { largest, smallest } from '../evidence/extremes.ts';
import { isConstant, isLinear } from './regular-waits.ts';
import { isSameRequest, type ClientRequest } from './request-log.ts';

/** The waits of a client that was refused several times in a row and sent the same request again each time. */
export interface BackoffSeries {
  /** What the 429s asked for, in seconds. */
  readonly retryAfter: number;
  /** Whether the client waited as long each time: then a backoff may hide behind the waits. */
  readonly keepsRetryAfter: boolean;
  /** From the end of each 429 to the next request, in milliseconds. */
  readonly waits: readonly number[];
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
export function growthOf({ waits, untilReset, retryAfter, keepsRetryAfter }: Omit<BackoffSeries, 'requests'>): Growth {
  if (waits.length < FEWEST) return 'unclear';
  if (waits.every((wait, index) => isUntil(wait, untilReset?.[index]))) return 'at-the-floor';
  const [shortest, longest] = [smallest(waits), largest(waits)];
  const isLevel = longest - shortest <= SLACK_MS + SLACK_SHARE * shortest;
  const floor = keepsRetryAfter ? 1_000 * retryAfter : 0;
  if (isLevel && floor > 0 && longest <= floor * (1 + SLACK_SHARE) + SLACK_MS) return 'at-the-floor';
  if (isConstant(waits)) return 'constant';
  if (isLevel) return 'unclear';
  if (isLinear(waits)) return waits.length >= FEWEST_REGULAR ? 'linear' : 'unclear';
  const half = Math.floor(waits.length / 2);
  const [earlier, later] = [waits.slice(0, half), waits.slice(half)];
  return largest(later) >= GROWN * largest(earlier) ? 'grows' : 'unclear';
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

/** The series in a log, with at least one wait each. A request other than the refused one ends a series. */
export function backoffSeriesOf(log: readonly ClientRequest[]): BackoffSeries[] {
  const series: (BackoffSeries & {
    keepsRetryAfter: boolean;
    waits: number[];
    untilReset: number[];
    requests: number[];
  })[] = [];
  let refused: ClientRequest | undefined;
  let isPlaced = false;
  for (const request of log) {
    // What is under way does not know yet.
    if (request.underWay === true) continue;
    const isRetry = refused !== undefined && isSameRequest(refused.sent, request.sent);
    let current = series.at(-1);
    if (isRetry && isPlaced && refused?.endedAt !== undefined && current !== undefined) {
      current.waits.push(request.arrivedAt - refused.endedAt);
      // NaN is until no Reset.
      current.untilReset.push((refused.resetAt ?? NaN) - refused.endedAt);
      current.requests.push(request.number);
    }
    const { refusal, duringWaitOf } = request;
    if (isRetry && duringWaitOf !== undefined && current !== undefined) current.keepsRetryAfter = false;
    if (refusal !== undefined && !(isRetry && refusal.inARow > 1)) {
      current = {
        retryAfter: refusal.retryAfter,
        keepsRetryAfter: true,
        waits: [],
        untilReset: [],
        requests: [request.number],
      };
      series.push(current);
    }
    if (refusal !== undefined) isPlaced = refusal.inARow > 0;
    refused = refusal === undefined && duringWaitOf === undefined ? undefined : request;
  }
  return series.filter(({ waits }) => waits.length > 0);
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
