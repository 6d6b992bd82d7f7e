import { limiterViews, type LimiterView } from './limiter-view.ts';
import { beside, paint, type Look } from '../text/look.ts';
import { columnsOf, filled } from '../text/columns.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { numbered } from '../text/counted.ts';

/** The limiter X-ray: which kinds of limiter could have answered so, and what excludes the others. */
export function limiterLines({ xrays, knowledge }: RunReport, look: Look): string[] {
  const { windows } = knowledge;
  return limiterViews(xrays).flatMap((view) => [
    '',
    ...titleLines(view, windows.testInstallation, look),
    ...view.kinds.flatMap((kind) => kindLines(kind, columnOf(view), look)),
  ]);
}

/** The same in one line for each window. */
export function limiterInBrief({ xrays, knowledge }: RunReport, column: number, look: Look): string[] {
  return limiterViews(xrays).flatMap((view, index) => {
    const kinds =
      view.admits === undefined
        ? view.looksLike.length === 0
          ? 'consistent with no known kind'
          : `consistent with ${view.looksLike.join(', ')}`
        : `consistent only with ${view.looksLike.join(', ')} (${view.admits})`;
    const text = `${sizeOf(view, knowledge.windows.testInstallation)}: ${kinds}`;
    return beside(look, { label: index === 0 ? 'Limiter' : '', column, text, labelTone: 'title' });
  });
}

function sizeOf({ period, figure, seconds }: LimiterView, isShortened: boolean): string {
  return `${figure} requests per ${isShortened ? `${period} (test installation: ${seconds} s)` : period}`;
}

function titleLines(view: LimiterView, isShortened: boolean, look: Look): string[] {
  const legend = view.kinds.length === 0 ? '' : '; ✔ is consistent with all responses';
  return beside(look, {
    label: 'Limiter',
    column: 9,
    text: `${sizeOf(view, isShortened)}${legend}`,
    labelTone: 'title',
  });
}

function kindLines({ kind, excludedBy }: LimiterView['kinds'][number], column: number, look: Look): string[] {
  const name = filled(kind, column - MARGIN);
  if (excludedBy === undefined) return [`  ${paint(look, 'good', `✔ ${kind}`)}`];
  return beside(look, {
    // A kind that is excluded is nothing bad.
    label: `  ✘ ${name}`,
    column,
    text: `ruled out by ${numbered(excludedBy.shownBy)}: ${printable(excludedBy.says)}`,
    labelTone: 'quiet',
  });
}

const MARGIN = 4;

function columnOf({ kinds }: LimiterView): number {
  return MARGIN + Math.max(...kinds.map(({ kind }) => columnsOf(kind))) + 2;
}
