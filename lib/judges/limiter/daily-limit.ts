import { PLANS } from '../../contract/plans.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import type { Finding } from '../finding.ts';
import { finding, MOST_SHOWN } from './findings.ts';
import { isCounted, type History } from './history.ts';
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
  const admitted = history.takes.filter((take) => isCounted(take, history));
  const tooMany = twice(admitted, figure, windows.day * 1_000);
  if (tooMany !== undefined) {
    const says = `${2 * figure + 1} requests were admitted within less than a day, of which ${figure} are the plan's`;
    return [violation(tooMany, says, `${figure} a day`, `${2 * figure + 1} within a day`)];
  }
  const end = endOfDay(history, admitted, { windows, plan });
  if (end !== undefined && end.before >= figure)
    return [
      finding(
        'RATE-11',
        'pass',
        [end.refusal.number],
        `after ${end.before} requests of the day's ${figure} came a 429`,
      ),
    ];
  if (end !== undefined)
    return [
      finding(
        'RATE-11',
        'inconclusive',
        [end.refusal.number],
        `after ${end.before} requests came a 429 that the minute does not explain: of the day's ${figure} some were used before this run, or the limit is lower`,
      ),
    ];
  if (admitted.length <= figure) return [];
  const says = `${admitted.length} requests were admitted, more than the ${figure} of a day: a new day may have begun amid them`;
  return [
    finding(
      'RATE-11',
      'inconclusive',
      admitted.slice(-MOST_SHOWN).map(({ number }) => number),
      says,
    ),
  ];
}

function violation(shown: readonly Take[], says: string, expected: string, actual: string): Finding {
  return finding(
    'RATE-11',
    'fail',
    shown.map(({ number }) => number),
    says,
    { expected, actual },
  );
}

/** The first and the last of more than twice the figure within a day. */
function twice(admitted: readonly Take[], figure: number, day: number): Take[] | undefined {
  for (const [index, last] of admitted.entries()) {
    const first = admitted[index - 2 * figure];
    if (first !== undefined && last.to - first.from < day) return [first, last];
  }
  return undefined;
}

/** The first refusal that the minute does not explain, and how many were admitted before it. */
function endOfDay(
  { takes }: History,
  admitted: readonly Take[],
  knowledge: Pick<Knowledge, 'windows' | 'plan'>,
): { readonly refusal: Take; readonly before: number } | undefined {
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
