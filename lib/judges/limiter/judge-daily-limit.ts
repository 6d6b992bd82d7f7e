import { PLANS } from '../../contract/plans.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { type Finding, makeFinding, MOST_SHOWN } from '../finding.ts';
import { isCounted, type History } from './metered-history.ts';
import { pick, type Sequence } from '../sequence.ts';
import { isOfTheDay } from './early-refusals.ts';
import type { MeteredRequest } from './metered-request.ts';

/**
 * RATE-11, where a run is meant to use up the day: no more are admitted than the daily limit. A new day may begin in the middle of the
 * run, at an instant that is not announced, and a limiter may restore units of the day gradually: only twice the limit
 * within less than a day is more than any limiter admits. Source: specification, section 8, "Rate limits by plan".
 */
export function judgeDailyLimit(history: History, { plan, windows, usesDayUp }: Knowledge): Finding[] {
  const perDay =
    plan.perDay ?? (plan.name === 'auto' || plan.name === 'enterprise' ? undefined : PLANS[plan.name].perDay);
  if (usesDayUp !== true || perDay === undefined) return [];
  const admitted = pick(history.requests, (request) => isCounted(request, history));
  const tooMany = twice(admitted, perDay, windows.day * 1_000);
  if (tooMany !== undefined) {
    const says = `${2 * perDay + 1} requests were admitted in less than a day; the plan allows ${perDay}`;
    return [violation(tooMany, says, `${perDay} a day`, `${2 * perDay + 1} within a day`)];
  }
  const end = endOfDay(history, admitted, { windows, plan });
  if (end !== undefined && end.before >= perDay)
    return [reached(end, perDay, backSince(admitted, end.refusal, perDay, windows.day * 1_000))];
  if (end !== undefined)
    return [
      makeFinding(
        { rule: 'RATE-11', shownBy: [end.refusal.number] },
        'inconclusive',
        `after ${end.before} requests came a 429 that the limit per minute does not explain: some of the daily quota of ${perDay} was used before this run, or the daily limit is lower`,
        { fault: 'refused early' },
      ),
    ];
  if (admitted.length <= perDay) return [];
  const says = `${admitted.length} requests were admitted, more than the ${perDay} of a day: a new day may have begun meanwhile`;
  return [
    makeFinding(
      {
        rule: 'RATE-11',
        shownBy: admitted.slice(Math.max(0, admitted.length - MOST_SHOWN)).map(({ number }) => number),
      },
      'inconclusive',
      says,
    ),
  ];
}

/** Whether exactly the daily limit was admitted, or a limiter that refills explains what was admitted beyond it. */
function reached({ refusal, before }: EndOfDay, perDay: number, back: number): Finding {
  const shownBy = [refusal.number];
  if (before === perDay)
    return makeFinding(
      { rule: 'RATE-11', shownBy },
      'pass',
      `${perDay} requests of the day were admitted, and the next one got 429`,
    );
  const beyond = before - perDay;
  const admitted = `${before} requests were admitted before a 429 that the limit per minute does not explain; the daily limit is ${perDay}`;
  return beyond <= back
    ? makeFinding({ rule: 'RATE-11', shownBy }, 'pass', `${admitted}, and ${back} may have been restored meanwhile`)
    : makeFinding(
        { rule: 'RATE-11', shownBy },
        'inconclusive',
        `${admitted}: ${beyond} more, which a new day that began meanwhile would explain`,
        { fault: 'too many' },
      );
}

/** Where a limiter restores units one by one, the wait for one is at most this many times the interval between them. */
const ONE_BY_ONE = 2;

/** How many units of a day may have been restored, where the refusal asks to wait for the next one and not for a new day. */
function backSince(admitted: Sequence<MeteredRequest>, refusal: MeteredRequest, perDay: number, day: number): number {
  const first = admitted.at(0);
  const isRefilling = refusal.retryAfter !== undefined && refusal.retryAfter <= (ONE_BY_ONE * day) / perDay + 1_000;
  return first === undefined || !isRefilling ? 0 : Math.ceil(((refusal.to - first.from) * perDay) / day);
}

function violation(shown: readonly MeteredRequest[], says: string, expected: string, actual: string): Finding {
  return makeFinding({ rule: 'RATE-11', shownBy: shown.map(({ number }) => number) }, 'fail', says, {
    expected,
    actual,
    fault: 'too many',
  });
}

/** The first and the last of more than twice the limit within a day. */
function twice(admitted: Sequence<MeteredRequest>, perDay: number, day: number): MeteredRequest[] | undefined {
  for (const [index, last] of admitted.entries()) {
    const first = index < 2 * perDay ? undefined : admitted.at(index - 2 * perDay);
    if (first !== undefined && last.to - first.from < day) return [first, last];
  }
  return undefined;
}

interface EndOfDay {
  readonly refusal: MeteredRequest;
  /** Requests that were admitted before it. */
  readonly before: number;
}

/** The first refusal that the minute does not explain, and how many requests were admitted before it. */
function endOfDay(
  { requests }: History,
  admitted: Sequence<MeteredRequest>,
  knowledge: Pick<Knowledge, 'windows' | 'plan'>,
): EndOfDay | undefined {
  const minute = knowledge.windows.minute * 1_000;
  const refusal = requests.find((request) => {
    if (!request.refused) return false;
    if (isOfTheDay(request, knowledge) || (request.retryAfter ?? 0) > 2 * minute) return true;
    const perMinute = request.period === 'minute' ? request.limit : undefined;
    const lately = admitted.filter(({ to }) => to <= request.from && to > request.from - minute).length;
    return perMinute !== undefined && request.remaining !== 0 && lately < perMinute;
  });
  if (refusal === undefined) return undefined;
  return { refusal, before: admitted.filter(({ from }) => from < refusal.from).length };
}
