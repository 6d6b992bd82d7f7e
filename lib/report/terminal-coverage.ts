import type { CoverageSummary, DimensionCoverage } from '../model/summary.ts';
import { describeCoverage } from './coverage-words.ts';
import { beside, type Look } from './page.ts';
import { printable } from './printable.ts';

const COLUMN = 11;

/** What was covered of the input model, and by dimension what was not and why. */
export function coverageLines(coverage: CoverageSummary, look: Look): string[] {
  const open = coverage.dimensions.filter(({ missing }) => missing.length > 0);
  return [
    ...beside(look, { label: 'Coverage', column: COLUMN, text: describeCoverage(coverage), labelTone: 'title' }),
    ...(open.length === 0 ? [] : ['', 'Not covered:']),
    ...open.flatMap((dimension) => missingLines(dimension, look)),
  ];
}

function missingLines({ operation, name, covered, missing }: DimensionCoverage, look: Look): string[] {
  const where = operation === 'any' ? name : `${operation}, ${name}`;
  const share = `${where} (${covered.length}/${covered.length + missing.length})`;
  const reasons = [...Map.groupBy(missing, ({ why }) => why)].map(
    ([why, all]) => `${all.map(({ partition }) => partition).join('; ')} – ${why}`,
  );
  return [
    ...beside(look, { label: '', column: 2, text: share, textTone: 'title' }),
    ...reasons.flatMap((text) => beside(look, { label: '', column: 4, text: printable(text) })),
  ];
}
