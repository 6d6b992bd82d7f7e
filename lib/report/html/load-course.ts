import { DRIFTING } from '../load-drift.ts';
import type { LoadReport } from '../load-run.ts';
import { printable } from '../printable.ts';
import { table } from './chart.ts';
import { html, section, type Html } from './markup.ts';

/** The staircase of a breakpoint, and the highest rate that kept the objectives; nothing for other scenarios. */
export function stepsSection({ steps, knee }: LoadReport): Html | undefined {
  if (steps.length === 0) return undefined;
  const rows = steps.map(({ rate, sent, admitted, refused, p95, kept, because }) => [
    rate.toFixed(1),
    sent,
    admitted,
    refused,
    p95.toFixed(1),
    kept ? 'yes' : `no: ${printable(because.join(', '), 200)}`,
  ]);
  return section(
    'steps',
    'Steps',
    html`<p>
        ${
          knee === undefined
            ? 'No rate kept the objectives.'
            : `${knee.toFixed(1)} requests a second is the highest rate that kept the objectives, twice.`
        }
      </p>
      <div class="scroll" tabindex="0" role="group" aria-label="Steps">
        ${table(['Requests a second', 'sent', 'admitted', 'refused', 'p95 in ms', 'kept'], rows)}
      </div>`,
    'A staircase of rates: each step is a constant rate for a while.',
  );
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
    'The last third of the windows against the first.',
  );
}
