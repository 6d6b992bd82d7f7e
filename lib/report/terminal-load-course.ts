import { largest } from '../evidence/extremes.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import { kneeWords, STEP_CELLS, stepCells, stepEvidence } from './knee-words.ts';
import { DRIFTING } from './load-figures.ts';
import type { LoadReport } from './load-run.ts';
import { beside, paint, widthOf, type Look } from '../text/look.ts';
import { inColumns } from './terminal-columns.ts';

const BARS = ['\u2581', '\u2582', '\u2583', '\u2584', '\u2585', '\u2586', '\u2587', '\u2588'];

/** Nothing at all is no low bar. */
const NONE = '\u00b7';

const LABEL = 12;

/** What was asked for, sent, admitted and refused over the time of the run: a line of bars each. */
export function courseLines({ figures }: LoadReport, look: Look): string[] {
  const { course } = figures;
  if (course.asked.length < 2) return [];
  const width = Math.max(8, Math.min(80, widthOf(look) - LABEL - 16));
  const most = Math.max(largest(course.asked), largest(course.sent));
  const row = (label: string, rates: readonly number[]) =>
    `  ${label.padEnd(LABEL)}${bars(narrowed(rates, width), most)} max ${largest(rates).toFixed(1)}/s`;
  return [
    '',
    `${paint(look, 'title', 'Timeline')}  requests per second over ${Math.ceil(course.asked.length * course.partSeconds)} s`,
    row('requested', course.asked),
    row('sent', course.sent),
    row('admitted', course.admitted),
    row('refused', course.refused),
  ];
}

/** Parts that stand beside each other become one, the largest of them. */
function narrowed(rates: readonly number[], width: number): number[] {
  if (rates.length <= width) return [...rates];
  return Array.from({ length: width }, (_, column) => {
    const from = Math.floor((column * rates.length) / width);
    const to = Math.max(from + 1, Math.floor(((column + 1) * rates.length) / width));
    return largest(rates.slice(from, to));
  });
}

function bars(rates: readonly number[], most: number): string {
  return rates
    .map((rate) => (rate === 0 ? NONE : BARS[Math.min(BARS.length - 1, Math.floor((rate / most) * BARS.length))]))
    .join('');
}

/** How the last windows of a long run differ from the first. */
export function driftLines({ figures }: LoadReport, look: Look): string[] {
  if (figures.drift.length === 0) return [];
  return [
    '',
    `${paint(look, 'title', 'Drift')}  last third of the windows compared with the first third`,
    paint(look, 'quiet', inColumns('', ['first', 'last', 'change', 'significant'])),
    ...figures.drift.map(({ of, before, after, percent, standsOut }) =>
      paint(
        look,
        standsOut === true && after > before ? 'warning' : 'good',
        inColumns(of, [
          `${before.toFixed(1)} ${DRIFTING[of]}`,
          `${after.toFixed(1)} ${DRIFTING[of]}`,
          percent === undefined ? '-' : `${percent > 0 ? '+' : ''}${percent.toFixed(0)} %`,
          standsOut === undefined ? 'undecided' : standsOut ? 'yes' : 'no',
        ]),
      ),
    ),
  ];
}

/** The steps of a breakpoint, those of the generator alone, and the knee. */
export function stepLines(report: LoadReport, look: Look): string[] {
  const { steps, alone = [] } = report;
  const { knee, limitedBy, scalability } = kneeWords(report);
  const line = (label: string, text: string | undefined) =>
    text === undefined ? [] : beside(look, { label: `  ${label}`, column: 14, text, labelTone: 'title' });
  return [
    '',
    `${paint(look, 'title', 'Steps')}  constant rates, one after the other`,
    ...stepTable(steps, look),
    ...(alone.length === 0
      ? []
      : [
          '',
          `${paint(look, 'title', 'Generator')}  alone, against a server that does nothing`,
          ...stepTable(alone, look),
        ]),
    '',
    ...line('knee', knee),
    ...line('limited by', limitedBy),
    ...line('scaling', scalability),
  ];
}

function stepTable(steps: readonly LoadStep[], look: Look): string[] {
  return [
    paint(look, 'quiet', inColumns('requests per second', STEP_CELLS)),
    ...steps.flatMap((step) => [
      paint(look, step.kept ? 'good' : 'warning', inColumns(step.rate.toFixed(1), stepCells(step))),
      ...(step.kept ? [] : [...step.because, stepEvidence(step)]).flatMap((text) =>
        beside(look, { label: '', column: 6, text }),
      ),
    ]),
  ];
}
