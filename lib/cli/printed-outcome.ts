import { InterruptedError } from '../errors.ts';
import { countingFor, type GateWishes } from '../gate/decision.ts';
import { withFixesFirst } from '../gate/fix-first.ts';
import type { GateReport } from '../gate/gate-report.ts';
import { printable } from '../report/printable.ts';
import type { Verdicts } from '../run/verdicts.ts';
import type { RuleId } from '../rules/index.ts';
import { EXIT } from './exit.ts';
import { flowing } from './flowing.ts';
import { foreseen } from './foreseen.ts';
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
export function sayDecision(
  { exitStatus, because }: Pick<GateReport, 'exitStatus' | 'because'>,
  terminal: Pick<Terminal, 'out' | 'width'>,
): void {
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
  const violated = withFixesFirst(ledger.rows)
    .filter((row) => row.verdict === 'fail' || counts(row))
    .map(({ id }) => id);
  const { exitStatus, because, baseline, allowed = [] } = gate;
  const fresh = baseline && new Set(baseline.fresh.map(({ rule }) => rule));
  const isNew = (id: RuleId) => fresh?.has(id) !== false && !allowed.includes(id);
  return JSON.stringify({
    gate: exitStatus === EXIT.conforms ? 'passed' : 'failed',
    outcome: ledger.outcome,
    exitStatus,
    because,
    violated,
    new: violated.filter(isNew),
    known: violated.filter((id) => !isNew(id) && !allowed.includes(id)),
    allowed,
    report,
  });
}

/** What `--print json` prints where there are no verdicts: why, in the same words as on the error stream. What nobody foresaw may hold a secret. */
export function printedError(error: unknown): string {
  const exitStatus = error instanceof InterruptedError ? EXIT.interrupted : EXIT.cannotJudge;
  const known = foreseen(error);
  const told = known === undefined ? { error: 'petvet itself failed' } : { error: known.says, hint: known.hint };
  return JSON.stringify({ outcome: 'error', exitStatus, ...told });
}
