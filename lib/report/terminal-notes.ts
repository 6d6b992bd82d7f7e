import { endClauseOf } from '../evidence/early-end.ts';
import { fixFirst } from '../gate/fix-first.ts';
import { type CountedFinding, type Ledger, type LedgerRow, type Verdict, VERDICTS } from '../ledger/ledger.ts';
import { AREAS, areaOf, rules } from '../rules/index.ts';
import { filled, columnsOf } from '../text/columns.ts';
import { numbered, counted } from '../text/counted.ts';
import { beside, heading, type Look, paint, widthOf } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { observationsOf, unjudgedOf, firstShown } from './arrangement.ts';
import { limiterViews, type LimiterView } from './limiter-view.ts';
import type { RunReport } from './run-report.ts';
import { shownByOf, exchangeLines } from './terminal-violations.ts';
import { VERDICT_LOOKS, blamedOnce, rowTold, toldOf } from './verdict-words.ts';

/** Notes of one rule that are shown; the rest is in conformance.json. */
const MOST_OF_A_RULE = 5;

/** Rules that a run ended before that are named unasked. */
const MOST_OF_AN_END = 6;

const ID_COLUMN = 12;

/** What looked wrong but may have another cause; rules that are open for one reason, and by no exchange, in one line. */
export function undecidedLines(report: RunReport, look: Look): string[] {
  const { ledger } = report;
  const rows = ledger.rows.filter(({ verdict }) => verdict === 'inconclusive');
  const alike = Map.groupBy(rows, (row) => (isByAnExchange(row) ? row.id : rowTold(row, ledger)));
  return titled(
    'Inconclusive',
    [...alike].flatMap(([told, group]) => {
      const [row, ...others] = group;
      if (row === undefined) return [];
      return others.length === 0
        ? [...noteLines(row, ledger, ['inconclusive'], 'inconclusive', look), ...requestLines(row, report, look)]
        : sharedLine(
            group.map(({ id }) => id),
            told,
            look,
          );
    }),
    look,
  );
}

/** The first request that shows why a must rule is in doubt, and its response: where whoever has to verify it looks first. */
function requestLines(row: LedgerRow, report: RunReport, look: Look): string[] {
  if (look.verbose !== true || row.level !== 'must') return [];
  const { exchange, finding } = firstShown(row, report);
  return exchange === undefined ? [] : exchangeLines(exchange, report, look, finding);
}

function sharedLine(ids: readonly string[], told: string, look: Look): string[] {
  const { symbol, tone } = VERDICT_LOOKS.inconclusive;
  return beside(look, { label: `  ${symbol}`, column: 4, text: `${ids.join(', ')}: ${told}`, labelTone: tone });
}

function isByAnExchange({ findings }: LedgerRow): boolean {
  return findings.some(({ verdict, shownBy }) => verdict === 'inconclusive' && shownBy.length > 0);
}

/** What a standard, but not the specification, asks for, even where the rule itself is kept. */
export function warningLines({ ledger }: RunReport, look: Look): string[] {
  const broken = fixFirst(ledger.rows).filter(({ verdict }) => verdict === 'warn');
  const kept = ledger.rows.filter(
    ({ level, verdict, findings }) =>
      level !== 'observed' && verdict !== 'warn' && findings.some((finding) => finding.verdict === 'warn'),
  );
  return titled(
    'Warnings',
    [
      ...broken.flatMap((row) => noteLines(row, ledger, ['fail', 'warn'], 'warn', look)),
      ...kept.flatMap((row) => noteLines(row, ledger, ['warn'], 'warn', look)),
    ],
    look,
  );
}

/** What this service does where the specification leaves it open. */
export function observedLines({ ledger }: RunReport, look: Look): string[] {
  const byRule = Map.groupBy(observationsOf(ledger), ({ rule }) => rule);
  const lines = Array.from(byRule, ([rule, observations]) => {
    const findings = observations.map(({ finding }) => finding);
    return limited(rule, findings, ledger, 'observed', look);
  }).flat();
  return titled('Observed where the specification is silent', lines, look);
}

/** What this run did not judge, and why. Rules that it did not reach, because it ended before, are a number unless `verbose`. */
export function unjudgedLines({ ledger, run }: RunReport, look: Look): string[] {
  const all = unjudgedOf(ledger);
  const cutShort = all.filter((group) => group.isCutShort);
  const count = cutShort.reduce((sum, { rules: ids }) => sum + ids.length, 0);
  const isFolded = look.verbose !== true && count > MOST_OF_AN_END;
  const reason = (verdict: string, text: string) =>
    beside(look, { label: `  ${verdict}`, column: 18, text, labelTone: 'quiet' });
  return titled(
    'Not judged',
    [
      ...(isFolded
        ? reason('not-exercised', `${count} rules: ${printable(endClauseOf(run) ?? '')}; --verbose names them`)
        : []),
      ...all
        .filter((group) => !isFolded || !group.isCutShort)
        .flatMap(({ reason: why, verdict, rules: ids }) => reason(verdict, `${printable(why)}: ${ids.join(', ')}`)),
    ],
    look,
  );
}

