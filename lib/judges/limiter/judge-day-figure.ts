import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { WINDOW_SECONDS } from '../../contract/plans.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { LimiterFacts } from './facts.ts';
import type { History } from './metered-history.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';

/**
 * This many of petvet's own requests, beyond those that a bucket of the day gives back, are counted by a day, and forgotten by a shorter
 * window.
 */
const FORGOTTEN = 10;

/** A window whose next Reset is no later than this after the last one is not a day, in seconds. */
const NO_DAY_SECONDS = 3_600;

/**
 * RATE-3: the plan's daily limit is that of a day. One that is fully restored after minutes, though petvet has just used some of it, and
 * that renews again within the hour, is a limit of minutes, which the plan does not have. A test installation whose day is shorter shows nothing.
 * Source: specification, section 8, "Rate limits by plan".
 */
export function judgeDayFigure(
  { requests }: History,
  { knowledge: { plan, windows } }: Pick<LimiterFacts, 'knowledge'>,
): Finding[] {
  if (plan.perDay === undefined || plan.perMinute === undefined || windows.day !== WINDOW_SECONDS.day) return [];
  const perMillisecond = plan.perDay / (windows.day * 1_000);
  let first: number | undefined;
  let before: MeteredRequest | undefined;
  let used = 0;
  /** Since then: requests whose responses say nothing about the limit may have used some of it, too. */
  let silent = 0;
  for (const request of requests) {
    const { period, limit, remaining, reset } = request;
    const isOfTheDay = period === 'day' && limit === plan.perDay && remaining !== undefined && reset !== undefined;
    const givenBack = (request.to - (first ?? request.to)) * perMillisecond;
    if (isOfTheDay && before?.reset !== undefined && used >= FORGOTTEN + silent + givenBack) {
      const [isWhole, later] = [remaining >= plan.perDay - 2 - silent, reset - before.reset];
      if (isWhole && later > 0 && later <= NO_DAY_SECONDS) return [ofMinutes(before, request, plan.perDay)];
    }
    if (isOfTheDay) before = request;
    silent = isOfTheDay ? 0 : silent + 1;
    if (!isSuccess(request)) continue;
    first ??= request.from;
    used++;
  }
  return [];
}

function ofMinutes(before: MeteredRequest, after: MeteredRequest, perDay: number): Finding {
  const apart = ((after.reset ?? 0) - (before.reset ?? 0)) * 1_000;
  const says = `${RATE_LIMIT_HEADERS.limit} is ${perDay}, the plan's daily limit, but Remaining went from ${before.remaining} to ${after.remaining} when Reset moved by only ${spokenTime(apart)}`;
  return makeFinding({ rule: 'RATE-3', shownBy: [before.number, after.number] }, 'fail', says, {
    expected: `${perDay} requests a day`,
    actual: `${perDay} requests in ${spokenTime(apart)}`,
    fault: 'the figure of a day for minutes',
    place: RATE_LIMIT_HEADERS.limit,
  });
}
