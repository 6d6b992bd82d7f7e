import { endClauseOf } from '../evidence/early-end.ts';
import type { CountedFinding, Ledger, LedgerRow, Verdict } from '../ledger/ledger.ts';
import { observationsOf, unjudgedOf } from './arrangement.ts';
import { fixFirst } from '../gate/fix-first.ts';
import { beside, heading, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { exchangeLines } from './terminal-exchange.ts';
import { shownByOf } from './terminal-violations.ts';
import { firstShown } from './undecided.ts';
import { blamedOnce, rowTold, toldOf } from './row-words.ts';
import { VERDICT_LOOKS } from './verdict-words.ts';
import { filled } from '../text/columns.ts';
import { numbered } from '../text/counted.ts';

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
  const count = cutShort.reduce((sum, { rules }) => sum + rules.length, 0);
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
        .flatMap(({ reason: why, verdict, rules }) => reason(verdict, `${printable(why)}: ${rules.join(', ')}`)),
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
