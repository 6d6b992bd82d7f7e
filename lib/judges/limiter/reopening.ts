import { WINDOW_LEEWAY_SECONDS } from '../../contract/plans.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { makeFinding, type Finding } from '../finding.ts';
import type { Sequence } from '../sequence.ts';
import type { History } from './metered-history.ts';
import { isOfTheDay } from './early-refusals.ts';
import type { LimiterFacts } from './facts.ts';
import { isAdmitted, type MeteredRequest } from './metered-request.ts';
import { consistentKinds, type Xray } from './xray.ts';
import { TOLERANCES } from './prices.ts';

/** One second's grace, by the rules. */
const GRACE_MS = 1_000;

/** What happened to the first request after a wait that the service had asked for, or announced. */
export interface Reopening {
  /** The refusal, or the announcement that nothing remains. */
  readonly closed: MeteredRequest;
  readonly next: MeteredRequest;
  readonly admitted: boolean;
  /** It was refused within the grace, for longer than that: whether the limit had opened by then is open. */
  readonly inGrace: boolean;
  /** How long after that instant it was sent, at least, in milliseconds. */
  readonly after: number;
  /** It was sent so long afterwards that the limit may have renewed at any other time: that it was admitted shows nothing. */
  readonly late: boolean;
}

/** From when on a request may be let in, and from when on it must be. */
interface Opening {
  readonly soonest: number;
  readonly latest: number;
}

/**
 * The first requests after Retry-After, in order; those sent before it was over show nothing. Several refusals at one
 * moment count as one, with the longest of their waits.
 */
export function findAfterRetryAfter(
  { requests, clockOffset }: History,
  knowledge: Pick<Knowledge, 'windows'>,
): Reopening[] {
  // Where it cannot be told whose clock names the date, it may be the one by which it comes later.
  const isPerhapsOurs = clockOffset === undefined || (clockOffset.least <= 0 && clockOffset.most >= 0);
  return findReopenings(
    requests,
    knowledge.windows.minute,
    ({ refused }) => refused,
    (request) => isOfTheDay(request, knowledge),
    ({ to, retryAfter, longestRetryAfter }) => {
      const longest = isPerhapsOurs ? longestRetryAfter : retryAfter;
      if (retryAfter === undefined || longest === undefined) return undefined;
      return { soonest: to + retryAfter, latest: to + longest + GRACE_MS };
    },
  );
}

/**
 * The first requests after the Reset of a window of which nothing remained, where the service's clock is known. A limiter that restores one unit at a time
 * may need as long as one takes.
 */
export function findAfterReset({ requests, clockOffset }: History, knowledge: Knowledge): Reopening[] {
  if (clockOffset === undefined) return [];
  const { windows } = knowledge;
  return findReopenings(
    requests,
    windows.minute,
    ({ refused, remaining }) => refused || remaining === 0,
    (request) => isOfTheDay(request, knowledge),
    (request) => {
      const { reset, period, limit } = request;
      if (reset === undefined || period !== 'minute' || limit === undefined) return undefined;
      if (request.refused && isOfTheDay(request, knowledge)) return undefined;
      const soonest = reset * 1_000 - clockOffset.least;
      return { soonest, latest: soonest + GRACE_MS + (windows.minute * 1_000) / limit };
    },
  );
}

/**
 * How soon after the instant a request would meet a limiter that opens later: in milliseconds, or as a share of the window. In a window of few seconds
 * any limiter has opened within those milliseconds: there it is a larger share.
 */
const SOON_MS = 5_000;
const SOON_SHARE = 1 / 10;
const SOON_SHARE_OF_SHORT = 1 / 2;

/** Whether that many milliseconds after the instant are too many. @param window - its length in seconds */
export function isLate(after: number, window: number): boolean {
  const windowMs = window * 1_000;
  return after > Math.max(Math.min(SOON_MS, windowMs * SOON_SHARE_OF_SHORT), windowMs * SOON_SHARE);
}

/**
 * @param window - its length in seconds
 * @param isClosed - whether after this request none is let in for a while
 * @param isForTheDay - whether a refusal is for the day
 * @param opening - undefined where it cannot be told
 */
function findReopenings(
  requests: Sequence<MeteredRequest>,
  window: number,
  isClosed: (request: MeteredRequest) => boolean,
  isForTheDay: (request: MeteredRequest) => boolean,
  opening: (request: MeteredRequest) => Opening | undefined,
): Reopening[] {
  const found: Reopening[] = [];
  let closed: MeteredRequest | undefined;
  let opens: Opening | undefined;
  /** The last request in front of the service, or without a response: it may have used the first unit that was back. */
  let inFront = -Infinity;
  /** When the last of those that were admitted was over: one that was under way for long may have used what was back. */
  let admittedUntil = -Infinity;
  for (const [index, next] of requests.entries()) {
    if (isAdmitted(next)) admittedUntil = Math.max(admittedUntil, next.to);
    // A 403 after a 429 may be a ban: it says nothing about the window.
    if (next.status === 403) continue;
    if (next.status === 0) {
      inFront = next.from;
      continue;
    }
    // Nor does a refusal for the day, whose limit applies beside that of the minute.
    if (next.refused && isForTheDay(next)) continue;
    const isTelling = opens !== undefined && next.from >= (next.refused ? opens.latest : opens.soonest);
    // One of several at once may be refused because another one, that met the limiter first, was admitted.
    if (opens !== undefined && isTelling && next.refused)
      if (admittedUntil >= opens.soonest || isAdmittedDuring(requests, index)) [closed, opens] = [undefined, undefined];
    if (opens !== undefined && next.refused && inFront >= opens.soonest) [closed, opens] = [undefined, undefined];
    const again = next.refused ? opening(next) : undefined;
    const inGrace = !isTelling && opens !== undefined && next.from >= opens.soonest && isForLonger(opens, again);
    if (closed !== undefined && opens !== undefined && (isTelling || inGrace)) {
      const after = next.from - opens.soonest;
      found.push({ closed, next, admitted: !next.refused, inGrace, after, late: isLate(after, window) });
    }
    if (isTelling || (closed !== undefined && !isClosed(next) && next.from >= closed.to)) {
      // Let in earlier than announced: later requests may find it used up again.
      closed = undefined;
      opens = undefined;
    }
    if (!isClosed(next)) continue;
    const its = opening(next);
    const isLonger = its !== undefined && (opens === undefined || its.latest > opens.latest);
    // A refusal shows more than a Remaining of 0.
    const isRefusal = next.refused && closed?.refused === false && its?.latest === opens?.latest;
    if (closed === undefined || isLonger || isRefusal) {
      closed = next;
      opens = its;
    }
  }
  return found;
}

