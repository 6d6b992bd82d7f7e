import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../contract/plans.ts';
import { TargetError, UsageError } from '../errors.ts';
import { appendRunFacts } from '../evidence/log.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import { conformanceOf } from '../report/conformance.ts';
import type { RunSpec } from '../probe/run-spec.ts';
import { makeRun, verdictsOf, type MadeRun } from './check.ts';
import { leaveRoom } from './folder.ts';
import { reportOf } from './run-report.ts';
import type { SuitesWatcher } from './suites.ts';
import type { Target } from '../targets/target.ts';
import { writeRun } from './write-run.ts';

/** One run of a comparison, before it is made. */
export interface PlannedRun {
  readonly spec: RunSpec;
  readonly watcher: SuitesWatcher;
}

/** Where two runs go, and how they are made. */
interface PairOptions {
  readonly interrupt: AbortSignal;
  /** Where the commands of the reports are typed. */
  readonly cwd: string;
  /** Called between two runs that may share a limit; both are made at the same time when undefined. */
  readonly pause?: ((first: JudgedRun) => Promise<void>) | undefined;
}

/**
 * Makes two runs, in the same minute or one after the other, and judges them. Where one target cannot be judged at all the other run
 * ends, too: there is nothing to compare.
 */
export async function makePair(
  [before, after]: readonly [PlannedRun, PlannedRun],
  { interrupt, cwd, pause }: PairOptions,
): Promise<readonly [JudgedRun, JudgedRun]> {
  if (pause !== undefined) {
    const first = await checkOne(before, { interrupt, cwd });
    if (first.failure !== undefined) return [first, {}];
    if (!interrupt.aborted) await pause(first);
    return [first, await checkOne(after, { interrupt, cwd })];
  }
  const stop = new AbortController();
  const either = AbortSignal.any([interrupt, stop.signal]);
  // Judging takes a moment, which would hold up the requests of the other run.
  const [first, second] = await Promise.all(
    [before, after].map(async (run) => {
      const made = await makeRun(run.spec, run.watcher, either);
      if (made.end.fatal !== undefined) stop.abort();
      return made;
    }),
  );
  return [
    first === undefined ? {} : await judgeRun(first, cwd),
    second === undefined ? {} : await judgeRun(second, cwd),
  ];
}

/** Makes one run and judges it. */
export async function checkOne(run: PlannedRun, { interrupt, cwd }: Omit<PairOptions, 'pause'>): Promise<JudgedRun> {
  return judgeRun(await makeRun(run.spec, run.watcher, interrupt), cwd);
}

/** Requests that a second run of a service may send. */
export const MOST_AGAIN = 60;

/** Windows open again a little later than clocks that are not exact say. In milliseconds. */
const GUARD = 1_100;

/**
 * When the limit of a key that a run has used is whole again, so that what follows has a window of its own; in milliseconds since 1970.
 *
 * @param more - requests that are to follow; as many as the limit leaves need not wait
 */
export function restedAt({ plan, windows }: Target, { report, endedAt = Date.now() }: JudgedRun, more: number): number {
  const limit =
    plan.perMinute ?? report?.limiter?.find(({ period }) => period === 'minute')?.figure ?? PLANS.free.perMinute;
  // A request that was refused met a window that somebody had used.
  const isRoomy = report?.requests.refused === 0 && report.requests.sent + more <= limit;
  return isRoomy ? endedAt : endedAt + 1_000 * windows.minute + GUARD;
}

/** Waits for an instant, or until the user wants the run to end. */
export async function waitUntil(instant: number, interrupt: AbortSignal): Promise<void> {
  const rest = instant - Date.now();
  if (rest > 0) await sleep(rest, undefined, { signal: interrupt }).catch(() => undefined);
}

/** What a run came to: its report, or why there is none; neither where it was not made. */
export interface JudgedRun {
  readonly report?: ConformanceReport;
  readonly failure?: TargetError | UsageError;
  /** When the last response came, in milliseconds since 1970. */
  readonly endedAt?: number;
}

async function judgeRun(made: MadeRun, cwd: string): Promise<JudgedRun> {
  const directory = dirname(made.spec.evidenceFile);
  const { endedAt } = made;
  try {
    const judged = await verdictsOf(made);
    // It was judged after the other run, too, had ended. The last facts in the evidence count.
    const verdicts = { ...judged, run: { ...judged.run, endedAt } };
    appendRunFacts(made.spec.evidenceFile, verdicts.run);
    await writeRun(verdicts, directory, cwd);
    return { report: conformanceOf(reportOf(verdicts)), endedAt };
  } catch (error) {
    if (error instanceof TargetError || error instanceof UsageError) return { failure: error, endedAt };
    throw error;
  } finally {
    leaveRoom(directory);
  }
}
