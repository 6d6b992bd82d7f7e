import { isAdmitted, latencies } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { TierDocument } from '../shapes/tiers.ts';
import { limiterViews } from './limiter-view.ts';
import { percentilesOf } from './load-figures.ts';
import { rounded, withRounded } from './load-json.ts';
import type { LoadReport } from './load-run.ts';

type AtTheCeiling = NonNullable<TierDocument['ceiling']>;

/** A plan at its ceiling, over all windows that it filled. @param told - how many windows, and the limit of each */
export function ceilingOf(
  { figures }: Pick<LoadReport, 'figures'>,
  samples: readonly LoadSample[],
  told: { readonly windows: number; readonly perMinute: number },
): AtTheCeiling {
  const { windows } = figures;
  const sum = (count: (window: (typeof windows)[number]) => number) =>
    windows.reduce((all, window) => all + count(window), 0);
  const sorted = latencies(samples.filter((sample) => sample.window >= 0 && isAdmitted(sample)));
  return {
    windows: told.windows,
    asked: told.windows * told.perMinute,
    sent: sum(({ sent }) => sent),
    admitted: sum(({ admitted }) => admitted),
    refused: sum(({ refused }) => refused),
    rateError: rounded(windows.reduce((most, { rateError }) => Math.max(most, rateError), 0)),
    ...withRounded(percentilesOf(sorted), ['p50', 'p95', 'p99']),
  };
}

/** The kinds of limiter that a run is consistent with, of the minute; undefined where it shows too little. */
export function kindsOf({ xrays }: Pick<LoadReport, 'xrays'>): readonly string[] | undefined {
  return limiterViews(xrays).find(({ period }) => period === 'minute')?.looksLike;
}

/** The kind of a plan's window, in words. */
export function kindWords({ kinds }: Pick<TierDocument, 'kinds'>): string {
  if (kinds === undefined) return 'unknown';
  return kinds.length === 0 ? 'none of the known kinds' : kinds.join(' or ');
}

/** What a plan's scenarios come to together: the worst of them. */
export function stateOfTier(scenarios: TierDocument['scenarios']): TierDocument['state'] {
  const has = (is: (one: TierDocument['scenarios'][number]) => boolean) => scenarios.some(is);
  if (has(({ outcome }) => outcome === 'violating')) return 'violating';
  if (has(({ state, outcome }) => state !== 'judged' || outcome === 'aborted')) return 'not-judged';
  if (has(({ outcome }) => outcome === 'incomplete')) return 'incomplete';
  return has(({ says }) => says.length > 0) ? 'falls-short' : 'conforming';
}

/** What a state is called. */
export const STATE_WORDS: Readonly<Record<TierDocument['state'], string>> = {
  conforming: 'conforming',
  'falls-short': 'conforming, but falls short',
  violating: 'violating',
  incomplete: 'incomplete',
  'not-judged': 'not fully measured',
};

/** What became of a scenario, in words: `violating: RATE-5`. */
export function scenarioWords({ state, outcome, violated, says }: TierDocument['scenarios'][number]): string {
  if (state === 'left-out') return 'not run';
  if (state === 'not-measured') return 'not measured';
  if (state === 'failed' || outcome === undefined) return 'could not be judged';
  if (violated.length > 0) return `${outcome}: ${violated.join(', ')}`;
  return outcome === 'conforming' && says.length > 0 ? 'conforming, but falls short' : outcome;
}

/** Whose key the other caller of an isolation has, in words; empty where there is none. */
export function otherWords({ otherCaller }: TierDocument['scenarios'][number]): string {
  if (otherCaller === undefined) return '';
  if (otherCaller === 'none') return 'alongside a caller without a key';
  return otherCaller === 'second' ? 'alongside the second key' : `alongside the key of ${otherCaller}`;
}

/** The columns of the table of plans, after the plan itself. */
export const TIER_COLUMNS = ['requested', 'admitted', 'refused', 'rate error', 'p50 ms', 'p95 ms', 'p99 ms'] as const;

/** The cells of a plan under {@link TIER_COLUMNS}; none was measured where its ceiling was not made. */
export function tierCells({ ceiling }: TierDocument): readonly string[] {
  if (ceiling === undefined) return TIER_COLUMNS.map(() => '–');
  const { asked, admitted, refused, rateError, p50, p95, p99 } = ceiling;
  return [
    ...[asked, admitted, refused].map(String),
    `${rateError.toFixed(3)} %`,
    ...[p50, p95, p99].map((value) => value.toFixed(1)),
  ];
}
