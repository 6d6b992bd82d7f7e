import { REST_BEYOND_WINDOW, type TierBudget, type TierRun } from '../../../load/tiers.ts';
import { printable } from '../../../text/printable.ts';
import { counted } from '../../../text/counted.ts';
import type { Target } from '../../../targets/target.ts';
import { duration } from '../estimate.ts';

/** What the runs of all plans are going to send, said before they do: requests, refusals, time, and the shares of the days. */
export function describeTiers(
  runs: readonly TierRun[],
  budgets: readonly TierBudget[],
  { name, baseUrl, windows }: Pick<Target, 'name' | 'baseUrl' | 'windows'>,
  isReference: boolean,
): string {
  const sum = (count: (budget: TierBudget) => number) => budgets.reduce((all, budget) => all + count(budget), 0);
  const rests = runs.filter(({ other }) => other !== undefined).length * (windows.minute + REST_BEYOND_WINDOW);
  const seconds = runs.reduce((all, { estimate }) => all + estimate.seconds, rests);
  const refusals = counted(
    sum((budget) => budget.refusals),
    'refusal',
  );
  const others = runs.flatMap(({ tier, other }) =>
    other === undefined ? [] : [`${tier.plan} alongside ${other.plan ?? 'its second key'}`],
  );
  return [
    `tiers on ${isReference ? `the reference server at ${baseUrl}` : `${printable(name)}, ${printable(baseUrl)}`}`,
    ...budgets.map((budget) => `  ${budget.plan.padEnd(12)}${budgetWords(budget, windows.minute)}`),
    `ceiling of each plan, then overshoot, then isolation${others.length === 0 ? ' alongside a caller without a key' : `: ${others.join(', ')}`}`,
    `at most ${sum(({ requests }) => requests)} requests in all; ${refusals} expected, at most ${sum(({ mostRefusals }) => mostRefusals)}; takes at most ${duration(seconds)}`,
    '',
  ].join('\n');
}

function budgetWords({ perMinute, perDay, requests, refusals, mostRefusals }: TierBudget, seconds: number): string {
  const day = perDay === undefined ? '' : `, ${((100 * requests) / perDay).toFixed(1)} % of the key's daily quota`;
  return `${perMinute} requests in ${seconds} s; at most ${requests} requests${day}; ${counted(refusals, 'refusal')} expected, at most ${mostRefusals}`;
}
