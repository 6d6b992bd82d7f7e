import { compareLoads, isWorse } from '../../diff/loads.ts';
import { renderLoadsDiff } from '../../diff/loads-terminal.ts';
import { UsageError } from '../../errors.ts';
import type { RegressionLimit } from '../../report/compared.ts';
import { differencesOf, whyIncomparable } from '../../report/load-diff.ts';
import type { LoadDocument } from '../../shapes/load.ts';
import { EXIT } from '../../gate/exit.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import type { Terminal } from '../shared/terminal.ts';
import { renderDiff } from '../../report/terminal-history.ts';

/**
 * Compares two load runs of one scenario: their windows, verdicts, rate limits, admitted shares and knees.
 *
 * @returns 0 no limit exceeded and no verdict worse, 1 one is
 * @throws {UsageError} when they cannot be compared, or a limit is undecided
 */
export function diffLoads(
  was: LoadDocument,
  is: LoadDocument,
  limits: readonly RegressionLimit[],
  terminal: Terminal,
): number {
  const why = whyIncomparable(was, is);
  if (why !== undefined) throw new UsageError(`the runs cannot be compared: ${why}`, 'name two runs of one scenario');
  const differences = differencesOf(was, is, limits);
  const besides = compareLoads(was, is);
  terminal.out(renderDiff(was, is, differences, terminal));
  const more = renderLoadsDiff(besides, terminal);
  if (more !== '') terminal.out(more);
  const exceeded = differences.filter(({ limit: state }) => state === 'exceeded').map(({ of }) => of);
  if (isWorse(besides) || exceeded.length > 0)
    return say(
      EXIT.violates,
      exceeded.length === 0 ? 'worse for callers' : `the limit of ${exceeded.join(', ')} is exceeded`,
      terminal,
    );
  const undecided = differences.filter(({ limit: state }) => state === 'undecided');
  if (undecided.length === 0)
    return say(
      EXIT.conforms,
      `no verdict got worse${limits.length === 0 ? '' : ', and no limit is exceeded'}`,
      terminal,
    );
  throw new UsageError(
    `undecided: ${undecided.map(({ of }) => of).join(', ')} beyond the limit, with too few windows to tell it from noise`,
    'make both runs again with at least five windows each: --windows 5 (ceiling), or a longer --duration (soak)',
  );
}

function say(exitStatus: number, because: string, terminal: Terminal): number {
  sayDecision({ exitStatus, because }, terminal);
  return exitStatus;
}
