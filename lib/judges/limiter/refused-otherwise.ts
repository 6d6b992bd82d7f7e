import type { Operation } from '../../contract/operations.ts';
import { asksForRepetition } from '../../evidence/trouble.ts';
import { beforeIn } from '../sequence.ts';
import type { Batch } from './batch.ts';
import type { History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { isSameWindow } from './same-window.ts';
import { TOLERANCES } from './prices.ts';

/** This many documented requests in a row that get the same undocumented status, and nothing else meanwhile. */
const ENOUGH = 2;

/** The same where nothing says that the limit was reached. */
const MANY = 3;

/** Documented requests in a row with a status that such requests never get, though the same requests were served before and afterwards. */
export interface RefusedOtherwise {
  /** The last response before them, where there was one. */
  readonly announcement: MeteredRequest | undefined;
  readonly turnedAway: readonly MeteredRequest[];
  readonly status: number;
  /** They began when exactly the limit had been admitted; else they ended when a window did. */
  readonly isOverLimit: boolean;
  /** The first one that was served afterwards. */
  readonly next: MeteredRequest;
}

/** The smallest and the largest page that was served. A service that refuses all pages beyond some size does so for their size. */
class ServedSizes {
  #least = Infinity;
  #most = -Infinity;

  add({ pageSize }: MeteredRequest): void {
    if (pageSize === undefined) return;
    this.#least = Math.min(this.#least, pageSize);
    this.#most = Math.max(this.#most, pageSize);
  }

  /** Whether a request that got 400 may be one like others which were served. */
  hold({ pageSize, status }: MeteredRequest): boolean {
    return status !== 400 || pageSize === undefined || (this.#least <= pageSize && pageSize <= this.#most);
  }
}

/** A row that grows. */
interface Row {
  /** The index of its first batch. */
  readonly at: number;
  readonly status: number;
  readonly turnedAway: MeteredRequest[];
}

/**
 * The first row of requests that were refused for the limit, but with a status that is not 429, whatever Remaining announced. A ban
 * after a 429 may look like that. Source: specification, section 8, "Behavior on exceeding", 1 and 3.
 */
export function findRefusedOtherwise(history: History, quota: Quota): RefusedOtherwise | undefined {
  const served = new Set<Operation>();
  const sizes = new ServedSizes();
  let row: Row | undefined;
  for (const [at, { requests }] of history.batches.entries()) {
    if (requests.some(({ refused }) => refused)) return undefined;
    const turnedAway = requests.filter(isRefusedOtherwise);
    const [first] = turnedAway;
    if (first === undefined) {
      const next = requests.find(isSuccess);
      const found = row && next && readRow(row, next, history, quota);
      if (found !== undefined) return found;
      if (next !== undefined) row = undefined;
    } else {
      if (row?.status !== first.status || requests.some(isSuccess)) row = { at, status: first.status, turnedAway: [] };
      for (const request of turnedAway)
        if (
          request.isDocumented &&
          request.operation !== undefined &&
          served.has(request.operation) &&
          sizes.hold(request)
        )
          row.turnedAway.push(request);
    }
    for (const request of requests) {
      if (request.operation === undefined || !isSuccess(request)) continue;
      served.add(request.operation);
      sizes.add(request);
    }
  }
  return undefined;
}

/**
 * 400, 401 and 404 are documented, and some others ask to send the request once more. A documented request that is like others which were
 * served does not deserve a 400.
 */
function isRefusedOtherwise({ status, isDocumented, pageSize }: MeteredRequest): boolean {
  if (status === 400) return isDocumented && pageSize !== undefined;
  return status > 401 && status < 500 && status !== 404 && status !== 429 && !asksForRepetition(status);
}

function readRow(
  { at, status, turnedAway }: Row,
  next: MeteredRequest,
  { batches, clockOffset }: History,
  { perWindow, windowMs }: Quota,
): RefusedOtherwise | undefined {
  const batch = batches.at(at);
  if (batch === undefined || turnedAway.length < ENOUGH) return undefined;
  const announcement = beforeIn(batches, at)?.requests.at(-1);
  const found = { announcement, turnedAway, status, next };
  const isAnnounced = announcement?.remaining !== undefined && announcement.remaining > batch.requests.length;
  const since = batch.from - windowMs;
  if (isReached(countAdmitted(batches, at, since), perWindow) && !(isAnnounced && hasMoved(batches, at, since)))
    return { ...found, isOverLimit: true };
  // Where Remaining moves, and was enough for all of them, the cause is another one, whenever the window ends.
  const isWithin = (announcement?.remaining ?? 0) > turnedAway.length && hasMoved(batches, at, since);
  const { reset } = announcement ?? {};
  const hasRenewed =
    reset !== undefined &&
    clockOffset !== undefined &&
    next.from >= reset * 1_000 - clockOffset.most - TOLERANCES.wholeSecondMs;
  const isOneWindow = turnedAway.every(
    (one) => one.reset === undefined || (announcement !== undefined && isSameWindow(one, announcement)),
  );
  return !isWithin && hasRenewed && isOneWindow && turnedAway.length >= MANY
    ? { ...found, isOverLimit: false }
    : undefined;
}

/** The most requests of unknown count among those that reached the limit. */
const MOST_UNKNOWN = 2;

/** How many requests came within a window before a batch, and in it. */
interface Admitted {
  readonly served: number;
  /** Those that were served, and those that were rejected, which a limiter may count. */
  readonly all: number;
  /** Those of unknown callers. */
  readonly unknown: number;
}

/** Whether they are exactly the limit, by the count of some limiter. */
function isReached({ served, all, unknown }: Admitted, perWindow: number): boolean {
  return served === perWindow || (all <= perWindow && perWindow <= all + Math.min(unknown, MOST_UNKNOWN));
}

/** @param since - in milliseconds since 1970 */
function countAdmitted(batches: History['batches'], at: number, since: number): Admitted {
  let [served, all, unknown] = [0, 0, 0];
  for (const { requests } of backTo(since, batches, at)) {
    for (const request of requests) {
      if (isSuccess(request)) served++;
      if (request.status === 0) unknown++;
      else if (!isRefusedOtherwise(request)) all++;
    }
  }
  return { served, all, unknown };
}

/** Whether Remaining moved with the requests of a window before a batch: where it never does, it says nothing. */
function hasMoved(batches: History['batches'], at: number, since: number): boolean {
  const said = new Set<number>();
  for (const { requests } of backTo(since, batches, at - 1)) {
    for (const { remaining } of requests) if (remaining !== undefined) said.add(remaining);
    if (said.size > 1) return true;
  }
  return false;
}

/** The batches up to an index that ended after an instant, the latest first. */
function* backTo(since: number, batches: History['batches'], latest: number): Generator<Batch, undefined> {
  for (let index = latest; index >= 0; index--) {
    const batch = batches.at(index);
    if (batch === undefined || batch.to <= since) return;
    yield batch;
  }
}
