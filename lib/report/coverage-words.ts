import type { CoverageSummary, Share } from '../model/summary.ts';

/** What was covered of the input model, in one line. */
export function describeCoverage({ partitions, pairs }: Pick<CoverageSummary, 'partitions' | 'pairs'>): string {
  return `${partitions.covered}/${partitions.total} partitions of the input model, ${percent(pairs)} of pairs`;
}

/** A share as a whole percentage, never 100 % before all is covered. */
function percent({ covered, total }: Share): string {
  return `${total === 0 ? 100 : Math.floor((100 * covered) / total)} %`;
}
