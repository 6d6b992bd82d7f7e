import { PLANS } from '../../contract/plans.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { type Finding, makeFinding, MOST_SHOWN } from '../finding.ts';
import { isCounted, type History } from './history.ts';
import { pick, type Sequence } from '../sequence.ts';
import { isOfTheDay } from './refusals.ts';
import type { Take } from './take.ts';

/**
 * RATE-11, where a run means to use the day up: no more are admitted than the figure of the day. A day may begin anew amid the
 * run, at an instant that nobody announces, and a limiter may give places of the day back bit by bit: only twice the figure
 * within less than a day is more than any limiter admits. Source: specification, section 8, "Rate limits by plan".
 */
export function judgeDailyLimit(history: History, { plan, windows, usesDayUp }: Knowledge): Finding[] {
  const figure =
    plan.perDay ?? (plan.name === 'auto' || plan.name === 'enterprise' ? undefined : PLANS[plan.name].perDay);
  if (usesDayUp !== true || figure === undefined) return [];
  const admitted = pick(history.takes, (take) => isCounted(take, history));
  const tooMany = twice(admitted, figure, windows.day * 1_000);
  if (tooMany !== undefined) {
    const says = `${2 * figure + 1} requests were admitted within less than a day, of which ${figure} are the plan's`;
    return [violation(tooMany, says, `${figure} a day`, `${2 * figure + 1} within a day`)];
  }
  const end = endOfDay(history, admitted, { windows, plan });
  if (end !== undefined && end.before >= figure)
    return [reached(end, figure, backSince(admitted, end.refusal, figure, windows.day * 1_000))];
  if (end !== undefined)
    return [
      makeFinding(
        { rule: 'RATE-11', shownBy: [end.refusal.number] },
        'inconclusive',
        `after ${end.before} requests came a 429 that the minute does not explain: of the day's ${figure} some were used before this run, or the limit is lower`,
        { fault: 'refused early' },
      ),
    ];
  if (admitted.length <= figure) return [];
  const says = `${admitted.length} requests were admitted, more than the ${figure} of a day: a new day may have begun amid them`;
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

/** Whether the limit of the day was met to the request, or a limiter that refills explains what was admitted beyond it. */
function reached({ refusal, before }: EndOfDay, figure: number, back: number): Finding {
  const shownBy = [refusal.number];
  if (before === figure)
    return makeFinding(
      { rule: 'RATE-11', shownBy },
      'pass',
      `${figure} requests of the day were admitted, and the next one got 429`,
    );
  const beyond = before - figure;
  const admitted = `${before} requests were admitted before a 429 that the minute does not explain; the day's limit is ${figure}`;
  return beyond <= back
    ? makeFinding({ rule: 'RATE-11', shownBy }, 'pass', `${admitted}, and ${back} may have come back meanwhile`)
    : makeFinding(
        { rule: 'RATE-11', shownBy },
        'inconclusive',
        `${admitted}: ${beyond} more, as where a new day began amid them`,
        { fault: 'too many' },
      );
}

/** The wait for one place of a limiter that gives them back one by one is at most so many times what one takes. */
const ONE_BY_ONE = 2;

/** How many places of a day may have come back, where the refusal asks to wait for the next one and not for a new day. */
function backSince(admitted: Sequence<Take>, refusal: Take, figure: number, day: number): number {
  const first = admitted.at(0);
  const isRefilling = refusal.retryAfter !== undefined && refusal.retryAfter <= (ONE_BY_ONE * day) / figure + 1_000;
  return first === undefined || !isRefilling ? 0 : Math.ceil(((refusal.to - first.from) * figure) / day);
}

function violation(shown: readonly Take[], says: string, expected: string, actual: string): Finding {
  return makeFinding({ rule: 'RATE-11', shownBy: shown.map(({ number }) => number) }, 'fail', says, {
    expected,
    actual,
    fault: 'too many',
  });
}

/** The first and the last of more than twice the figure within a day. */
function twice(admitted: Sequence<Take>, figure: number, day: number): Take[] | undefined {
  for (const [index, last] of admitted.entries()) {
    const first = index < 2 * figure ? undefined : admitted.at(index - 2 * figure);
    if (first !== undefined && last.to - first.from < day) return [first, last];
  }
  return undefined;
}

interface EndOfDay {
  readonly refusal: Take;
  /** Requests that were admitted before it. */
  readonly before: number;
}

/** The first refusal that the minute does not explain, and how many were admitted before it. */
function endOfDay(
  { takes }: History,
  admitted: Sequence<Take>,
  knowledge: Pick<Knowledge, 'windows' | 'plan'>,
): EndOfDay | undefined {
  const minute = knowledge.windows.minute * 1_000;
  const refusal = takes.find((take) => {
    if (!take.refused) return false;
    if (isOfTheDay(take, knowledge) || (take.retryAfter ?? 0) > 2 * minute) return true;
    const perMinute = take.period === 'minute' ? take.limit : undefined;
    const lately = admitted.filter(({ to }) => to <= take.from && to > take.from - minute).length;
    return perMinute !== undefined && take.remaining !== 0 && lately < perMinute;
  });
  if (refusal === undefined) return undefined;
  return { refusal, before: admitted.filter(({ from }) => from < refusal.from).length };
}
