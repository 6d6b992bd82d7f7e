import { groupsOf, waitsOf, type BackoffSeries } from './backoff.ts';
import { isSameRequest, type ClientRequest } from './request-log.ts';

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

/** Requests that were refused in a row, and what came before each retry. */
interface RefusedRow {
  readonly retryAfter: number;
  keepsRetryAfter: boolean;
  readonly waits: number[];
  readonly untilReset: number[];
  readonly requests: number[];
}

/**
 * The series in a log, with at least one wait each: the rows of one Retry-After, alone and together. A request other than the refused one ends a
 * row, and so does the end of the client.
 */
export function backoffSeriesOf(log: readonly ClientRequest[]): BackoffSeries[] {
  const withWaits = refusedRows(log).filter(({ waits }) => waits.length > 0);
  return [...Map.groupBy(withWaits, ({ retryAfter }) => retryAfter).values()].flatMap(seriesOf);
}

function refusedRows(log: readonly ClientRequest[]): RefusedRow[] {
  const rows: RefusedRow[] = [];
  let refused: ClientRequest | undefined;
  /** Whether it is known which refusal in a row the last one was. */
  let isPlaced = false;
  for (const request of log) {
    // What is under way does not know yet.
    if (request.underWay === true) continue;
    const { refusal, duringWaitOf } = request;
    const isRetry = refused !== undefined && refused.run === request.run && isSameRequest(refused.sent, request.sent);
    const current = rows.at(-1);
    if (isRetry && isPlaced && refused?.endedAt !== undefined && current !== undefined) {
      current.waits.push(request.arrivedAt - refused.endedAt);
      // NaN is until no Reset.
      current.untilReset.push((refused.resetAt ?? NaN) - refused.endedAt);
      current.requests.push(request.number);
    }
    if (isRetry && duringWaitOf !== undefined && current !== undefined) current.keepsRetryAfter = false;
    if (refusal !== undefined && !(isRetry && refusal.inARow > 1)) {
      const { retryAfter } = refusal;
      rows.push({ retryAfter, keepsRetryAfter: true, waits: [], untilReset: [], requests: [request.number] });
    }
    if (refusal !== undefined) isPlaced = refusal.inARow > 0;
    refused = refusal === undefined && duringWaitOf === undefined ? undefined : request;
  }
  return rows;
}

function seriesOf(rows: readonly RefusedRow[]): BackoffSeries[] {
  return groupsOf(rows).map((group) => ({
    ...waitsOf(group),
    retryAfter: group[0]?.retryAfter ?? 0,
    keepsRetryAfter: group.every(({ keepsRetryAfter }) => keepsRetryAfter),
    untilReset: group.flatMap(({ untilReset }) => untilReset),
    requests: group.flatMap(({ requests }) => requests),
  }));
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
