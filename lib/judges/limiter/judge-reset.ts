import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { WINDOW_LEEWAY_SECONDS, WINDOW_SECONDS } from '../../contract/plans.ts';
import { makeFinding, type Finding } from '../finding.ts';
import type { Sequence } from '../sequence.ts';
import { spokenTime } from './durations.ts';
import type { LimiterFacts } from './facts.ts';
import { consecutivePairs, type History } from './metered-history.ts';
import {
  findAfterReset,
  isLate,
  numbersOf,
  otherCauseOf,
  refusedAgain,
  type OtherCause,
  type Reopening,
} from './reopening.ts';
import type { MeteredRequest } from './metered-request.ts';
import { consistentKinds, type Xray } from './xray.ts';
import { TOLERANCES } from './prices.ts';

/** Why Reset cannot be compared with the time: a Unix time is relative to a clock. */
export const UNKNOWN_CLOCK =
  "X-RateLimit-Reset cannot be compared with the time: the service's clock is not known (no Date header, contradictory ones, or one of another clock)";

/** The fault of a doubt that a request soon after the next Reset settles. */
export const NOT_IN_TIME = 'not tried in time';

/**
 * RATE-13. Shown by a request soon after the Reset of a window that was used up: it would be refused if the limit reset later.
 * One that comes long after it (as Retry-After may ask for) shows nothing, and neither does one after a Remaining of 0 that
 * is not true.
 */
export function judgeReset(history: History, facts: LimiterFacts): Finding[] {
  const { xray, knowledge } = facts;
  const early = resetBeforeReset(history, xray, knowledge.windows.minute);
  if (early !== undefined) return [early];
  const found = findAfterReset(history, knowledge);
  const refusals = found.flatMap((one) =>
    one.admitted || one.inGrace ? [] : [{ one, cause: causeAfterReset(one, history, facts) }],
  );
  const refused = refusals.find(({ cause }) => cause.because === undefined) ?? refusals[0];
  if (refused !== undefined) {
    const { closed, next, after } = refused.one;
    const says = `${spokenTime(after)} after X-RateLimit-Reset of the limit of ${closed.limit} a minute the next request was refused${announcing(next, closed)}`;
    return [refusedAgain('RATE-13', numbersOf(refused.one), says, refused.cause)];
  }
  const inGrace = found.find((one) => one.inGrace);
  if (inGrace !== undefined) {
    const { closed, next, after } = inGrace;
    const says = `${spokenTime(after)} after X-RateLimit-Reset, within the grace, the next request was refused${announcing(next, closed)}`;
    return [
      makeFinding({ rule: 'RATE-13', shownBy: numbersOf(inGrace) }, 'inconclusive', says, { fault: 'refused again' }),
    ];
  }
  const isBelieved = !xray.violations.some(({ rule }) => rule === 'RATE-4');
  const telling = found.filter(({ closed }) => closed.refused || isBelieved);
  const admitted = telling.find(({ late }) => !late);
  if (admitted !== undefined)
    return [
      makeFinding(
        { rule: 'RATE-13', shownBy: numbersOf(admitted) },
        'pass',
        'the quota renews at X-RateLimit-Reset: the next request is admitted',
      ),
    ];
  const whole = renewed(history, facts);
  if (whole !== undefined)
    return [
      makeFinding(
        { rule: 'RATE-13', shownBy: whole },
        'pass',
        `the quota renews at X-RateLimit-Reset: the next request finds the whole quota${asFarAsTold(history)}`,
      ),
    ];
  const later = admittedAfterReset(history, facts);
  if (later !== undefined) return [later];
  const [late] = telling;
  if (late !== undefined) {
    const isAsked = history.requests.some(
      ({ refused: is, from, to, retryAfter = 0 }) =>
        is && from >= late.closed.from && to + retryAfter > late.next.from - late.after && to < late.next.from,
    );
    const because = isAsked ? ', because Retry-After was that long' : '';
    const says = `the first request after X-RateLimit-Reset was sent ${spokenTime(late.after)} later${because}: whether the limit had reset by then is not known`;
    return [makeFinding({ rule: 'RATE-13', shownBy: numbersOf(late) }, 'inconclusive', says, { fault: NOT_IN_TIME })];
  }
  const untold = history.requests.find(
    ({ refused: is, reset, period }) => is && reset !== undefined && period === 'minute',
  );
  if (untold === undefined || history.clockOffset !== undefined) return [];
  return [
    makeFinding({ rule: 'RATE-13', shownBy: [untold.number] }, 'inconclusive', UNKNOWN_CLOCK, {
      fault: 'unknown clock',
    }),
  ];
}

