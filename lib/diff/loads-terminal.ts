import { paint, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { LoadsDiff } from './loads.ts';
import { differenceLines, undecidedLines } from './terminal.ts';

/** What two load runs differ in besides latency and errors, for people at a terminal; empty where there is nothing to say. */
export function renderLoadsDiff(diff: LoadsDiff, look: Look): string {
  const { figures, note } = diff;
  const lines = [
    ...figures.map(({ of, unit, before, after }) => {
      const percent = before === 0 ? '' : ` (${signed((100 * (after - before)) / before)} %)`;
      return `${of}: ${before.toFixed(1)} ${unit} before, ${after.toFixed(1)} ${unit} after${percent}`;
    }),
    ...(note === undefined ? [] : [printable(note)]),
    ...differenceLines(diff, look),
    ...undecidedLines(diff, look),
  ];
  const worse = diff.differences.flatMap(({ weight, rule }) =>
    weight === 'worse' && rule !== undefined ? [rule] : [],
  );
  const outcome =
    worse.length === 0 ? [] : ['', paint(look, 'bad', `Worse for callers: ${[...new Set(worse)].join(', ')}`)];
  return [...lines, ...outcome].map((line) => `${line}\n`).join('');
}

function signed(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}`;
}
