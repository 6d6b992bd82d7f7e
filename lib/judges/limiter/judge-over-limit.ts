import { largest, smallest } from '../../evidence/extremes.ts';
import { blameOn } from '../blame.ts';
import { type Finding, faultOfStatus, makeFinding, MOST_SHOWN } from '../finding.ts';
import type { TooManyAdmitted } from './too-many-admitted.ts';
import { pick, type Sequence } from '../sequence.ts';
import { spokenTime } from './durations.ts';
import type { History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { findEarlyRefusals, isAnnouncedOtherwise, isOfTheDay } from './early-refusals.ts';
import { isAdmitted, isSuccess, type MeteredRequest } from './metered-request.ts';
import type { RefusedOtherwise } from './refused-otherwise.ts';
import type { WrongRefusal } from './wrong-refusals.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { nameOfWrongStatus } from '../../shapes/fault-names.ts';
import { consistentKinds, type Xray } from './xray.ts';

/** What RATE-5 is judged by in addition to the x-ray. */
export interface OverLimitFacts {
  readonly wrong: readonly WrongRefusal[];
  /** Requests in a row that were refused with another status, where there are some. */
  readonly row: RefusedOtherwise | undefined;
  readonly tooMany: TooManyAdmitted | undefined;
  /** What it looks like, where that is known. */
  readonly diagnosis: string | undefined;
  readonly knowledge: Knowledge;
}

/**
 * RATE-5: over the limit requests get 429. Shown by a refusal when the limit had been reached: an earlier one says nothing
 * about what happens over it.
 */
export function judgeOverLimit(history: History, xray: Xray, facts: OverLimitFacts): Finding[] {
  const otherwise = facts.wrong.map(({ announcement, turnedAway }) => {
    const answers = [...new Set(turnedAway.map(({ status }) => (status === 0 ? 'no answer' : `${status}`)))].join(', ');
    const shownBy = [announcement.number, ...turnedAway.map(({ number }) => number)];
    return makeFinding({ rule: 'RATE-5', shownBy }, 'fail', `requests over the limit got ${answers}, not 429`, {
      expected: '429',
      actual: answers,
      fault: nameOfWrongStatus(answers),
    });
  });
  if (otherwise.length > 0 || xray.violations.some(({ rule }) => rule === 'RATE-5')) return otherwise;
  const { tooMany, row, diagnosis, knowledge } = facts;
  const { quota } = xray;
  if (tooMany !== undefined) {
    const { first, last, admitted } = tooMany;
    const seen = `${admitted} requests were admitted within ${spokenTime(last.to - first.from)}, over all operations together; the limit is ${quota.perWindow}`;
    const says = diagnosis === undefined ? seen : `${seen}: ${diagnosis}`;
    return [
      makeFinding({ rule: 'RATE-5', shownBy: [first.number, last.number] }, 'fail', says, {
        expected: `${quota.perWindow} admitted, then 429`,
        actual: `${admitted} admitted`,
        fault: 'too many at once',
      }),
    ];
  }
  if (row !== undefined) return [judgeRow(row, quota)];
  const refused = pick(history.requests, (request) => request.refused);
  const due = dueRefusals(history, quota, knowledge);
  const [first] = due;
  if (first !== undefined) {
    const shownBy = due.map(({ number }) => number);
    // One of several counters refused: it does not follow that the caller's limit was enforced where more had been admitted.
    const using = admittedLately(history, first, quota.windowMs).filter((request) => !isFree(request, history));
    if (using.length > quota.perWindow && xray.violations.some(({ rule }) => rule === 'RATE-4'))
      return [blameOn({ rule: 'RATE-5', shownBy }, 'RATE-4')];
    const reached = readReached(history, first, xray);
    return [
      reached.isTooMany
        ? makeFinding(
            { rule: 'RATE-5', shownBy },
            'inconclusive',
            `${reached.says}: more than it, if none was refilled`,
            {
              fault: 'more than the limit',
            },
          )
        : makeFinding({ rule: 'RATE-5', shownBy }, 'pass', `over the limit requests get 429: ${reached.says}`),
    ];
  }
  if (refused.length > 0) {
    const shownBy = refused.slice(0, MOST_SHOWN).map(({ number }) => number);
    const says = 'requests were refused with 429, but none when the limit is known to have been reached';
    return [makeFinding({ rule: 'RATE-5', shownBy }, 'inconclusive', says, { fault: 'refused early' })];
  }
  return unrefused(history, xray);
}

/** Requests in a row with a status other than 429: a violation where the limit was reached, otherwise the reason for the refusals is unknown. */
function judgeRow(row: RefusedOtherwise, { perWindow }: Quota): Finding {
  const { announcement, turnedAway, status, next, isOverLimit } = row;
  const numbers = [...turnedAway.slice(0, MOST_SHOWN).map(({ number }) => number), next.number];
  const shownBy = announcement === undefined ? numbers : [announcement.number, ...numbers];
  const compared = { expected: '429', actual: `${status}`, ...faultOfStatus(status) };
  if (isOverLimit) {
    const says = `requests over the limit got ${status}, not 429: ${perWindow} had been admitted, and what was asked for was served again later`;
    return makeFinding({ rule: 'RATE-5', shownBy }, 'fail', says, compared);
  }
  const says = `${turnedAway.length} requests in a row got ${status}, though such requests were served before, and the next one after X-RateLimit-Reset was served: the limit may be enforced with ${status} instead of 429`;
  return makeFinding({ rule: 'RATE-5', shownBy }, 'inconclusive', says, compared);
}

/** What had been admitted when a refusal was due. */
interface Reached {
  /** In a clause. */
  readonly says: string;
  /** More than the limit were served, and nothing shows that any of it was renewed or refilled. */
  readonly isTooMany: boolean;
}

function readReached(history: History, refusal: MeteredRequest, xray: Xray): Reached {
  const { perWindow, windowMs } = xray.quota;
  const lately = admittedLately(history, refusal, windowMs);
  const using = lately.filter((request) => !isFree(request, history));
  const [first] = using;
  if (first === undefined) return explained(`nothing remained of the limit of ${perWindow}`);
  const within = spokenTime(refusal.to - first.from);
  const free = lately.length - using.length;
  const besides = free === 0 ? '' : `, besides ${free} rejected ones that do not seem to use quota`;
  const admitted = `${using.length} ${using.length === 1 ? 'was' : 'were'} admitted within ${within} before the first refusal${besides}`;
  if (using.length < perWindow) return explained(`${admitted}, and nothing remained of the limit of ${perWindow} then`);
  if (using.length === perWindow) return explained(`${admitted}; the limit is ${perWindow}`);
  // A window that began meanwhile, or a bucket that was refilled, admits more than the limit within that time.
  const ofItsWindow = using.filter((request) => isOfWindow(request, refusal)).length;
  if (ofItsWindow > 0 && ofItsWindow < using.length && areOfTwoWindows(using, windowMs))
    return explained(
      `${ofItsWindow} of its window were admitted before the first refusal (${using.length} within ${within}, over two windows)${besides}; the limit is ${perWindow}`,
    );
  if (hasRisen(using)) return explained(`${admitted}; the limit is ${perWindow}, and Remaining rose meanwhile`);
  const served = using.filter(isSuccess).length;
  const says = `${served} were served and ${lately.length - served} rejected within ${within} before the first refusal; the limit is ${perWindow}`;
  const isUnrenewed = ofItsWindow === using.length || consistentKinds(xray).includes('fixed window');
  return { says, isTooMany: served > perWindow && isUnrenewed };
}

function explained(says: string): Reached {
  return { says, isTooMany: false };
}

/** Whether a request used no quota, as far as its status shows. */
function isFree({ status }: MeteredRequest, { uncountedStatuses, refundedStatuses }: History): boolean {
  return uncountedStatuses.has(status) || refundedStatuses.has(status);
}

/** Whether Reset moved just once, by most of a window. */
function areOfTwoWindows(requests: readonly MeteredRequest[], windowMs: number): boolean {
  const resets = requests.flatMap(({ reset }) => reset ?? []);
  const [first, last] = [smallest(resets), largest(resets)];
  return (last - first) * 2_000 >= windowMs && resets.every((one) => one - first <= 1 || last - one <= 1);
}

function hasRisen(requests: readonly MeteredRequest[]): boolean {
  const said = requests.flatMap(({ remaining }) => remaining ?? []);
  return said.some((one, index) => one > (said[index - 1] ?? Infinity));
}

/** Whether two requests were counted in one window, as far as Reset shows; it is rounded to seconds. */
function isOfWindow({ reset }: MeteredRequest, { reset: wanted }: MeteredRequest): boolean {
  return reset !== undefined && wanted !== undefined && Math.abs(reset - wanted) <= 1;
}

function admittedLately({ requests }: History, refusal: MeteredRequest, windowMs: number): MeteredRequest[] {
  return requests.filter(
    (request) => isAdmitted(request) && request.from <= refusal.to && request.to > refusal.from - windowMs,
  );
}

/**
 * The first refusals when nothing remained, by the announcements or by as many served requests as the limit. One that
 * came although a response before it had announced more than was sent since says nothing about what happens over the limit.
 */
function dueRefusals(history: History, quota: Quota, knowledge: Knowledge): MeteredRequest[] {
  const early = new Map(findEarlyRefusals(history, quota).map(({ refusal, due: isIts }) => [refusal.number, isIts]));
  const besideLast = refusedBesideLast(history);
  const due: MeteredRequest[] = [];
  let isAnyServed = false;
  for (const [index, request] of history.requests.entries()) {
    isAnyServed ||= isSuccess(request);
    // A service that serves nothing at all refuses for unknown reasons.
    if (!isAnyServed) continue;
    if (!request.refused) continue;
    const isReached =
      early.get(request.number) === true || besideLast.has(request.number) || isServedInFull(history, request, quota);
    if (early.has(request.number) && !isReached) continue;
    const isDue =
      isReached ||
      isOfTheDay(request, knowledge) ||
      isUsedUp(history.requests, index) ||
      (request.remaining === 0 && !isAnnouncedOtherwise(history.requests, index)) ||
      admittedLately(history, request, quota.windowMs).length >= quota.perWindow;
    if (isDue) due.push(request);
    if (due.length === MOST_SHOWN) break;
  }
  return due;
}

/**
 * The refusals that say that nothing remains, as a request says that was under way at the same time and let in: it took the last unit. Where
 * another client of the key took the one before, they came earlier than petvet's own requests explain.
 */
function refusedBesideLast({ batches }: History): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { requests } of batches) {
    const last = requests.filter(
      ({ refused, remaining, period }) => !refused && remaining === 0 && period === 'minute',
    );
    if (last.length === 0) continue;
    for (const refusal of requests)
      if (refusal.refused && refusal.remaining === 0 && last.some((one) => isOfWindow(one, refusal)))
        found.add(refusal.number);
  }
  return found;
}

