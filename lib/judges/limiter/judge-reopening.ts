import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { RETRY_AFTER, unitOfWait } from '../../contract/headers.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { LimiterFacts } from './facts.ts';
import type { History } from './metered-history.ts';
import { judgeReset, UNKNOWN_CLOCK } from './judge-reset.ts';
import { isOfTheDay } from './early-refusals.ts';
import {
  findAfterRetryAfter,
  numbersOf,
  otherCauseOf,
  refusedAgain,
  type OtherCause,
  type Reopening,
} from './reopening.ts';
import { isAdmitted, isOfEither, type MeteredRequest } from './metered-request.ts';
import { isSameWindow } from './same-window.ts';
import { consistentKinds } from './xray.ts';
import { TOLERANCES } from './prices.ts';

/** Assumed for the service where no response has a Date: otherwise the two would agree only by chance. */
const OUR_CLOCK: ClockSpan = { least: 0, most: 0 };

/** A Retry-After of more windows than this is not for one of them. */
const MOST_WINDOWS = 2;

/** RATE-7, RATE-8, RATE-9 and RATE-13: what a 429 promises, and what the requests after it met. */
export function judgeReopening(history: History, facts: LimiterFacts): Finding[] {
  return [
    ...judgeUnit(history),
    ...judgeRetryAfter(history, facts),
    ...judgeReset(history, facts),
    ...judgeAgreement(history, facts),
  ];
}

/**
 * RATE-7: Retry-After counts seconds. Where each is a thousand or a thousand million times the time until Reset, and a
 * request was admitted long before that many seconds had passed, it counts milliseconds or nanoseconds.
 */
function judgeUnit({ requests, clockOffset }: History): Finding[] {
  const announced = requests.flatMap((request) => {
    const { refused, retryAfter, reset } = request;
    if (!refused || retryAfter === undefined || reset === undefined || clockOffset === undefined) return [];
    const opens = reset * 1_000 - clockOffset.least;
    return [{ request, wait: retryAfter, opens, unit: unitOfWait(retryAfter / 1_000, opens - request.to) }];
  });
  const [first] = announced;
  if (first === undefined || announced.some(({ unit }) => unit === undefined)) return [];
  const { request, wait, opens, unit } = first;
  const admitted = requests.find((one) => isAdmitted(one) && one.from >= opens && one.from < request.to + wait);
  if (admitted === undefined) return [];
  const says = `Retry-After counts ${unit}: it says ${wait / 1_000}, and ${Math.round((admitted.from - request.to) / 1_000)} s later, after Reset, a request was admitted`;
  return [
    makeFinding({ rule: 'RATE-7', shownBy: [request.number, admitted.number] }, 'fail', says, {
      expected: `${RETRY_AFTER}: ${Math.max(0, Math.ceil((opens - request.to) / 1_000))}`,
      actual: `${RETRY_AFTER}: ${wait / 1_000}`,
      fault: 'too long',
      place: RETRY_AFTER,
    }),
  ];
}

/**
 * RATE-8. Shown by a request soon after Retry-After: one that comes much later could not have been refused for it. A first
 * refusal is met with the next Retry-After; a second in a row is a violation.
 */
function judgeRetryAfter(history: History, facts: LimiterFacts): Finding[] {
  const found = findAfterRetryAfter(history, facts.knowledge);
  const decided = found.filter(({ inGrace }) => !inGrace);
  const twice = decided.findIndex(({ admitted }, index) => !admitted && decided[index - 1]?.admitted === false);
  const [again, second] = [decided[twice - 1], decided[twice]];
  if (again !== undefined && second !== undefined) {
    const shownBy = [again.closed.number, again.next.number, second.next.number];
    const says =
      'after Retry-After had passed the next request was refused, and so was the one after the next Retry-After';
    return [refusedAgain('RATE-8', shownBy, says, causeOfBoth(again, second, history, facts))];
  }
  const inVain = found.filter(({ admitted }) => !admitted);
  const [first] = inVain;
  if (first !== undefined && (inVain.length > 1 || found.some(({ admitted }) => admitted)))
    return [refusedOnce(first, inVain.length)];
  const admitted = found.find((one) => one.admitted && !one.late);
  if (admitted !== undefined)
    return [
      makeFinding(
        { rule: 'RATE-8', shownBy: numbersOf(admitted) },
        'pass',
        'after Retry-After the next request is admitted',
      ),
    ];
  const last = found.at(-1);
  if (last === undefined) return [];
  const says = last.admitted
    ? `the next request was sent ${spokenTime(last.after)} after Retry-After had passed: whether an earlier one would have been admitted is not known`
    : 'refused once after Retry-After: not tried a second time';
  return [
    makeFinding({ rule: 'RATE-8', shownBy: numbersOf(last) }, 'inconclusive', says, { fault: 'not tried in time' }),
  ];
}

/** A refusal after Retry-After that a later admission followed: no pass, and not the second in a row that violates. */
function refusedOnce(first: Reopening, times: number): Finding {
  const wait = spokenTime(first.closed.retryAfter ?? 0);
  const often = times === 1 ? '' : `, ${times} times`;
  const same = isOfOneReset(first) ? ', and announced the same X-RateLimit-Reset' : '';
  const says = `after Retry-After (${wait}) the next request was refused${often}${same}; a later one was admitted`;
  return makeFinding({ rule: 'RATE-8', shownBy: numbersOf(first) }, 'inconclusive', says, { fault: 'refused again' });
}

