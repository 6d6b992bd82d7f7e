import { filled } from '../report/verdict-words.ts';
import type { Figures } from './figures.ts';
import { matrixOf, type Matrix } from './matrix.ts';

/** After so many requests. */
const MARKS: readonly number[] = [10, 25, 50, 100, 120];

/** As the formatter pads the cells of a table. */
const NARROWEST = 3;

/** The lines between which the README holds the figures. */
const BEGIN = '<!-- figures: made by npm run figures -->';
const END = '<!-- figures end -->';

/**
 * How many of the known defects a run has caught under the right rule after each of {@link MARKS} requests, with the first of
 * the seeds. A defect that is examined in a deeper run counts where its request falls within the mark.
 */
export function detectionAfter({ rows, seeds }: Pick<Matrix, 'rows' | 'seeds'>): ReadonlyMap<number, number> {
  const first = rows
    .filter(({ kind }) => kind === 'defect')
    .flatMap(({ runs }) => {
      const run = runs.find(({ seed }) => seed === seeds[0]);
      const requests =
        run?.caughtBy.flatMap((by) => (by.isRight && by.requests !== undefined ? [by.requests] : [])) ?? [];
      return requests.length === 0 ? [] : [Math.min(...requests)];
    });
  return new Map(MARKS.map((mark) => [mark, first.filter((requests) => requests <= mark).length]));
}

/** The README's paragraph and table of the figures, between its marks. */
export function renderReadmeFigures(figures: Figures): string {
  const matrix = matrixOf(figures.withWrites);
  const { totals } = matrix;
  const after = detectionAfter(matrix);
  const head = ['after requests', ...MARKS.map((mark) => `${mark}`)];
  const row = ['defects detected', ...MARKS.map((mark) => `${after.get(mark) ?? 0}`)];
  const widths = head.map((cell, at) => Math.max(NARROWEST, cell.length, row[at]?.length ?? 0));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => filled(cell, widths[at] ?? 0)).join(' | ')} |`;
  const each = matrix.seeds.length === 1 ? '' : ` with each of ${matrix.seeds.length} seeds`;
  return [
    BEGIN,
    '',
    `Of the ${totals.defects} defects of the reference server ${totals.caught} are detected and named right${each}; ` +
      `of its ${totals.variants} conforming variants ${totals.inPeace} are passed`,
    `([docs/selftest.md](docs/selftest.md), measured on ${figures.measuredOn}). How soon:`,
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    line(row),
    '',
    END,
  ].join('\n');
}

/**
 * Puts the figures in place of those that a README holds.
 *
 * @throws {TypeError} when it has no marks between which they belong
 */
export function withFigures(readme: string, figures: Figures): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin === -1 || end < begin) throw new TypeError(`the README has no part between ${BEGIN} and ${END}`);
  return `${readme.slice(0, begin)}${renderReadmeFigures(figures)}${readme.slice(end + END.length)}`;
}
