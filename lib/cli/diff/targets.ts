import { existsSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rulesInDoubt, rulesLost } from '../../diff/asked-again.ts';
import { compareChecks, whyChecksIncomparable } from '../../diff/checks.ts';
import { TargetError, UsageError } from '../../errors.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { readProfiles } from '../../gate/profiles.ts';
import { budgetOf } from '../../probe/budget.ts';
import type { DayUse } from '../../run/day-use.ts';
import { EVIDENCE_FILE, specOf } from '../../run/check.ts';
import { defaultFolder, leaveRoom, makeRoom } from '../../run/folder.ts';
import { resetTarget } from '../../run/reset.ts';
import { counted } from '../../text/counted.ts';
import type { ConformanceReport } from '../../shapes/report.ts';
import type { Target } from '../../targets/target.ts';
import { checkAgain, type SecondRun } from './again.ts';
import { beginDay, countingDay } from '../shared/day.ts';
import type { DiffFlags } from './values.ts';
import { EXIT } from '../../gate/exit.ts';
import { keepHistory } from '../shared/keep-history.ts';
import { planOf } from '../shared/plan-of.ts';
import { refuseBrokenPromise, withProfile } from '../shared/profile.ts';
import { makePair, restedAt, waitUntil, type JudgedRun, type PlannedRun } from '../../run/pair-runs.ts';
import { pairOf, type OneOfPair, type PairPlan } from '../../run/pair-plan.ts';
import { createPairProgress, type PairProgress } from './progress.ts';
import { AGAIN, DIFF_FILES, exitOfDiff, mostPercentOf, sayDiffStatus, tellDiff, writeDiff } from './telling.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { ChecksDiff } from '../../diff/diff-document.ts';

/** Where the reports of comparisons go unless the user says otherwise. */
const PLACE = 'diff';

/**
 * Checks two targets with the same requests in the same minute, and compares them. What the one after did not verify although the one
 * before did is asked of it once more, in a window of its own: no accident decides. Where they differ, the one before is checked a
 * second time for that, so that what varies in it is not taken for a difference.
 *
 * @returns 0 nothing that callers could notice got worse, 1 something did, 2 it is undecided, 130 interrupted
 * @throws {UsageError} for flags and settings that do not fit
 * @throws {TargetError} when one of the targets could not be judged at all
 */
export async function diffTargets(
  names: { readonly before: string; readonly after: string },
  flags: DiffFlags,
  terminal: Terminal,
): Promise<number> {
  const mostPercent = mostPercentOf(flags.maxRegression);
  if (flags.out !== undefined) demandOutputFile(resolve(terminal.cwd, flags.out), 'name a file with --out');
  const pair = planPair(names, flags, terminal);
  const { before, after } = pair;
  introduce(pair, terminal);
  const days = { before: openDay(before, pair, flags, terminal), after: openDay(after, pair, flags, terminal) };
  const directory = resolve(terminal.cwd, flags.report ?? defaultFolder(terminal.cwd, PLACE));
  const folders = { before: join(directory, 'before'), after: join(directory, 'after') };
  const progress = createPairProgress(terminal);
  try {
    const [was, is] = await checkBoth(pair, { directory, folders, days }, progress, terminal);
    progress.done();
    for (const day of Object.values(days)) day.close();
    const reports = demandBoth([before, was], [after, is], terminal, directory);
    if (!terminal.interrupt.aborted) demandComparable(reports, terminal, directory);
    const compared = (afterAgain?: SecondRun, again?: SecondRun) =>
      compareChecks(...reports, {
        mostPercent,
        again: again?.report,
        afterAgain: afterAgain?.report,
        notes: [...pair.notes, ...[again, afterAgain].flatMap((run) => run?.note ?? [])],
      });
    const ask = { pair, directory, flags };
    const lost = rulesLost(compared(), after, reports[1]);
    const afterAgain = await checkAgain(lost, { ...ask, side: 'after', used: [is] }, progress, terminal);
    const used = [was, ...(pair.isOneKey ? [is, ...(afterAgain === undefined ? [] : [afterAgain])] : [])];
    const doubted = rulesInDoubt(compared(afterAgain));
    const again = await checkAgain(doubted, { ...ask, side: 'before', used }, progress, terminal);
    const diff = compared(afterAgain, again);
    sayCreated([...reports, ...[afterAgain, again].flatMap((run) => run?.report ?? [])], terminal);
    return await tell(diff, directory, flags, terminal);
  } finally {
    progress.done();
    for (const day of Object.values(days)) day.close();
    for (const folder of Object.values(folders)) leaveRoom(folder);
    await keepHistory(directory, { report: directory }, terminal);
  }
}

function introduce({ before, after, plan, isOneKey, notes }: PairPlan, terminal: Terminal): void {
  const how = isOneKey ? 'one after the other, because they share an API key' : 'in parallel';
  terminal.err(
    `Checking ${before.name} (${before.baseUrl}) and ${after.name} (${after.baseUrl}), ${how}, with seed ${plan.seed}.\n`,
  );
  for (const note of notes) terminal.err(`Note: ${note}.\n`);
}