/**
 * A request soon after the Reset of a refusal, and admitted, where nothing stricter shows it: after others that a limiter which refills let in before, or
 * where no Date tells the time and Reset itself does.
 */
function admittedAfterReset(history: History, { xray, knowledge }: LimiterFacts): Finding | undefined {
  const { requests } = history;
  const clock = clockToPassBy(history, xray);
  if (clock === undefined) return undefined;
  for (const [index, { refused, reset, period, number }] of requests.entries()) {
    if (!refused || reset === undefined || period !== 'minute') continue;
    const soonest = reset * 1_000 - clock.least;
    const next = firstAfter(requests, index, ({ from, status }) => from >= soonest && status !== 0);
    if (next?.refused === true) return undefined;
    if (next === undefined || isLate(next.from - soonest, knowledge.windows.minute)) continue;
    const says = `a request after X-RateLimit-Reset is admitted${asFarAsTold(history)}`;
    return makeFinding({ rule: 'RATE-13', shownBy: [number, next.number] }, 'pass', says);
  }
  return undefined;
}

/** The clock by which a request is taken to come after a Reset, where no Date contradicts it. */
function clockToPassBy({ requests, clockOffset }: History, { quota }: Xray): Pick<ClockSpan, 'least'> | undefined {
  if (clockOffset !== undefined) return clockOffset;
  const hasDate = requests.some((request) => request.clockOffset !== undefined);
  const clock = hasDate ? undefined : clockByReset(requests, quota);
  return clock === undefined || isRefusedAfterReset(requests, clock) ? undefined : clock;
}

/** Whether a refusal came after the Reset of another one, by a clock that is not known well enough to hold it against anybody. */
function isRefusedAfterReset(requests: History['requests'], { least }: Pick<ClockSpan, 'least'>): boolean {
  let opensAt = Infinity;
  for (const { refused, reset, period, from } of requests) {
    if (refused && from >= opensAt) return true;
    if (refused && reset !== undefined && period === 'minute') opensAt = Math.min(opensAt, reset * 1_000 - least);
    else if (!refused) opensAt = Infinity;
  }
  return false;
}

function asFarAsTold({ clockOffset }: History): string {
  return clockOffset === undefined ? ', as far as it can be told without a Date' : '';
}

/**
 * How far the service's clock is ahead of ours, at least: a Reset is no farther ahead than a window. A whole second is allowed. A refusal by
 * that clock does not count as a violation.
 */
function clockByReset(
  requests: History['requests'],
  { windowMs }: Xray['quota'],
): Pick<ClockSpan, 'least'> | undefined {
  let least = -Infinity;
  for (const { reset, period, to } of requests)
    if (reset !== undefined && period === 'minute') least = Math.max(least, reset * 1_000 - windowMs - to);
  return least === -Infinity ? undefined : { least: least + TOLERANCES.wholeSecondMs };
}

/** What may explain a refusal after Reset besides a limit that did not reset; for one whose own wait is nearly over, a few seconds of skew. */
function causeAfterReset(one: Reopening, history: History, facts: LimiterFacts): OtherCause {
  const { closed, next, after } = one;
  const isSame = closed.reset === next.reset;
  if (isSame && after + (next.retryAfter ?? Infinity) <= TOLERANCES.skewMs)
    return { because: 'the clocks that Date and X-RateLimit-Reset come from may be a few seconds apart' };
  return otherCauseOf(one, history, facts);
}

