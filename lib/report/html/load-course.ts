import type { LoadStep } from '../../evidence/load-step.ts';
import { kneeWords, STEP_CELLS, stepCells, stepEvidence } from '../knee-words.ts';
import { DRIFTING } from '../load-figures.ts';
import type { LoadReport } from '../load-run.ts';
import { printable } from '../../text/printable.ts';
import { table } from './chart.ts';
import { html, section, type Html } from '../../text/markup.ts';

/** The staircase of a breakpoint, its knee and whose that is; nothing for other scenarios. */
export function stepsSection(report: LoadReport): Html | undefined {
  const { steps, alone = [] } = report;
  if (steps.length === 0) return undefined;
  const { knee, limitedBy, scalability } = kneeWords(report);
  return section(
    'steps',
    'Steps',
    html`<p>Knee: ${knee}.</p>
      ${limitedBy !== undefined && html`<p>Limited by ${printable(limitedBy, 400)}.</p>`}
      ${scalability !== undefined && html`<p>Scaling: ${scalability}.</p>`} ${stepTable('Steps', steps)}
      ${
        alone.length > 0 &&
        html`<h3>Load generator alone, against a server that does nothing</h3>
          ${stepTable('Generator', alone)}`
      }`,
    'Each step is a constant rate.',
  );
}

function stepTable(label: string, steps: readonly LoadStep[]): Html {
  const rows = steps.map((step) => [
    step.rate.toFixed(1),
    ...stepCells(step),
    [...step.because.map((text) => printable(text, 200)), stepEvidence(step)].join('; '),
  ]);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    ${table(['Requests per second', ...STEP_CELLS, 'reasons and resources'], rows)}
  </div>`;
}

/** How the last third of a long run differs from the first; nothing where there are too few windows. */
export function driftSection({ figures }: LoadReport): Html | undefined {
  if (figures.drift.length === 0) return undefined;
  const rows = figures.drift.map(({ of, before, after, percent, standsOut }) => [
    of,
    `${before.toFixed(1)} ${DRIFTING[of]}`,
    `${after.toFixed(1)} ${DRIFTING[of]}`,
    percent === undefined ? '-' : `${percent > 0 ? '+' : ''}${percent.toFixed(0)} %`,
    standsOut === undefined ? 'undecided: too few windows' : standsOut ? 'yes' : 'no',
  ]);
  return section(
    'drift',
    'Drift',
    html`<div class="scroll" tabindex="0" role="group" aria-label="Drift">
      ${table(['', 'first', 'last', 'change', 'significant'], rows)}
    </div>`,
    'Last third of the windows compared with the first third.',
  );
}
