import type { LoadDocument } from '../shapes/load.ts';
import type { Difference } from './load-diff.ts';
import { paint, type Look, type Tone } from './page.ts';
import { printable } from './printable.ts';
import { inColumns } from './terminal-columns.ts';

/** Two load runs side by side, for people at a terminal. Lines, each with its line end. */
export function renderDiff(
  before: LoadDocument,
  after: LoadDocument,
  differences: readonly Difference[],
  look: Look,
): string {
  const beyond = differences.filter(({ isBeyond }) => isBeyond === true);
  const lines = [
    `${paint(look, 'title', `load ${printable(after.scenario)}`)}  ${after.windows.length} windows against ${before.windows.length}`,
    `  before  ${describe(before)}`,
    `  after   ${describe(after)}`,
    '',
    paint(look, 'quiet', inColumns('', ['before', 'after', 'change', 'stands out', 'limit'])),
    ...differences.map((difference) => paint(look, toneOf(difference), rowOf(difference))),
    '',
    beyond.length === 0
      ? 'No limit is passed.'
      : paint(look, 'bad', `Worse than allowed: ${beyond.map(({ of }) => of).join(', ')}`),
  ];
  return `${lines.join('\n')}\n`;
}

function describe({ target, run, outcome }: LoadDocument): string {
  return `${printable(target.baseUrl)}, ${run.startedAt}, ${outcome}`;
}

function rowOf({ of, unit, before, after, percent, standsOut, isBeyond }: Difference): string {
  const points = `${after >= before ? '+' : ''}${(after - before).toFixed(2)}`;
  const relative = percent === undefined ? '-' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
  return inColumns(of, [
    `${before.toFixed(2)} ${unit}`,
    `${after.toFixed(2)} ${unit}`,
    unit === '%' ? points : relative,
    standsOut === undefined ? 'too few' : standsOut ? 'yes' : 'no',
    isBeyond === undefined ? '-' : isBeyond ? 'passed' : 'kept',
  ]);
}

function toneOf({ isBeyond, standsOut, before, after }: Difference): Tone {
  if (isBeyond === true) return 'bad';
  return standsOut === true && after > before ? 'warning' : 'good';
}