/** Whether as many requests as the limit were served within the window before a refusal, whatever was announced. */
function isServedInFull(history: History, refusal: MeteredRequest, { perWindow, windowMs }: Quota): boolean {
  return admittedLately(history, refusal, windowMs).filter(isSuccess).length >= perWindow;
}

/** Whether what the last response before it announced was used up by then. */
function isUsedUp(requests: Sequence<MeteredRequest>, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const { remaining, refused } = requests.at(at) ?? {};
    if (remaining !== undefined && refused === false) return index - at - 1 >= remaining;
  }
  return false;
}

/** More than the limit was served within half a window, and nothing refused: limiters that refill may do so. */
function unrefused({ requests }: History, xray: Xray): Finding[] {
  const { perWindow, windowMs } = xray.quota;
  const served = pick(requests, isSuccess);
  let found: readonly [first: MeteredRequest, last: MeteredRequest] | undefined;
  for (let index = served.length - 1; index >= perWindow && found === undefined; index--) {
    const [first, last] = [served.at(index - perWindow), served.at(index)];
    if (first !== undefined && last !== undefined && last.to - first.from < windowMs / 2) found = [first, last];
  }
  if (found === undefined) return [];
  const [first, last] = found;
  const left = last.remaining === undefined ? '' : `, and Remaining was ${last.remaining} then`;
  const kinds = consistentKinds(xray).join(' or ');
  const may = kinds === '' ? '' : `; a ${kinds} may have refilled enough meanwhile`;
  const says = `${perWindow + 1} requests were served within ${spokenTime(last.to - first.from)} and none was refused; the limit is ${perWindow}${left}${may}`;
  return [
    makeFinding({ rule: 'RATE-5', shownBy: [first.number, last.number] }, 'inconclusive', says, {
      fault: 'never refused',
    }),
  ];
}
