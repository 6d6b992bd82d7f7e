import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { readEvidence } from '../../evidence/log.ts';
import { budgetOf } from '../../probe/budget.ts';
import { check, EVIDENCE_FILE } from '../../run/check.ts';
import { startShortened } from '../../run/embedded.ts';
import { defaultFolder, historyName, leaveRoom } from '../../run/folder.ts';
import { refuseNothingJudged, refuseNothingThere } from '../../run/nothing-judged.ts';
import { resetTarget } from '../../run/reset.ts';
import { aboutProxy } from '../shared/about-proxy.ts';
import type { GateFlags, RunFlags } from '../shared/flags.ts';
import { beginDay, countingDay } from '../shared/day.ts';
import { EXIT, type Strictness } from '../../gate/exit.ts';
import { decideGate, readGate } from '../../run/gate.ts';
import { keepHistory } from '../shared/keep-history.ts';
import type { Target } from '../../targets/target.ts';
import { planOf } from '../shared/plan-of.ts';
import { refuseBrokenPromise, strictnessOf, withProfile } from '../shared/profile.ts';
import { createProgress } from '../shared/progress.ts';
import { apart, printedError, printedOutcome, sayDecision, type OutcomeFormat } from '../shared/printed-outcome.ts';
import { typedFolder } from '../../run/write-run.ts';
import { publish } from '../shared/publish.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet check` is told. */
export interface CheckFlags extends RunFlags, GateFlags {
  readonly format?: OutcomeFormat;
  /** In seconds. */
  readonly waitUntilUp?: number;
  readonly dayShare?: number;
  readonly failFast?: boolean;
  readonly watch?: boolean;
  readonly dryRun?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly report?: string;
  readonly keep?: number;
  readonly failedFrom?: string;
}

/** Vets a service. With `--format json` an error is printed, too, for whoever reads standard output. @returns the exit status */
export async function runCheck(flags: CheckFlags, terminal: Terminal): Promise<number> {
  if (flags.format !== 'json') return judged(flags, terminal);
  try {
    return await judged(flags, terminal);
  } catch (error) {
    terminal.out(printedError(error));
    throw error;
  }
}

async function judged(given: CheckFlags, whole: Terminal): Promise<number> {
  const terminal = given.format === undefined ? whole : apart(whole);
  const strictness = strictnessOf(given, terminal);
  const flags = withProfile(given, strictness.coverage);
  if (flags.failedFrom !== undefined)
    return runFailed({ ...flags, failedFrom: flags.failedFrom }, strictness, terminal);
  const gate = await readGate(flags, strictness);
  const { plan: shared, writes, configured, embeddedPlan } = planOf(flags, terminal);
  const plan = { ...shared, failFast: flags.failFast === true };
  const { maxRequests, asOf, useUp } = plan;
  refuseBrokenPromise(strictness.coverage, { writes, useUp });
  if (flags.dryRun === true) {
    const { rehearse } = await import('../../run/rehearsal.ts');
    const { describeDryRun } = await import('./dry-run.ts');
    await rehearse(
      { ...plan, embeddedPlan },
      configured,
      writes,
      terminal.interrupt,
      async ({ directory, perMinute, most }) =>
        terminal.out(await describeDryRun(directory, configured, { perMinute, writes, most })),
    );
    return EXIT.conforms;
  }

  const planned = budgetOf({ useUp, ...configured?.plan, maxRequests }).usual;
  const day = configured && beginDay(configured, planned, flags, terminal);
  const embedded = configured === undefined ? await startShortened({ today: asOf, plan: embeddedPlan }) : undefined;
  const target = configured ?? (embedded && { ...embedded.target, writes });
  if (target === undefined) throw new UsageError('no target is configured', 'set PETVET_BASE_URL and PETVET_API_KEY');
  if (embedded !== undefined)
    terminal.err(
      `${flags.target === undefined ? 'No target is configured: testing' : 'Testing'} petvet's own reference server at ${target.baseUrl}, whose rate limit window is ${target.windows.minute} seconds long.\n`,
    );
  const progress = createProgress(terminal, flags.quiet);
  let directory: string | undefined;
  try {
    if (target.resetCommand !== undefined) await resetTarget(target.resetCommand, { interrupt: terminal.interrupt });
    if (flags.waitUntilUp !== undefined) await waitForTarget(target, flags.waitUntilUp, terminal);
    directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
    const spec = { ...plan, target, directory, day: day?.bounds };
    const evidence = join(directory, EVIDENCE_FILE);
    const verdicts = await check(spec, countingDay(progress, day), terminal.interrupt);
    progress.done();
    const decided = await decideGate(verdicts, gate, (numbers) => readEvidence(evidence, numbers));
    await publish(verdicts, directory, terminal, { verbose: flags.verbose, quiet: flags.quiet, gate: decided });
    await keepHistory(directory, flags, terminal);
    if (!verdicts.run.interrupted && verdicts.run.aborted === undefined) refuseNothingJudged(verdicts);
    if (decided.exitStatus === EXIT.violates) await refuseNothingThere(target.baseUrl, readEvidence(evidence));
    sayDecision(decided, terminal);
    if (flags.format !== undefined)
      whole.out(
        printedOutcome(
          flags.format,
          { ...verdicts, gate: decided, wishes: gate.wishes },
          typedFolder(directory, terminal.cwd),
        ),
      );
    return decided.exitStatus;
  } catch (error) {
    throw aboutProxy(error, target);
  } finally {
    progress.done();
    if (directory !== undefined) leaveRoom(directory);
    day?.close();
    await embedded?.close();
  }
}

async function waitForTarget(target: Target, seconds: number, terminal: Terminal): Promise<void> {
  const { waitUntilUp } = await import('../../run/wait-until-up.ts');
  await waitUntilUp(target, {
    longest: 1_000 * seconds,
    interrupt: terminal.interrupt,
    onWaiting: (why) => terminal.err(`Waiting until ${target.baseUrl} is up, at most ${seconds} s: ${why}.\n`),
  });
}

async function runFailed(
  flags: CheckFlags & { failedFrom: string },
  strictness: Strictness,
  terminal: Terminal,
): Promise<number> {
  // What looks again is rarely asked for, and takes its time to load; so does what counts a dry run.
  const { checkFailed } = await import('./failed-from.ts');
  return checkFailed(flags, strictness, terminal);
}
