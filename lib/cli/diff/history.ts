import { UsageError } from '../../errors.ts';
import { scenarioNamed } from '../../load/scenarios.ts';
import type { RegressionLimit } from '../../report/compared.ts';
import { historiesOf, verdictOf } from '../../report/load-history.ts';
import { renderHistoryJson } from '../../report/load-history-json.ts';
import { renderHistoryTerminal } from '../../report/terminal-history.ts';
import { counted } from '../../text/counted.ts';
import { readLoadRuns } from '../../run/history/load-runs.ts';
import { EXIT } from '../../gate/exit.ts';
import { apart, sayDecision } from '../shared/printed-outcome.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet diff --history` is asked. */
export interface HistoryDiff {
  /** Holds the load runs of a target, or of several. */
  readonly folder: string;
  /** Only runs of this one count; all when undefined. */
  readonly scenario: string | undefined;
  /** How many of the newest runs count: only a change that begins at one of them decides. */
  readonly last: number;
  readonly limits: readonly RegressionLimit[];
  readonly format: 'terminal' | 'json';
}

/**
 * Prints what changed over the load runs in a folder, to stay so.
 *
 * @returns 0 nothing got worse within the newest runs, 1 something did, 2 there are too few runs to tell
 * @throws {UsageError} when there is no such folder or scenario, or no load run
 */
export async function diffHistory(asked: HistoryDiff, terminal: Terminal): Promise<number> {
  const { folder, last, limits, format } = asked;
  const scenario = asked.scenario === undefined ? undefined : scenarioNamed(asked.scenario);
  const { targets, skipped } = await readLoadRuns(folder);
  const changed = targets
    .map(({ name, isOneService, loads }) => ({
      name,
      histories: historiesOf(
        loads.filter(({ load }) => scenario === undefined || load.scenario === scenario),
        isOneService,
      ),
    }))
    .filter(({ histories }) => histories.length > 0);
  if (changed.length === 0)
    throw new UsageError(
      `no load run${scenario === undefined ? '' : ` of ${scenario}`} in ${folder} finished`,
      'name the folder of a target that has finished load runs',
    );
  const verdict = verdictOf(changed, { last, limits });
  const frame = { folder, verdict, last, skipped };
  terminal.out(format === 'json' ? renderHistoryJson(changed, frame) : renderHistoryTerminal(changed, frame, terminal));
  const say = (exitStatus: number, because: string) => {
    sayDecision({ exitStatus, because }, format === 'json' ? apart(terminal) : terminal);
    return exitStatus;
  };
  const { worse } = verdict;
  if (worse.length > 0)
    return say(EXIT.violates, `${counted(worse.length, 'value')} got worse within the newest ${counted(last, 'run')}`);
  if (verdict.undecided.length === 0)
    return say(EXIT.conforms, `no value got worse within the newest ${counted(last, 'run')}`);
  throw new UsageError(
    'undecided: too few runs with the same settings of some scenarios',
    scenario === undefined
      ? 'make more runs, or name one scenario with --scenario'
      : 'make more runs with the settings of the newest one',
  );
}
