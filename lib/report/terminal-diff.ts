import type { LoadDocument } from '../shapes/load.ts';
import type { Difference, LimitState } from './load-diff.ts';
import { paint, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { inColumns } from './terminal-columns.ts';

/** Two load runs side by side, for people at a terminal. Lines, each with its line end. */
export function renderDiff(
  before: LoadDocument,
  after: LoadDocument,
  differences: readonly Difference[],
  look: Look,
): string {
  const lines = [
    `${paint(look, 'title', `load ${printable(after.scenario)}`)}  ${after.windows.length} windows against ${before.windows.length}`,
    `  before  ${describe(before)}`,
    `  after   ${describe(after)}`,
    '',
    paint(look, 'quiet', inColumns('', ['before', 'after', 'change', 'significant', 'limit'])),
    ...differences.map((difference) => paint(look, toneOf(difference), rowOf(difference))),
    '',
    ...verdictOf(differences, look),
  ];
  return `${lines.join('\n')}\n`;
}

/** What the limits come to, a line for each state; only that none was given where there is none. */
function verdictOf(differences: readonly Difference[], look: Look): string[] {
  const named = (state: LimitState) => differences.filter(({ limit }) => limit === state).map(({ of }) => of);
  const [exceeded, undecided, noise, within] = [
    named('exceeded'),
    named('undecided'),
    named('not significant'),
    named('within'),
  ];
  const lines = [
    ...(exceeded.length > 0 ? [paint(look, 'bad', `Limit exceeded: ${exceeded.join(', ')}`)] : []),
    ...(undecided.length > 0
      ? [
          paint(
            look,
            'warning',
            `Undecided: ${undecided.join(', ')}. Beyond the limit, but too few windows to tell it from noise`,
          ),
        ]
      : []),
    ...(noise.length > 0 ? [`Beyond the limit, but not significant: ${noise.join(', ')}`] : []),
    ...(within.length > 0 ? [`Within the limit: ${within.join(', ')}`] : []),
  ];
  return lines.length === 0 ? ['No limit was given.'] : lines;
}

function describe({ target, run, outcome }: LoadDocument): string {
  return `${printable(target.baseUrl)}, ${run.startedAt}, ${outcome}`;
}

function rowOf({ of, unit, before, after, percent, standsOut, limit }: Difference): string {
  const points = `${after >= before ? '+' : ''}${(after - before).toFixed(2)}`;
  const relative = percent === undefined ? '-' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
  return inColumns(of, [
    `${before.toFixed(2)} ${unit}`,
    `${after.toFixed(2)} ${unit}`,
    unit === '%' ? points : relative,
    standsOut === undefined ? 'undecided' : standsOut ? 'yes' : 'no',
    limit ?? '-',
  ]);
}

function toneOf({ limit, standsOut, before, after }: Difference): Tone {
  if (limit === 'exceeded') return 'bad';
  if (limit === 'undecided') return 'warning';
  return standsOut === true && after > before ? 'warning' : 'good';
}
