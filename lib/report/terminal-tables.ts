import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import { AREAS, areaOf, rules } from '../rules/index.ts';
import { VERDICTS } from '../ledger/ledger.ts';
import { beside, heading, paint, widthOf, type Look } from '../text/look.ts';
import { columnsOf, filled } from '../text/columns.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { rowTold } from './row-words.ts';
import { VERDICT_LOOKS } from './verdict-words.ts';
import { counted } from '../text/counted.ts';

const VERDICT_COLUMN = Math.max(...VERDICTS.map(columnsOf)) + 2;

/** A table per section: rule, verdict, one sentence. Sections of which nothing applies to the run are left out. */
export function tableLines({ ledger }: RunReport, look: Look): string[] {
  const idColumn = Math.max(0, ...ledger.rows.map(({ id }) => columnsOf(id))) + 2;
  const sections = Map.groupBy(ledger.rows, ({ id }) => areaOf(id));
  return Array.from(sections)
    .filter(([, rows]) => rows.some(({ verdict }) => verdict !== 'not-applicable'))
    .flatMap(([area, rows]) => [
      '',
      ...titleLines(AREAS[area], tally(rows), look),
      ...rows.flatMap((row) => rowLines(row, ledger, idColumn, look)),
    ]);
}

function titleLines(title: string, counts: string, look: Look): string[] {
  const fits = columnsOf(`${title}  ${counts}`) <= widthOf(look);
  if (fits) return [`${paint(look, 'title', title)}  ${paint(look, 'quiet', counts)}`];
  return [...heading(look, title), ...beside(look, { label: '', column: 2, text: counts, textTone: 'quiet' })];
}

/** How many rules have which verdict: `11 pass, 1 fail`; strongest first. */
export function tally(rows: readonly LedgerRow[]): string {
  return VERDICTS.map((verdict) => ({ verdict, count: rows.filter((row) => row.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`)
    .join(', ');
}

function rowLines(row: LedgerRow, ledger: Ledger, idColumn: number, look: Look): string[] {
  const { id, verdict } = row;
  const { symbol, tone } = VERDICT_LOOKS[verdict];
  const isQuiet = tone === 'quiet';
  return beside(look, {
    label: `  ${symbol} ${filled(id, idColumn)}${verdict}`,
    column: 4 + idColumn + VERDICT_COLUMN,
    text:
      verdict === 'observed'
        ? printable(rules[id].says, MOST_SAID)
        : `${rowTold(row, ledger, MOST_SAID)}${besides(row)}`,
    labelTone: tone,
    ...(isQuiet && { textTone: tone }),
  });
}

/** What a rule that passes was warned of, or observed to do, stands further down: a pass alone would hide it. */
function besides({ level, verdict, findings }: LedgerRow): string {
  if (verdict !== 'pass' || level === 'observed') return '';
  const count = (wanted: LedgerRow['verdict']) => findings.filter((finding) => finding.verdict === wanted).length;
  // The sentence of a must rule that passes says how many warnings stand beside it.
  const [warned, observed] = [count('warn'), count('observed')];
  if (observed > 0) return ` (${counted(observed, 'observation')}; see below)`;
  return warned > 0 ? ' (see below)' : '';
}

/** A table is for scanning: what is longer is told in full further down, or in conformance.json. */
const MOST_SAID = 240;