/** Whether a request that left later, while this one was under way, was admitted. */
function isAdmittedDuring(requests: Sequence<MeteredRequest>, index: number): boolean {
  const until = requests.at(index)?.to ?? -Infinity;
  for (let place = index + 1; ; place++) {
    const later = requests.at(place);
    if (later === undefined || later.from >= until) return false;
    if (isAdmitted(later)) return true;
  }
}

/** Whether a refusal after an opening asks to wait far beyond it: rounding asks for a second more, or two. */
function isForLonger({ soonest, latest }: Opening, again: Opening | undefined): boolean {
  return again !== undefined && again.soonest > latest + (latest - soonest) + GRACE_MS;
}

/** The exchanges that show a reopening. */
export function numbersOf({ closed, next }: Reopening): number[] {
  return [closed.number, next.number];
}

/** A refusal after the limit was to open again. What else may have closed it, others who use the key, a ban or the day, leaves it open. */
export function refusedAgain(
  rule: 'RATE-8' | 'RATE-13',
  shownBy: readonly number[],
  says: string,
  { because, others = [] }: OtherCause = {},
): Finding {
  if (because === undefined)
    return makeFinding({ rule, shownBy }, 'fail', says, {
      expected: 'admitted',
      actual: '429',
      fault: 'refused again',
    });
  return makeFinding({ rule, shownBy: [...shownBy, ...others.slice(0, 2)] }, 'inconclusive', `${says}: ${because}`, {
    fault: 'refused again, or used by others',
  });
}

/** What may explain a refusal, in a clause, and the exchanges that show it; nothing where only the limiter does. */
export interface OtherCause {
  readonly because?: string;
  readonly others?: readonly number[];
}

/** petvet used up a window by itself where it had nearly all of its quota. */
const NEARLY_ALL = 0.9;

/**
 * What may explain a refusal that came after the limit was to open again. Other clients of the key may have used the quota first, unless
 * the window has not renewed yet, or petvet was seen to have all of it for itself. One that asks to wait for longer than a window may be for the day, or
 * a ban. Source: specification, section 8, "Behavior on exceeding", 3.
 */
export function otherCauseOf(
  { closed, next }: Pick<Reopening, 'closed' | 'next'>,
  { requests }: History,
  { unexplained, knowledge, xray }: LimiterFacts,
): OtherCause {
  if (asksForLonger(next, knowledge)) return { because: 'the daily quota may be used up, or the key banned' };
  const { byOthers: others } = unexplained;
  if (others.length > 0) return { because: 'another client seems to use the key', others };
  if (isOfTheSameWindow(closed, next)) return {};
  const { limit = Infinity } = closed;
  const windowMs = knowledge.windows.minute * 1_000;
  const last = requests.filter((request) => isAdmitted(request) && request.to <= closed.to).at(-1)?.from ?? -Infinity;
  const since = (from: number) =>
    requests.filter((request) => isAdmitted(request) && request.from >= from && request.to <= next.from).length;
  if (since(closed.from - windowMs) >= limit * NEARLY_ALL) return {};
  // Where petvet alone had used all of it, others could begin no window before that opened again.
  if (since(last - windowMs) >= limit && isOfShorterWindow(closed, next, knowledge) && !mayRefill(xray)) return {};
  return { because: 'another client may have used up the new window' };
}

/** Whether a Reset moved by too little for another window to have begun. */
function isOfShorterWindow(closed: MeteredRequest, next: MeteredRequest, { windows }: Knowledge): boolean {
  if (closed.reset === undefined || next.reset === undefined) return false;
  return next.reset - closed.reset < windows.minute - WINDOW_LEEWAY_SECONDS;
}

/** Whether a limiter may give back a few units at a time: each could be another client's at once. */
function mayRefill(xray: Xray): boolean {
  return consistentKinds(xray).some((kind) => kind !== 'fixed window' && kind !== 'sliding log');
}

function asksForLonger({ retryAfter = 0 }: MeteredRequest, { windows }: Pick<Knowledge, 'windows'>): boolean {
  return retryAfter > windows.minute * 1_000 + TOLERANCES.skewMs;
}

function isOfTheSameWindow(closed: MeteredRequest, next: MeteredRequest): boolean {
  return closed.reset !== undefined && next.reset !== undefined && Math.abs(next.reset - closed.reset) <= 1;
}