/** Begins the count of what a run spends of its key's day. */
function openDay(target: Target, { plan }: PairPlan, flags: DiffFlags, terminal: Terminal): DayUse {
  const planned = budgetOf({ useUp: plan.useUp, ...target.plan, maxRequests: plan.maxRequests }).usual;
  return beginDay(target, planned, flags, { ...terminal, err: (text) => terminal.err(`${target.name}: ${text}`) });
}

/** Plans the same run of both. What production permits without a flag is decided where `petvet check` decides it. */
function planPair(names: { readonly before: string; readonly after: string }, given: DiffFlags, terminal: Terminal) {
  const { coverage, strictness } = readProfiles(given.profile);
  if (strictness === 'strict')
    throw new UsageError(
      '--profile strict is for checks: a violated should rule decides no comparison',
      'name complete, no-burst, read-only or smoke',
    );
  const flags = withProfile(given, coverage);
  const planned = (name: string): OneOfPair => {
    const { plan, configured } = planOf({ ...flags, target: name }, terminal);
    if (configured === undefined) throw new UsageError('no target is configured', 'name two targets of your .env');
    return { plan, target: configured };
  };
  const pair = pairOf(planned(names.before), planned(names.after));
  refuseBrokenPromise(coverage, { writes: pair.before.writes, useUp: pair.plan.useUp });
  return pair;
}

/** What an earlier comparison left in the folder must not stand beside this one. */
function clearRoom(directory: string): void {
  for (const name of DIFF_FILES) rmSync(join(directory, name), { force: true });
  for (const again of Object.values(AGAIN).map((name) => join(directory, name))) {
    if (!existsSync(again)) continue;
    makeRoom(join(again, EVIDENCE_FILE));
    leaveRoom(again);
  }
}

interface Prepared {
  readonly directory: string;
  readonly folders: { readonly before: string; readonly after: string };
  readonly days: { readonly before: DayUse; readonly after: DayUse };
}

async function checkBoth(
  { before, after, plan, isOneKey }: PairPlan,
  { directory, folders, days }: Prepared,
  progress: PairProgress,
  terminal: Terminal,
): Promise<readonly [JudgedRun, JudgedRun]> {
  const { interrupt } = terminal;
  const prepare = (target: Target, folder: string, day: DayUse): PlannedRun => ({
    spec: specOf({ ...plan, target, directory: folder, day: day.bounds }),
    watcher: countingDay(progress.of(target.name), day),
  });
  const runs = [prepare(before, folders.before, days.before), prepare(after, folders.after, days.after)] as const;
  clearRoom(directory);
  for (const { resetCommand } of [before, after])
    if (resetCommand !== undefined) await resetTarget(resetCommand, { interrupt });
  const pause = async (first: JudgedRun) => {
    progress.say(
      `${after.name} waits until the rate limit of ${before.name} has reset, because they share an API key.`,
    );
    await waitUntil(restedAt(before, first, Infinity), interrupt);
  };
  return makePair(runs, { interrupt, cwd: terminal.cwd, pause: isOneKey ? pause : undefined });
}

type Reports = readonly [before: ConformanceReport, after: ConformanceReport];

/** Both reports, or one sentence about every target that could not be judged; what the other one showed is there. */
function demandBoth(
  before: readonly [Target, JudgedRun],
  after: readonly [Target, JudgedRun],
  terminal: Terminal,
  directory: string,
): Reports {
  const [was, is] = [before[1].report, after[1].report];
  if (was !== undefined && is !== undefined) return [was, is];
  const failures = [before, after].flatMap(([{ name }, { failure }]) =>
    failure === undefined ? [] : [{ name, failure }],
  );
  if (was !== undefined || is !== undefined) sayKept(directory, terminal);
  const message = failures.map(({ name, failure }) => `${name}: ${failure.message}`).join('; ');
  throw new TargetError(message, failures[0]?.failure.hint ?? '');
}

function demandComparable(reports: Reports, terminal: Terminal, directory: string): void {
  const why = whyChecksIncomparable(...reports);
  if (why === undefined) return;
  sayKept(directory, terminal);
  throw new UsageError(`the runs cannot be compared: ${why}`, 'the reports of both say what each run lacked');
}

function sayKept(directory: string, terminal: Terminal): void {
  terminal.err(`Partial report: ${relative(terminal.cwd, directory) || '.'}\n`);
}

/** What a run creates stays. */
function sayCreated(reports: readonly ConformanceReport[], terminal: Terminal): void {
  const counts = new Map<string, number>();
  for (const { target, created } of reports) counts.set(target.name, (counts.get(target.name) ?? 0) + created.length);
  const told = [...counts]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${counted(count, 'pet')} in ${name}`);
  if (told.length > 0)
    terminal.err(`Test data created: ${told.join(', ')}; they stay, and the reports have their ids.\n`);
}

async function tell(diff: ChecksDiff, directory: string, flags: DiffFlags, terminal: Terminal): Promise<number> {
  await writeDiff(diff, directory);
  await tellDiff(diff, flags, [], terminal);
  const said = `Report: ${relative(terminal.cwd, directory) || '.'} (diff.html is for reading)\n`;
  if (flags.format === undefined || flags.format === 'terminal') terminal.out(said);
  else terminal.err(said);
  const exit = terminal.interrupt.aborted
    ? { exitStatus: EXIT.interrupted, because: 'the run was interrupted' }
    : exitOfDiff(diff);
  return sayDiffStatus(exit, flags, terminal);
}
