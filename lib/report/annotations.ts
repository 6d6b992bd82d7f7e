import { ownViolations } from './arrangement.ts';
import { fixFirst } from '../gate/fix-first.ts';
import { harmless } from '../text/log-commands.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { numbered } from '../text/counted.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import { failsGate, isKnown, whyKnown } from './gate-view.ts';

/** How many of a step GitHub shows; it drops the rest without a word. */
const MOST_ANNOTATIONS = 10;

/**
 * What a job on GitHub shows beside its log: an error for each violated must rule and for each other rule that fails the gate, a warning for each violated should, and for each
 * rule whose violations the gate knows; ten at most, errors first, each in the order in which to fix them.
 *
 * @returns workflow commands, a line each, in which no text of the service can end the line or begin another command
 */
export function annotationsOf(report: RunReport): string[] {
  const rows = fixFirst(report.ledger.rows);
  const isError = (row: LedgerRow) =>
    report.gate?.allowed?.includes(row.id) !== true && (row.level === 'must' || failsGate(row, report));
  const [known, others] = [true, false].map((is) => rows.filter((row) => isKnown(row, report) === is));
  return [
    ...(others ?? []).map((row) => annotation(isError(row) ? 'error' : 'warning', row, messageOf(row))),
    ...(known ?? []).map((row) =>
      annotation('warning', row, `${messageOf(row)} – ${printable(whyKnown(row, report))}`),
    ),
  ].slice(0, MOST_ANNOTATIONS);
}

function annotation(command: 'error' | 'warning', row: LedgerRow, message: string): string {
  return `::${command} title=${property(row.id)}::${data(message)}`;
}

function messageOf(row: LedgerRow): string {
  const { says, evidence, evidenceCount } = row;
  const [first] = ownViolations(row);
  const parts = [
    ...(first?.expected === undefined ? [] : [`expected ${printable(first.expected)}`]),
    ...(first?.actual === undefined ? [] : [`actual ${printable(first.actual)}`]),
    ...(evidence.length === 0 ? [] : [`shown by ${numbered(evidence, 3, evidenceCount)}`]),
  ];
  return parts.length === 0 ? printable(says) : `${printable(says)} (${parts.join('; ')})`;
}

/** Escapes as the runner undoes it. */
function data(text: string): string {
  return harmless(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
