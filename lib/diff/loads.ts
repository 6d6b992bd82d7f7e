import { figureOf, UNITS, type Followed } from '../report/followed-figures.ts';
import type { LoadDocument } from '../shapes/load.ts';
import { groupedByReason } from './difference.ts';
import { compareLimits } from './limits.ts';
import { BY_ORDER } from './run-names.ts';
import { compareVerdicts } from './verdicts.ts';
import type { Difference, Undecided } from './diff-document.ts';

/** A figure that a load run has one value of: no noise is known, so it decides nothing. */
interface SingleFigure {
  readonly of: Followed;
  readonly unit: string;
  readonly before: number;
  readonly after: number;
}

/** What two load runs differ in besides the latency and the errors of their windows. */
export interface LoadsDiff {
  /** Verdicts, kinds of faults, and the rate limit. */
  readonly differences: readonly Difference[];
  readonly undecided: readonly Undecided[];
  readonly figures: readonly SingleFigure[];
  /** Why verdicts are not compared, as a clause; absent where they are. */
  readonly note?: string;
}

/** Load runs of one scenario send the same kinds of requests; which instants they hit is chance. */
const LIKENESS = { isOneScope: true, isOneSeed: false, leavesLimit: false, names: BY_ORDER };

/** Compares the verdicts, the rate limits, the admitted share and the knee of two load runs of one scenario. */
export function compareLoads(before: LoadDocument, after: LoadDocument): LoadsDiff {
  const isOneCatalogue = before.catalogue === after.catalogue;
  const parts = [
    ...(isOneCatalogue ? [compareVerdicts(before.rules, after.rules, LIKENESS)] : []),
    compareLimits(before, after),
  ];
  const figures = (['admitted', 'knee'] as const).flatMap((of) => {
    const [was, is] = [figureOf(before, of), figureOf(after, of)];
    return was === undefined || is === undefined ? [] : [{ of, unit: UNITS[of], before: was, after: is }];
  });
  return {
    differences: parts.flatMap(({ differences }) => differences),
    undecided: groupedByReason(parts.flatMap(({ undecided }) => undecided)),
    figures,
    ...(!isOneCatalogue && {
      note: `verdicts are not compared: catalogue ${before.catalogue} before, ${after.catalogue} after`,
    }),
  };
}

/** Whether a must rule that was satisfied is violated, or violated in one more way. */
export function isWorse({ differences }: LoadsDiff): boolean {
  return differences.some(({ weight }) => weight === 'worse');
}
