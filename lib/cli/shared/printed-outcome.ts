import { InterruptedError } from '../../errors.ts';
import { sayWhose } from '../../evidence/target-name.ts';
import { countingFor, type GateWishes } from '../../gate/decision.ts';
import { withFixesFirst } from '../../gate/fix-first.ts';
import type { GateReport } from '../../gate/gate-report.ts';
import { printable } from '../../text/printable.ts';
import type { Verdicts } from '../../run/verdicts.ts';
import type { RuleId } from '../../rules/index.ts';
import { EXIT } from '../../gate/exit.ts';
import { flowing, type Terminal } from './terminal.ts';
import { foreseen } from './foreseen.ts';
import { asStarted } from './petvet-in.ts';

/** What `--format` of a check may be: the outcome as one word, or with what scripts want besides as one line of JSON. */
export const OUTCOME_FORMATS = ['outcome', 'json'] as const;

/** One of {@link OUTCOME_FORMATS}. */
export type OutcomeFormat = (typeof OUTCOME_FORMATS)[number];

/** The same terminal, which leaves standard output to what `--format` asks for. */
export function apart(terminal: Terminal): Terminal {
  return { ...terminal, out: (text) => terminal.err(text.endsWith('\n') ? text : `${text}\n`) };
}

/** The last line of a run's log: what it exits with, and why. */
export function sayDecision(
  { exitStatus, because }: Pick<GateReport, 'exitStatus' | 'because'>,
  terminal: Pick<Terminal, 'out' | 'width' | 'petvet'>,
): void {
  terminal.out(asStarted(flowing(`Exit status ${exitStatus}: ${printable(because)}`, terminal), terminal.petvet));
}

/** What `--format` prints: one line, and nothing else is on standard output. */
export function printedOutcome(
  format: OutcomeFormat,
  {
    ledger,
    knowledge,
    gate,
    wishes,
  }: Pick<Verdicts, 'ledger' | 'knowledge'> & { readonly gate: GateReport; readonly wishes: GateWishes },
  report: string,
): string {
  const { target } = knowledge;
  if (format === 'outcome') return sayWhose(target, ledger.outcome);
  const { counts } = countingFor(wishes);
  const violated = withFixesFirst(ledger.rows)
    .filter((row) => row.verdict === 'fail' || counts(row))
    .map(({ id }) => id);
  const { exitStatus, because, baseline, allowed = [] } = gate;
  const fresh = baseline && new Set(baseline.fresh.map(({ rule }) => rule));
  const isNew = (id: RuleId) => fresh?.has(id) !== false && !allowed.includes(id);
  return JSON.stringify({
    target,
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

/** What `--format json` prints where there are no verdicts: why, in the same words as on the error stream. What nobody foresaw may hold a secret. */
export function printedError(error: unknown): string {
  const exitStatus = error instanceof InterruptedError ? EXIT.interrupted : EXIT.cannotJudge;
  const known = foreseen(error);
  const told = known === undefined ? { error: 'petvet itself failed' } : { error: known.says, hint: known.hint };
  return JSON.stringify({ outcome: 'error', exitStatus, ...told });
}
