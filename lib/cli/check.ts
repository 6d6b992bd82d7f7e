import { rmSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import { PLANS } from '../contract/plans.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { budgetOf, sayBudget, SMOKE_REQUESTS } from '../probe/budget.ts';
import { check, type CheckPlan } from '../run/check.ts';
import { startShortened, type EmbeddedTarget } from '../run/embedded.ts';
import { defaultFolder, historyName, leaveRoom } from '../run/folder.ts';
import { selectLeftOutInputs } from '../run/inputs.ts';
import { refuseNothingJudged } from '../run/nothing-judged.ts';
import { resetTarget } from '../run/reset.ts';
import { selectRules } from '../run/selection.ts';
import { resolveAsOf } from '../targets/as-of.ts';
import { readEnvironment } from '../targets/environment.ts';
import type { ReferenceOptions } from '../reference/server.ts';
import { resolveTarget } from '../targets/resolve.ts';
import type { Target } from '../targets/target.ts';
import { checkFailed } from './check-failed.ts';
import { beginDay, countingDay } from './day.ts';
import { describeDryRun } from './dry-run.ts';
import { exitStatus } from './exit.ts';
import { keepHistory, refuseKeepElsewhere } from './history.ts';
import type { CheckFlags } from './commands/check.ts';
import { createProgress } from './progress.ts';
import { publish } from './publish.ts';
import type { Terminal } from './terminal.ts';

/** Vets a service. @returns the exit status */
export async function runCheck(flags: CheckFlags, terminal: Terminal): Promise<number> {
  refuseKeepElsewhere(flags);
  if (flags.failedFrom !== undefined) return runFailed({ ...flags, failedFrom: flags.failedFrom }, terminal);
  const selection = selectRules(flags.rule, flags.skip);
  const leftOutInputs = selectLeftOutInputs(flags.skipInput);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const smoke = flags.smoke ?? false;
  const maxRequests = flags.maxRequests ?? (smoke ? SMOKE_REQUESTS : undefined);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const configured = resolveTarget(flags, environment);
  const seed = flags.seed ?? newSeed();
  refuseVainPopulate(flags, configured);
  const populates = flags.populate === true;
  const failFast = flags.failFast === true;
  const limit = useOfLimit(flags.burn, configured?.name);
  const plan = {
    asOf,
    selection,
    leftOutInputs,
    seed,
    smoke,
    failFast,
    populates,
    maxRequests,
    ...limit,
    ...replayOf(flags),
  };
  if (flags.dryRun === true) return dryRun(plan, configured, configured?.writes ?? flags.writes ?? true, terminal);

  const wish = { ...limit, ...configured?.plan, maxRequests };
  const planned = budgetOf(wish).usual;
  const day = configured && beginDay(configured, planned, flags, terminal);
  const embedded = configured === undefined ? await startShortened({ today: asOf }) : undefined;
  const target = configured ?? (embedded && { ...embedded.target, writes: flags.writes ?? true });
  if (target === undefined) throw new UsageError('no target is configured', 'set PETVET_BASE_URL and PETVET_API_KEY');
  if (embedded !== undefined)
    terminal.err(
      `No target is configured: vetting the reference server at ${target.baseUrl}, whose rate limit window is ${target.windows.minute} seconds long.\n`,
    );
  terminal.err(`${sayBudget(configured === undefined ? { ...wish, ...target.plan } : wish)}\n`);
  const progress = createProgress(terminal);
  let directory: string | undefined;
  try {
    if (target.resetCommand !== undefined) await resetTarget(target.resetCommand, { interrupt: terminal.interrupt });
    directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
    const spec = { ...plan, target, directory, day: day?.bounds };
    const verdicts = await check(spec, countingDay(progress, day), terminal.interrupt);
    progress.done();
    await publish(verdicts, directory, terminal);
    await keepHistory(directory, flags, terminal);
    if (!verdicts.run.interrupted && verdicts.run.aborted === undefined) refuseNothingJudged(verdicts);
    return exitStatus(verdicts, {
      profile: flags.profile ?? 'default',
      requireComplete: flags.requireComplete ?? false,
    });
  } finally {
    progress.done();
    if (directory !== undefined) leaveRoom(directory);
    day?.close();
    await embedded?.close();
  }
}

/** What is asked for with --burn and --no-burn; production is left alone unless asked for. */
function useOfLimit(burn: boolean | undefined, target: string | undefined): Pick<CheckPlan, 'useUp' | 'limitLeft'> {
  if (burn === true) return { useUp: 'always' };
  if (burn === false) return { useUp: 'never', limitLeft: 'the rate limit is not used up: --no-burn' };
  if (target === 'production')
    return { useUp: 'never', limitLeft: 'the rate limit of production is not used up: --burn does' };
  return { useUp: 'documented' };
}

/** What `--populate` comes to, as far as that is known before a run. */
const POPULATING = '--populate creates pets until there are 101, one request each; they stay.';

/**
 * Whoever asks for pets must let them be created.
 *
 * @throws {UsageError} where nothing would be
 */
function refuseVainPopulate({ populate, writes, smoke, replay }: CheckFlags, target: Target | undefined): void {
  if (populate !== true) return;
  const other = smoke === true ? '--smoke' : replay === undefined ? undefined : '--replay';
  if (other !== undefined)
    throw new UsageError(`--populate and ${other} cannot both be given`, 'a whole run creates the pets');
  if (target === undefined ? writes === false : !target.writes)
    throw new UsageError('--populate creates pets, and writes are off', '--writes turns them on');
}

/** What failed before is chosen by the report: flags that choose, too, would contradict it. */
async function runFailed(flags: CheckFlags & { failedFrom: string }, terminal: Terminal): Promise<number> {
  const { rule, skip, skipInput, replay, smoke, failFast, seed, dryRun: rehearsed } = flags;
  const others = { '--rule': rule.length > 0, '--skip': skip.length > 0, '--skip-input': skipInput.length > 0 };
  const further = {
    '--populate': flags.populate,
    '--replay': replay,
    '--smoke': smoke,
    '--fail-fast': failFast,
    '--dry-run': rehearsed,
    '--seed': seed !== undefined,
  };
  const given = Object.entries({ ...others, ...further }).find(([, is]) => is);
  if (given !== undefined)
    throw new UsageError(`--failed-from and ${given[0]} cannot both be given`, 'the report says what to look at again');
  const strictness = { profile: flags.profile ?? 'default', requireComplete: flags.requireComplete ?? false } as const;
  return checkFailed(flags, strictness, terminal);
}

/** A rehearsal has the limit of the target, Free's where that is not known, and a minute that nobody has to wait for. */
function rehearsalOf(target: Target | undefined): ReferenceOptions & { readonly perMinute: number } {
  const perMinute = target?.plan.perMinute ?? PLANS.free.perMinute;
  return { perMinute, windowSeconds: perMinute > PLANS.free.perMinute ? 10 : 4 };
}

/** The rehearsal's own server, with the settings of the target that decide on what is sent. */
function standIn(
  { target: embedded }: EmbeddedTarget,
  configured: Target | undefined,
  perMinute: number,
  writes: boolean,
): Target {
  const { secondApiKey, ...rest } = embedded;
  const hasSecond = configured === undefined || configured.secondApiKey !== undefined;
  return {
    ...rest,
    ...(hasSecond && secondApiKey !== undefined && { secondApiKey }),
    writes,
    plan: { ...embedded.plan, perMinute },
  };
}

/** Makes the run against the reference server instead, in a folder that goes away, and counts. */
async function dryRun(
  plan: Omit<CheckPlan, 'target' | 'directory'>,
  configured: CheckPlan['target'] | undefined,
  writes: boolean,
  terminal: Terminal,
): Promise<number> {
  const directory = temporaryFolder('dry-run');
  const rehearsal = rehearsalOf(configured);
  const embedded = await startShortened({ today: plan.asOf, ...rehearsal });
  try {
    const target = standIn(embedded, configured, rehearsal.perMinute, writes);
    const silent = { onProbe: () => {}, onSent: () => {}, onWaiting: () => {} };
    await check({ ...plan, target, directory }, silent, terminal.interrupt);
    terminal.out(
      await describeDryRun(directory, configured, {
        perMinute: rehearsal.perMinute,
        writes,
        most: [
          sayBudget({ ...plan, perMinute: rehearsal.perMinute }),
          ...(plan.populates === true ? [POPULATING] : []),
        ].join(' '),
      }),
    );
    return 0;
  } finally {
    await embedded.close();
    leaveRoom(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

function replayOf({ replay }: CheckFlags): Pick<CheckPlan, 'replay'> {
  if (replay === undefined) return {};
  const [, probe = '', path = ''] = /^(.+)@(\d+(?::\d+)*)$/.exec(replay) ?? [];
  if (probe === '')
    throw new UsageError(
      `--replay ${JSON.stringify(replay)} is not a probe and path`,
      'copy it from the report, e.g. --replay list/page-sizes@0',
    );
  return { replay: { probe, path } };
}

/** Small enough to be typed again. */
function newSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}
