import { invisibleDefects } from './invisible.ts';
import { beside, type Look } from './page.ts';
import type { RunReport } from './run-report.ts';

/** One line: what this run could not have caught, of the faults that petvet knows of. */
export function blindLines(report: RunReport, column: number, look: Look): string[] {
  const unseen = invisibleDefects(report);
  if (unseen === undefined || unseen.total === 0) return [];
  const { total, invisible, because } = unseen;
  const reasons = because.map(({ why, count }) => `${count}: ${why}`).join('; ');
  const text = `${total - invisible} of ${total} known defects${invisible === 0 ? '' : ` (not covered: ${reasons})`}`;
  return beside(look, { label: 'Detects', column, text, labelTone: 'title' });
}
