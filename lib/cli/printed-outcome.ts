import { countingFor, type GateWishes } from '../gate/decision.ts';
import type { GateReport } from '../gate/gate-report.ts';
import { printable } from '../report/printable.ts';
import type { Verdicts } from '../run/verdicts.ts';
import { flowing } from './flowing.ts';
import type { Terminal } from './terminal.ts';

/** What `--print` may be: the outcome as one word, or with what scripts want besides as one line of JSON. */
export const PRINTS = ['outcome', 'json'] as const;

/** One of {@link PRINTS}. */
export type Print = (typeof PRINTS)[number];

/** The same terminal, which leaves standard output to what `--print` asks for. */
export function apart(terminal: Terminal): Terminal {
  return { ...terminal, out: (text) => terminal.err(text.endsWith('\n') ? text : `${text}\n`) };
}

/** The last line of a run's log: what it exits with, and why. */
export function sayDecision({ exitStatus, because }: GateReport, terminal: Terminal): void {
  terminal.out(flowing(`Exit status ${exitStatus}: ${printable(because)}`, terminal));
}

/** What `--print` prints: one line, and nothing else is on standard output. */
export function printedOutcome(
  print: Print,
  { ledger, gate, wishes }: Pick<Verdicts, 'ledger'> & { readonly gate: GateReport; readonly wishes: GateWishes },
  report: string,
): string {
  if (print === 'outcome') return ledger.outcome;
  const { counts } = countingFor(wishes);
  const violated = ledger.rows.filter((row) => row.verdict === 'fail' || counts(row)).map(({ id }) => id);
  const { exitStatus, because } = gate;
  return JSON.stringify({ outcome: ledger.outcome, exitStatus, because, violated, report });
}