function titled(title: string, lines: readonly string[], look: Look): string[] {
  return lines.length === 0 ? [] : ['', ...heading(look, title), ...lines];
}

function noteLines(
  row: LedgerRow,
  ledger: Ledger,
  verdicts: readonly Verdict[],
  shownAs: Verdict,
  look: Look,
): string[] {
  const findings = blamedOnce(row.findings.filter(({ verdict }) => verdicts.includes(verdict)));
  if (findings.length > 0) return limited(row.id, findings, ledger, shownAs, look);
  return line(row.id, rowTold(row, ledger), shownAs, look);
}

function limited(
  id: string,
  findings: readonly CountedFinding[],
  ledger: Ledger,
  shownAs: Verdict,
  look: Look,
): string[] {
  const more = findings.length - MOST_OF_A_RULE;
  return [
    ...findings
      .slice(0, MOST_OF_A_RULE)
      .flatMap((finding) => line(id, sentenceOf(finding, ledger, shownAs), shownAs, look)),
    ...(more > 0 ? line(id, `and ${more} more, in conformance.json`, shownAs, look) : []),
  ];
}

function line(id: string, text: string, shownAs: Verdict, look: Look): string[] {
  const { symbol, tone } = VERDICT_LOOKS[shownAs];
  return beside(look, {
    label: `  ${symbol} ${filled(id, ID_COLUMN - 2)}`,
    column: ID_COLUMN + 2,
    text,
    labelTone: tone,
  });
}

function sentenceOf(finding: CountedFinding, ledger: Ledger, shownAs: Verdict): string {
  const { shownBy, times, input } = finding;
  const sentence = toldOf(finding, ledger);
  const isNamed = shownAs === 'inconclusive' && input !== undefined && !sentence.includes(input);
  const told = isNamed ? `${sentence}; input: ${printable(input)}` : sentence;
  if (shownBy.length === 0) return told;
  const where = shownAs === 'observed' && times > 1 ? `${numbered(shownBy, 3)}; ${times} times` : shownByOf(finding);
  return `${told} (${where})`;
}

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

/** The limiter X-ray: which kinds of limiter are consistent with the responses, and what rules out the others. */
export function limiterLines({ xrays, knowledge }: RunReport, look: Look): string[] {
  const { windows } = knowledge;
  return limiterViews(xrays).flatMap((view) => [
    '',
    ...windowTitle(view, windows.testInstallation, look),
    ...view.kinds.flatMap((kind) => kindLines(kind, columnOf(view), look)),
  ]);
}

/** The same in one line for each window. */
export function limiterInBrief({ xrays, knowledge }: RunReport, column: number, look: Look): string[] {
  return limiterViews(xrays).flatMap((view, index) => {
    const kinds =
      view.admits === undefined
        ? view.looksLike.length === 0
          ? 'consistent with no known kind'
          : `consistent with ${view.looksLike.join(', ')}`
        : `consistent only with ${view.looksLike.join(', ')} (${view.admits})`;
    const text = `${sizeOf(view, knowledge.windows.testInstallation)}: ${kinds}`;
    return beside(look, { label: index === 0 ? 'Limiter' : '', column, text, labelTone: 'title' });
  });
}

function sizeOf({ period, figure, seconds }: LimiterView, isShortened: boolean): string {
  return `${figure} requests per ${isShortened ? `${period} (test installation: ${seconds} s)` : period}`;
}

function windowTitle(view: LimiterView, isShortened: boolean, look: Look): string[] {
  const legend = view.kinds.length === 0 ? '' : '; ✔ is consistent with all responses';
  return beside(look, {
    label: 'Limiter',
    column: 9,
    text: `${sizeOf(view, isShortened)}${legend}`,
    labelTone: 'title',
  });
}

function kindLines({ kind, excludedBy }: LimiterView['kinds'][number], column: number, look: Look): string[] {
  const name = filled(kind, column - MARGIN);
  if (excludedBy === undefined) return [`  ${paint(look, 'good', `✔ ${kind}`)}`];
  return beside(look, {
    // A kind that is excluded is nothing bad.
    label: `  ✘ ${name}`,
    column,
    text: `ruled out by ${numbered(excludedBy.shownBy)}: ${printable(excludedBy.says)}`,
    labelTone: 'quiet',
  });
}

const MARGIN = 4;

function columnOf({ kinds }: LimiterView): number {
  return MARGIN + Math.max(...kinds.map(({ kind }) => columnsOf(kind))) + 2;
}
