import type { CoverageSummary, DimensionCoverage, Share } from '../model/summary.ts';
import { beside, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';

/** What was covered of the input model, in one line. */
export function describeCoverage({ partitions, pairs }: Pick<CoverageSummary, 'partitions' | 'pairs'>): string {
  return `${partitions.covered}/${partitions.total} partitions of the input model, ${percent(pairs)} of pairs`;
}

/** A share as a whole percentage, never 100 % before all is covered. */
function percent({ covered, total }: Share): string {
  return `${total === 0 ? 100 : Math.floor((100 * covered) / total)} %`;
}

/** A dimension of which something was not covered. */
interface Uncovered extends Pick<DimensionCoverage, 'operation' | 'name'> {
  /** How much of it was: `17/21`. */
  readonly share: string;
  /** What was not, by reason. */
  readonly reasons: readonly { readonly partitions: string; readonly why: string }[];
}

/** What was not covered, by dimension and reason. */
export function uncoveredOf({ dimensions }: CoverageSummary): readonly Uncovered[] {
  return dimensions
    .filter(({ missing }) => missing.length > 0)
    .map(({ operation, name, covered, missing }) => ({
      operation,
      name,
      share: `${covered.length}/${covered.length + missing.length}`,
      reasons: [...Map.groupBy(missing, ({ why }) => why)].map(([why, all]) => ({
        partitions: all.map(({ partition }) => partition).join('; '),
        why,
      })),
    }));
}

const COLUMN = 11;

/** What was covered of the input model, and by dimension what was not and why. */
export function coverageLines(coverage: CoverageSummary, look: Look): string[] {
  const open = uncoveredOf(coverage);
  return [
    ...beside(look, { label: 'Coverage', column: COLUMN, text: describeCoverage(coverage), labelTone: 'title' }),
    ...(open.length === 0 ? [] : ['', 'Not covered:']),
    ...open.flatMap(({ operation, name, share, reasons }) => [
      ...beside(look, {
        label: '',
        column: 2,
        text: `${operation === 'any' ? name : `${operation}, ${name}`} (${share})`,
        textTone: 'title',
      }),
      ...reasons.flatMap(({ partitions, why }) =>
        beside(look, { label: '', column: 4, text: printable(`${partitions} – ${why}`) }),
      ),
    ]),
  ];
}
