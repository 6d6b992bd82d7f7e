import { columnsOf, filled } from '../text/columns.ts';
import { printable } from '../text/printable.ts';
import type { JudgeWorth } from './judge-worth.ts';
import type { Guard, Matrix, MatrixRow } from './matrix.ts';
import { caughtByOf, remarkOf, requestsOf, summaryOf, weaknessOf, wordsOfWorth } from './matrix-words.ts';

/**
 * The matrix as a page of Markdown, with its tables aligned.
 *
 * @param measuredOn - YYYY-MM-DD
 */
export function renderMatrixPage(matrix: Matrix, measuredOn: string): string {
  const of = (kind: MatrixRow['kind']) => matrix.rows.filter((row) => row.kind === kind);
  const gaps = of('defect').filter(({ runs }) => runs.some(({ state }) => state === 'gap'));
  const others = of('defect').filter((row) => !gaps.includes(row));
  return [
    '# Who tests the tester',
    `Measured on ${measuredOn} with \`petvet selftest\`: ` +
      'a whole run against the reference server with one defect at a time, and with one conforming variant at a time, ' +
      `seed${matrix.seeds.length > 1 ? 's' : ''} ${matrix.seeds.join(', ')}.`,
    summaryOf(matrix)
      .map((sentence) => `- ${sentence}`)
      .join('\n'),
    ...section('Kinds of fault', KIND_HEAD, kindRows(of('defect'))),
    ...section('Defects', DEFECT_HEAD, others.map(defectCells)),
    ...section('Defects that are not detected yet', GAP_HEAD, gaps.map(gapCells)),
    ...section('Variants', VARIANT_HEAD, [...of('conforming'), ...of('variant')].map(variantCells)),
    ...guardSection(matrix.guards),
    ...judgeSection(matrix.judges),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

const DEFECT_HEAD = ['defect', 'what is wrong', 'violates', 'detected by', 'after requests', 'right rule', 'remark'];
const KIND_HEAD = ['what a run finds', 'defects', 'detected', 'for example'];
const GAP_HEAD = ['defect', 'what is wrong', 'violates', 'why'];
const VARIANT_HEAD = ['variant', 'what is different', 'verdict', 'remark'];

function kindRows(rows: readonly MatrixRow[]): string[][] {
  const kinds = [...Map.groupBy(rows, ({ outcome = '' }) => outcome)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return kinds.map(([outcome, ofKind]) => {
    const detected = ofKind.filter(({ runs }) => runs.every(({ state }) => state === 'caught')).length;
    return [escaped(outcome), `${ofKind.length}`, `${detected}`, code(ofKind[0]?.name ?? '')];
  });
}

function defectCells(row: MatrixRow): string[] {
  const { name, says, breaks, runs } = row;
  const isRight = runs.every(({ state }) => state === 'caught');
  return [
    code(name),
    escaped(says),
    breaks.join(', '),
    caughtByOf(row),
    requestsOf(row),
    isRight ? 'yes' : 'no',
    escaped(remarkOf(row)),
  ];
}

function gapCells({ name, says, breaks, gap = '' }: MatrixRow): string[] {
  return [code(name), escaped(says), breaks.join(', '), escaped(gap)];
}

function variantCells(row: MatrixRow): string[] {
  const isPassed = row.runs.every(({ state }) => state === 'in peace');
  return [code(row.name), escaped(row.says), isPassed ? 'passed' : 'false alarm', escaped(remarkOf(row))];
}

function guardSection(guards: readonly Guard[]): string[] {
  const names = Object.keys(guards[0]?.exchanges ?? {});
  if (names.length === 0) return [];
  const head = ['rule', 'level', ...names.map(code), 'defects', 'detected', 'remark'];
  const rows = guards.map((guard) => {
    const { rule, level, exchanges, defects, caught } = guard;
    const figures = [...Object.values(exchanges), defects, caught].map((figure) => `${figure}`);
    return [rule, level, ...figures, weaknessOf(guard)];
  });
  const [title, rest = ''] = section('How well each rule is guarded', head, rows);
  return [title ?? '', HOW_GUARDED, rest];
}

const HOW_GUARDED =
  'How many exchanges of a run on the conforming server could have shown a violation, by the state that it was examined in; ' +
  'and the defects that are to be detected under this rule first.';

function judgeSection(judges: readonly JudgeWorth[]): string[] {
  const rows = judges.map((worth) => [code(worth.judge), worth.rules.join(', '), wordsOfWorth(worth)]);
  const [title, rest] = section('What each judge is worth', ['judge', 'rules', 'missed without it'], rows);
  return title === undefined || rest === undefined ? [] : [title, HOW_WORTH, rest];
}

const HOW_WORTH =
  'For each defect, the findings of its run were summed up again with one judge left out at a time, without sending anything.';

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [`## ${title}`, table(head, rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map(columnsOf)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => filled(cell, widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function code(name: string): string {
  return `\`${name}\``;
}

/** What Markdown would read as markup, or as the end of a cell, made plain. */
function escaped(text: string): string {
  return printable(text).replace(/[\\|*_<>[\]`]/g, (mark) => `\\${mark}`);
}
