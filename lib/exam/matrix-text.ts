import { beside, paint, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { filled } from '../text/columns.ts';
import { joinBlocks, titled } from './blocks.ts';
import { isIdle, type JudgeWorth } from './judge-worth.ts';
import { isAsItShouldBe, type Guard, type Matrix, type MatrixRow } from './matrix.ts';
import { caughtByOf, remarkOf, requestsOf, summaryOf, weaknessOf, wordsOfWorth } from './matrix-words.ts';

/** The matrix for a terminal: every subject, how well each rule is guarded, and what it comes to. */
export function renderMatrix(matrix: Matrix, look: Look): string {
  const of = (kind: MatrixRow['kind']) => matrix.rows.filter((row) => row.kind === kind);
  const column = Math.max(0, ...matrix.rows.map(({ name }) => name.length)) + 6;
  const lines = (kind: MatrixRow['kind']) => of(kind).flatMap((row) => rowLines(row, column, look));
  return joinBlocks([
    titled('Defects  the rule that detected each, and after how many requests', lines('defect'), look),
    titled('Variants and the conforming server', [...lines('conforming'), ...lines('variant')], look),
    titled(
      'Rules  how many exchanges with the conforming server could have shown a violation',
      guardLines(matrix.guards, look),
      look,
    ),
    titled('Judges  what would be missed without each, by the same evidence', judgeLines(matrix.judges, look), look),
    [...summaryOf(matrix), ...repeating(matrix)].flatMap((text) => beside(look, { label: '', column: 0, text })),
  ]);
}

function rowLines(row: MatrixRow, column: number, look: Look): string[] {
  const isFaulty = row.runs.some(({ faults }) => faults.length > 0);
  const isGap = row.runs.some(({ state }) => state === 'gap');
  const [symbol, tone]: [string, Tone] = isFaulty ? ['✖', 'bad'] : isGap ? ['?', 'doubt'] : ['✔', 'good'];
  return beside(look, {
    label: `  ${symbol} ${row.name}`,
    column,
    text: printable([outcomeOf(row), remarkOf(row)].filter((part) => part !== '').join('; ')),
    labelTone: tone,
  });
}

function outcomeOf(row: MatrixRow): string {
  if (row.kind !== 'defect') return row.runs.some(({ state }) => state === 'called wrong') ? '' : 'passed';
  const requests = requestsOf(row);
  return requests === '' ? caughtByOf(row) : `${caughtByOf(row)} after ${requests}`;
}

/** Columns of the table of rules. */
const COLUMN = { rule: 12, figure: 16 };

function guardLines(guards: readonly Guard[], look: Look): string[] {
  const names = Object.keys(guards[0]?.exchanges ?? {});
  if (names.length === 0) return [];
  const inColumns = (cells: readonly (string | number)[]) =>
    cells.map((cell) => `${cell}`.padStart(COLUMN.figure)).join('');
  const heads = [...names.map((name) => name.replace('conforming-', '')), 'detected'];
  const lines = guards.map((guard) => {
    const { rule, exchanges, defects, caught } = guard;
    const weakness = weaknessOf(guard);
    const figures = inColumns([...Object.values(exchanges), defects === 0 ? '-' : `${caught} of ${defects}`]);
    const line = `  ${weakness === '' ? ' ' : '!'} ${filled(rule, COLUMN.rule)}${figures}  ${weakness}`.trimEnd();
    return paint(look, weakness === '' ? 'quiet' : 'warning', line);
  });
  return [paint(look, 'quiet', `${' '.repeat(COLUMN.rule + 4)}${inColumns(heads)}`), ...lines];
}

function judgeLines(judges: readonly JudgeWorth[], look: Look): string[] {
  return judges.map((worth) => {
    const line = `  ${isIdle(worth) ? '!' : ' '} ${filled(worth.judge, COLUMN.rule + COLUMN.figure)} ${wordsOfWorth(worth)}`;
    return paint(look, isIdle(worth) ? 'warning' : 'quiet', line);
  });
}

/** How to look at the faulty ones again. */
function repeating(matrix: Matrix): string[] {
  if (isAsItShouldBe(matrix)) return [];
  const faulty = matrix.rows.filter(({ runs }) => runs.some(({ faults }) => faults.length > 0));
  if (faulty.length === 0) return [];
  const seed = faulty.flatMap(({ runs }) => runs).find(({ faults }) => faults.length > 0)?.seed;
  return [`Again: petvet selftest --seed ${seed} --only ${faulty.map(({ name }) => name).join(',')}`];
}
