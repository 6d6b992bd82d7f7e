import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { rules } from '../rules/index.ts';
import { againOf } from './again.ts';
import { ownViolations } from './arrangement.ts';
import { beside, paint, type Look } from './page.ts';
import { printable } from './printable.ts';
import type { RunReport } from './run-report.ts';
import { exchangeLines, labelled } from './terminal-exchange.ts';
import { VERDICT_LOOKS, counted, numbered } from './verdict-words.ts';

/** Distinct findings of one rule that are shown in full, and exchanges of one finding. */
const MOST_FINDINGS = 3;
const MOST_EXCHANGES = 2;

/** A block per violated rule: what is asked and where, and for each finding what was expected, what came, and how to see it again. */
export function violationLines(report: RunReport, look: Look): string[] {
  const failed = report.ledger.rows.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0) return [];
  return [
    '',
    paint(look, 'title', `Violations (${failed.length})`),
    ...failed.flatMap((row) => block(row, report, look)),
  ];
}

function block(row: LedgerRow, report: RunReport, look: Look): string[] {
  const { says, source } = rules[row.id];
  const { symbol, tone } = VERDICT_LOOKS.fail;
  const findings = ownViolations(row);
  const more = findings.length - MOST_FINDINGS;
  return [
    '',
    ...beside(look, {
      label: `${symbol} ${row.id}`,
      column: row.id.length + 4,
      text: `fail: ${says}`,
      labelTone: tone,
      textTone: 'title',
    }),
    ...labelled('source', source, look),
    ...(findings.length === 0 ? labelled('came back', toldElsewhere(row), look) : []),
    ...findings.slice(0, MOST_FINDINGS).flatMap((finding) => findingLines(finding, report, look)),
    ...(more > 0 ? labelled('more', `${counted(more, 'further finding')} in conformance.json`, look) : []),
    ...againLines(row, report, look),
  ];
}

/** One finding: what was expected, what came, and the exchanges that show it. */
export function findingLines(finding: CountedFinding, { exchanges, knowledge }: RunReport, look: Look): string[] {
  const { says, expected, actual, shownBy, times } = finding;
  const shown = shownBy.flatMap((id) => exchanges.get(id) ?? []).slice(0, MOST_EXCHANGES);
  const repeated = times > 1 ? `, found ${times} times` : '';
  return [
    ...labelled('finding', printable(says), look),
    ...(expected === undefined ? [] : labelled('expected', printable(expected), look)),
    ...(actual === undefined ? [] : labelled('came back', printable(actual), look)),
    ...shown.flatMap((exchange) => exchangeLines(exchange, knowledge.baseUrl, look)),
    ...(shownBy.length === 0 ? [] : labelled('shown by', `${numbered(shownBy)}${repeated}`, look)),
  ];
}

/** How to see it again. */
export function againLines(row: LedgerRow, report: RunReport, look: Look): string[] {
  const again = againOf(row, report);
  if (again === undefined) return [];
  return [
    ...labelled('again', again.command, look),
    ...again.smallest.flatMap(({ input, probe, replay }) =>
      labelled('smallest', `${input} (${probe}; ${replay})`, look),
    ),
  ];
}

/** What stands in place of findings where a row has none of its own. */
export function toldElsewhere({ findings, says }: LedgerRow): string {
  const elsewhere = [...new Set(findings.flatMap(({ see }) => see ?? []))];
  return elsewhere.length === 0 ? printable(says) : `the same fault is told under ${elsewhere.join(', ')}`;
}