/** Whether a request was refused after Retry-After with the Reset that had been announced before: no other window was used up meanwhile. */
function isOfOneReset({ closed, next, admitted }: Reopening): boolean {
  return !admitted && isSameWindow(closed, next);
}

/** What may explain that two requests in a row were refused after Retry-After: an explanation of one leaves both open. */
function causeOfBoth(again: Reopening, second: Reopening, history: History, facts: LimiterFacts): OtherCause {
  const [first, next] = [again, second].map((one) => otherCauseOf(one, history, facts));
  return first?.because === undefined ? (next ?? {}) : first;
}

/**
 * RATE-9, on every 429 that has both. A limiter that restores units one by one may let one in before its Reset; a fixed
 * window cannot.
 */
function judgeAgreement(history: History, { xray, unexplained, knowledge }: LimiterFacts): Finding[] {
  const { requests, clockOffset } = history;
  const kinds = consistentKinds(xray);
  const isFixed = kinds.length > 0 && kinds.every((kind) => kind === 'fixed window');
  const announced = requests.filter(
    (request) =>
      request.refused &&
      request.retryAfter !== undefined &&
      request.reset !== undefined &&
      request.period === 'minute' &&
      !isOfEither(request.limit, knowledge) &&
      !isOfTheDay(request, knowledge) &&
      // A wait of several windows may be for the day, or a ban, whatever the headers describe.
      request.retryAfter <= MOST_WINDOWS * knowledge.windows.minute * 1_000,
  );
  const [first] = announced;
  if (first === undefined) return [];
  const hasDate = requests.some((request) => request.clockOffset !== undefined);
  const clock = clockOffset ?? (hasDate ? undefined : OUR_CLOCK);
  const unknown = makeFinding({ rule: 'RATE-9', shownBy: [first.number] }, 'inconclusive', UNKNOWN_CLOCK, {
    fault: 'unknown clock',
  });
  if (clock === undefined) return [unknown];
  const disagree = (request: MeteredRequest, apart: number): Finding[] =>
    clockOffset === undefined ? [unknown] : [disagreement(request, apart)];
  const by = clockOffset === undefined ? ', as far as it can be told without a Date' : '';
  const spans = announced.map((request) => {
    // Retry-After counts from the instant at which the limiter refused: it may lie as far back as the request left.
    const apart = (request.retryAfter ?? 0) - (request.reset ?? 0) * 1_000;
    return { request, least: request.from + apart + clock.least, most: request.to + apart + clock.most };
  });
  // A caller that was refused when Retry-After was over, and before Reset, got contradictory headers.
  const alone = unexplained.byOthers.length === 0;
  const refusedAfter = alone
    ? findAfterRetryAfter(history, knowledge).filter(
        ({ admitted, closed }) => !admitted && hasUsedSome(history, closed, knowledge),
      )
    : [];
  const inVain = new Set(refusedAfter.map(({ closed }) => closed.number));
  const ofOneReset = new Set(refusedAfter.flatMap((one) => (isOfOneReset(one) ? [one.closed.number] : [])));
  const later = spans.find(({ least }) => least > TOLERANCES.skewMs);
  if (later !== undefined) return disagree(later.request, later.least);
  const refuted = spans.find(({ request, most }) => most < -TOLERANCES.wholeSecondMs && ofOneReset.has(request.number));
  if (refuted !== undefined) return disagree(refuted.request, refuted.most);
  const sooner = spans.filter(({ most }) => most < -TOLERANCES.skewMs);
  const wrong = sooner.find(({ request }) => isFixed || inVain.has(request.number));
  if (wrong !== undefined) return disagree(wrong.request, wrong.most);
  const [early] = sooner;
  if (early !== undefined) {
    const says = `Retry-After ends ${spokenTime(-early.most)} before X-RateLimit-Reset, as it may with a limiter that refills gradually${by}`;
    return [
      makeFinding({ rule: 'RATE-9', shownBy: [early.request.number] }, 'observed', says, {
        topic: 'Retry-After before Reset',
        actual: spokenTime(-early.most),
      }),
    ];
  }
  return [
    makeFinding({ rule: 'RATE-9', shownBy: [first.number] }, 'pass', `Retry-After and X-RateLimit-Reset agree${by}`),
  ];
}

/** Where petvet has used less than this part of the limit, others have used the rest. */
const USED_SOME = 1 / 2;

/** Whether petvet itself had used much of the limit before a refusal: otherwise others use the key, though nothing else shows them. */
function hasUsedSome(
  { requests }: History,
  { from, limit }: MeteredRequest,
  { windows }: LimiterFacts['knowledge'],
): boolean {
  const since = from - windows.minute * 1_000;
  const own = requests.filter((request) => isAdmitted(request) && request.from >= since && request.from < from);
  return limit === undefined || own.length >= limit * USED_SOME;
}

/** @param apart - from Reset to the end of Retry-After, in milliseconds, at least */
function disagreement({ number, retryAfter = 0, reset }: MeteredRequest, apart: number): Finding {
  const says = `Retry-After ends ${spokenTime(Math.abs(apart))} ${apart > 0 ? 'after' : 'before'} X-RateLimit-Reset`;
  return makeFinding({ rule: 'RATE-9', shownBy: [number] }, 'fail', says, {
    expected: 'the same instant',
    fault: apart > 0 ? 'later than Reset' : 'earlier than Reset',
    place: RETRY_AFTER,
    actual: `Retry-After ${retryAfter / 1_000} s, Reset ${reset}`,
  });
}
