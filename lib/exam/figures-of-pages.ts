import { createHash } from 'node:crypto';
import { filled } from '../text/columns.ts';
import { DEEP_REQUESTS } from './depth.ts';
import type { Figures } from './figures.ts';
import { matrixOf, type Matrix } from './matrix.ts';
import { nameStability } from './name-stability.ts';

/** The numbers of requests after which detection is shown. */
const MARKS: readonly number[] = [10, 25, 50, 100, 120];

/** As the formatter pads the cells of a table. */
const NARROWEST = 3;

/** The lines between which a page holds the figures. */
const BEGIN = '<!-- figures: made by npm run figures -->';
const END = '<!-- figures end -->';

/** The defects of one half, by a hash of their names: a half that no order was chosen on tells how far the other one's figures carry. */
type Half = 'one half' | 'the other half';

/**
 * How many of the known defects a run has caught under the right rule after each of {@link MARKS} requests, the median of the
 * seeds. One that is examined in a deeper run counts in none: where it falls in that run says nothing of a default one.
 *
 * @param half - of the defects; all of them when absent
 */
export function detectionAfter(
  { rows, seeds }: Pick<Matrix, 'rows' | 'seeds'>,
  half?: Half,
): ReadonlyMap<number, number> {
  const defects = rows.filter(
    ({ kind, name, depth }) =>
      kind === 'defect' && depth === undefined && (half === undefined || halfOf(name) === half),
  );
  const ofSeed = seeds.map((seed) =>
    defects.flatMap(({ runs }) => {
      const caughtBy = runs.find((run) => run.seed === seed)?.caughtBy ?? [];
      const requests = caughtBy.flatMap((by) => (by.isRight && by.requests !== undefined ? [by.requests] : []));
      return requests.length === 0 ? [] : [Math.min(...requests)];
    }),
  );
  return new Map(
    MARKS.map((mark) => [mark, medianLow(ofSeed.map((first) => first.filter((requests) => requests <= mark).length))]),
  );
}

function halfOf(name: string): Half {
  return createHash('sha256').update(name).digest().readUInt8() % 2 === 0 ? 'one half' : 'the other half';
}

/** The middle one; of an even number the smaller of the two in the middle. */
function medianLow(counts: readonly number[]): number {
  return counts.toSorted((a, b) => a - b)[Math.floor((counts.length - 1) / 2)] ?? 0;
}

/** The shares of one half, as cells. */
function sharesOf(matrix: Matrix, half: Half): readonly string[] {
  const total = matrix.rows.filter(({ kind, name }) => kind === 'defect' && halfOf(name) === half).length;
  const after = detectionAfter(matrix, half);
  return MARKS.map((mark) => `${Math.floor((100 * (after.get(mark) ?? 0)) / Math.max(1, total))} %`);
}

/** The figures in one sentence, as the README has them between its marks. */
export function renderFiguresInShort({ withWrites, measuredOn }: Figures): string {
  const { totals, seeds } = matrixOf(withWrites);
  const each = seeds.length === 1 ? '' : `, with each of ${seeds.length} seeds`;
  return [
    BEGIN,
    '',
    `petvet detects ${totals.kindsCaught} of ${totals.kinds} kinds of fault: ${totals.caught - totals.caughtDeep} of ${totals.defects} known defects under the right rule${deepWords(totals)}. It passes ` +
      `${totals.inPeace} of ${totals.variants} conforming variants${each} (measured on ${measuredOn}).`,
    '',
    END,
  ].join('\n');
}

/** The paragraph and the table of the figures, as the page on detection has them between its marks. */
export function renderFigures(figures: Figures): string {
  const matrix = matrixOf(figures.withWrites);
  const { totals } = matrix;
  const after = detectionAfter(matrix);
  const head = ['after requests', ...MARKS.map((mark) => `${mark}`)];
  const table = [
    ['defects detected', ...MARKS.map((mark) => `${after.get(mark) ?? 0}`)],
    ['of one half, by a hash of the name', ...sharesOf(matrix, 'one half')],
    ['of the other half', ...sharesOf(matrix, 'the other half')],
  ];
  const widths = head.map((cell, at) => Math.max(NARROWEST, cell.length, ...table.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => filled(cell, widths[at] ?? 0)).join(' | ')} |`;
  const each = matrix.seeds.length === 1 ? '' : ` with each of ${matrix.seeds.length} seeds`;
  return [
    BEGIN,
    '',
    `petvet detects ${totals.kindsCaught} of ${totals.kinds} kinds of fault, which differ in the rules and the faults that a run finds: ` +
      `${totals.caught - totals.caughtDeep} of the ${totals.defects} defects of the reference server under the right rule${deepWords(totals)}${each}; ` +
      `it passes ${totals.inPeace} of its ${totals.variants} conforming variants`,
    `(measured on ${figures.measuredOn}). How soon${matrix.seeds.length === 1 ? '' : ', as the median of the seeds'}:`,
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...table.map(line),
    '',
    ...sayNames(figures),
    END,
  ].join('\n');
}

/** In which runs the others are detected. */
function deepWords({ caughtDeep }: Pick<Matrix['totals'], 'caughtDeep'>): string {
  return caughtDeep === 0 ? '' : `, and ${caughtDeep} more with \`--max-requests ${DEEP_REQUESTS}\``;
}

/** How often a baseline that was written by one run knows what a run with another seed finds. */
function sayNames({ withWrites }: Figures): string[] {
  const { pairs, same } = nameStability(withWrites);
  if (pairs === 0) return [];
  const share = Math.floor((1_000 * same) / pairs) / 10;
  return [
    `A [baseline](ci.md#known-violations) that one run writes knows every violation that a run with another seed finds in ${same} of ${pairs} pairs`,
    `of runs of one defect (${share} %).`,
    '',
  ];
}

/**
 * Puts figures in place of those that a page holds.
 *
 * @param block - with its marks
 * @throws {TypeError} when the page has no marks between which they belong
 */
export function withFigures(page: string, block: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new TypeError(`the page has no part between ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${block}${page.slice(end + END.length)}`;
}