/** The share of a quota that others may have used since its Reset; and the share that must have been used before. */
const USED_SINCE = 0.05;
export const USED_BEFORE = 0.1;

/**
 * A request soon after the Reset that the one before it announced, of a window that was in use, that finds the whole quota
 * again: a limiter that refills lets some in long before, so that nothing else shows its Reset.
 */
function renewed(history: History, { xray, knowledge: { windows } }: LimiterFacts): readonly number[] | undefined {
  const clock = clockToPassBy(history, xray);
  if (clock === undefined) return undefined;
  for (const { before, after } of consecutivePairs(history.batches)) {
    const { reset, period, limit = 0, remaining = Infinity } = before;
    if (reset === undefined || period !== 'minute' || remaining > limit * (1 - USED_BEFORE) || after.refused) continue;
    const since = after.from - (reset * 1_000 - clock.least);
    const isWhole = (after.remaining ?? 0) >= limit - 1 - limit * USED_SINCE;
    if (since >= 0 && !isLate(since, windows.minute) && isWhole) return [before.number, after.number];
  }
  return undefined;
}

/** The Reset that the refusal itself announces, where that is another instant. */
function announcing(next: MeteredRequest, closed: MeteredRequest): string {
  const later = (next.reset ?? 0) - (closed.reset ?? 0);
  return later >= 1 ? `, with a Reset ${spokenTime(later * 1_000)} later` : '';
}

/**
 * A Reset of the minute that is too far ahead is wrong: the limit is restored long before. Nothing is counted for longer than a window, except in
 * a weighted counter, which counts a part of the window before.
 */
function resetBeforeReset({ requests, clockOffset }: History, xray: Xray, windowSeconds: number): Finding | undefined {
  if (clockOffset === undefined) return undefined;
  const farthest = windowSeconds * (consistentKinds(xray).includes('weighted counter') ? 2 : 1) + WINDOW_LEEWAY_SECONDS;
  for (const [index, low] of requests.entries()) {
    const { period, reset, remaining, limit = 0, to } = low;
    if (period !== 'minute' || reset === undefined || remaining === undefined || remaining > limit / 2) continue;
    const distance = reset - (to + clockOffset.most) / 1_000;
    if (distance < farthest) continue;
    const restored = firstAfter(requests, index, (request) => (request.remaining ?? 0) >= remaining + limit / 2);
    const early = restored === undefined ? 0 : reset - (restored.from + clockOffset.most) / 1_000;
    if (restored === undefined || early < WINDOW_LEEWAY_SECONDS) continue;
    const says = `X-RateLimit-Reset of the limit of ${limit} a minute was ${spokenTime(distance * 1_000)} ahead, but the limit was restored ${spokenTime(early * 1_000)} before it${likeTheDay(reset, distance)}`;
    return makeFinding({ rule: 'RATE-13', shownBy: [low.number, restored.number] }, 'fail', says, {
      expected: `a Reset within ${windowSeconds} s`,
      actual: `X-RateLimit-Reset: ${reset}`,
      fault: 'beyond the window',
      place: 'X-RateLimit-Reset',
    });
  }
  return undefined;
}

function firstAfter(
  requests: Sequence<MeteredRequest>,
  index: number,
  is: (request: MeteredRequest) => boolean,
): MeteredRequest | undefined {
  for (let at = index + 1; at < requests.length; at++) {
    const request = requests.at(at);
    if (request !== undefined && is(request)) return request;
  }
  return undefined;
}

/** The Reset of the day's window beside the figures of the minute's is a common mistake. */
function likeTheDay(reset: number, distance: number): string {
  const isMidnight = reset % WINDOW_SECONDS.day === 0;
  const isFar = distance > WINDOW_SECONDS.day / 24 && distance <= WINDOW_SECONDS.day + WINDOW_LEEWAY_SECONDS;
  return isMidnight || isFar ? ': it looks like the Reset of the daily window' : '';
}
