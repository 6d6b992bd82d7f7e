import type { Knowledge } from '../../evidence/knowledge.ts';
import { makeFinding, type Finding } from '../finding.ts';
import type { Sequence } from '../sequence.ts';
import type { History } from './history.ts';
import { isOfTheDay } from './early-refusals.ts';
import type { MeteredRequest } from './metered-request.ts';

/** One second's grace, by the rules. */
const GRACE_MS = 1_000;

/** What became of the first request after a wait that the service had asked for, or announced. */
export interface Reopening {
  /** The refusal, or the announcement that nothing is left. */
  readonly closed: MeteredRequest;
  readonly next: MeteredRequest;
  readonly admitted: boolean;
  /** How long after that instant it was sent, at least, in milliseconds. */
  readonly after: number;
  /** It was sent so long afterwards that the limit may have opened at any other time: that it was admitted shows nothing. */
  readonly late: boolean;
}

/** From when on a request may be let in, and from when on it must be. */
interface Opening {
  readonly soonest: number;
  readonly latest: number;
}

/**
 * The first requests after Retry-After, in order; those sent before it was over say nothing. Several refusals of one
 * moment count as one, with the longest of their waits.
 */
export function findAfterRetryAfter({ requests }: History, { windows }: Pick<Knowledge, 'windows'>): Reopening[] {
  return findReopenings(
    requests,
    windows.minute,
    ({ refused }) => refused,
    ({ to, retryAfter }) =>
      retryAfter === undefined ? undefined : { soonest: to + retryAfter, latest: to + retryAfter + GRACE_MS },
  );
}

/**
 * The first requests after the Reset of a window of which nothing was left, where the service's clock is known. A limiter that gives back one unit at a time
 * may need as long as one takes.
 */
export function findAfterReset({ requests, clockOffset }: History, knowledge: Knowledge): Reopening[] {
  if (clockOffset === undefined) return [];
  const { windows } = knowledge;
  return findReopenings(
    requests,
    windows.minute,
    ({ refused, remaining }) => refused || remaining === 0,
    (request) => {
      const { reset, period, limit } = request;
      if (reset === undefined || period !== 'minute' || limit === undefined) return undefined;
      if (request.refused && isOfTheDay(request, knowledge)) return undefined;
      const soonest = reset * 1_000 - clockOffset.least;
      return { soonest, latest: soonest + GRACE_MS + (windows.minute * 1_000) / limit };
    },
  );
}

/** So soon after the instant a request would meet a limiter that opens later: in milliseconds, or as a share of the window. */
const SOON_MS = 5_000;
const SOON_SHARE = 1 / 10;

/** Whether so many milliseconds after the instant are too many. @param window - its length in seconds */
export function isLate(after: number, window: number): boolean {
  return after > Math.max(SOON_MS, window * 1_000 * SOON_SHARE);
}

/**
 * @param window - its length in seconds
 * @param isClosed - whether after this request none is let in for a while
 * @param opening - undefined where it cannot be told
 */
function findReopenings(
  requests: Sequence<MeteredRequest>,
  window: number,
  isClosed: (request: MeteredRequest) => boolean,
  opening: (request: MeteredRequest) => Opening | undefined,
): Reopening[] {
  const found: Reopening[] = [];
  let closed: MeteredRequest | undefined;
  let opens: Opening | undefined;
  for (const next of requests) {
    // Whoever is forbidden after a 429 may be banned: that tells nothing of the window.
    if (next.status === 403 || next.status === 0) continue;
    const isTelling = opens !== undefined && next.from >= (next.refused ? opens.latest : opens.soonest);
    if (closed !== undefined && opens !== undefined && isTelling) {
      const after = next.from - opens.soonest;
      found.push({ closed, next, admitted: !next.refused, after, late: isLate(after, window) });
    }
    if (isTelling || (closed !== undefined && !isClosed(next) && next.from >= closed.to)) {
      // Let in earlier than announced: whoever comes afterwards may find it used up again.
      closed = undefined;
      opens = undefined;
    }
    if (!isClosed(next)) continue;
    const its = opening(next);
    const isLonger = its !== undefined && (opens === undefined || its.latest > opens.latest);
    // A refusal shows more than the word that nothing is left.
    const isRefusal = next.refused && closed?.refused === false && its?.latest === opens?.latest;
    if (closed === undefined || isLonger || isRefusal) {
      closed = next;
      opens = its;
    }
  }
  return found;
}

/** The exchanges that show a reopening. */
export function numbersOf({ closed, next }: Reopening): number[] {
  return [closed.number, next.number];
}

/** A refusal after the limit was to open again; where others use the key they may have used it up. */
export function refusedAgain(
  rule: 'RATE-8' | 'RATE-13',
  shownBy: readonly number[],
  says: string,
  byOthers: readonly number[],
): Finding {
  if (byOthers.length === 0)
    return makeFinding({ rule, shownBy }, 'fail', says, {
      expected: 'admitted',
      actual: '429',
      fault: 'refused again',
    });
  return makeFinding(
    { rule, shownBy: [...shownBy, ...byOthers.slice(0, 2)] },
    'inconclusive',
    `${says}: another client uses the key`,
    { fault: 'refused again, or used by others' },
  );
}
