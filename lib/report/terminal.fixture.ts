import { aReport, aViolation, type ReportParts } from './report.fixture.ts';
import { renderTerminal } from './terminal.ts';

/** The report as the terminal shows it with all there is, without colour. */
export function plain(parts: ReportParts = {}, width = 100, verbose = true): string {
  return renderTerminal(aReport(parts), { colour: false, width, verbose });
}

/** The report with its line breaks and runs of blanks as single blanks, for sentences that may be wrapped. */
export function flowing(parts: ReportParts = {}): string {
  return plain(parts).replaceAll(/\s+/g, ' ');
}

/** A report of one violated rule. */
export const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    {
      id: 'LIST-2',
      verdict: 'fail',
      says: 'six came for five',
      findings: [aViolation({ rule: 'LIST-2', shownBy: [1, 3, 4, 5, 6, 7, 8], times: 2 })],
      evidence: [1],
    },
  ],
};
