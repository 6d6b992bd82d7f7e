import type { CoverageSummary } from '../model/summary.ts';
import { describeCoverage, uncoveredOf } from './coverage-words.ts';
import { beside, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';

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
