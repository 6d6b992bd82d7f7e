import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TargetError, UsageError } from '../errors.ts';
import { endFacts, type EarlyEnd } from '../evidence/early-end.ts';
import { appendRunFacts, openEvidence, readEvidence, type EvidenceItem } from '../evidence/log.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Shortage } from '../files/shortage.ts';
import { SMOKE_REQUESTS, whyLimitLeft, type UseUp } from '../probe/budget.ts';
import type { DayBounds } from '../probe/day-bounds.ts';
import type { JudgedRun } from '../probe/judged-run.ts';
import type { RunSpec } from '../probe/run-spec.ts';
import { areaOf, RULE_IDS, type RuleId } from '../rules/index.ts';
import { knowledgeOf, type Target } from '../targets/target.ts';
import { leaveRoom, makeRoom } from './folder.ts';
import { newRunId } from './run-id.ts';
import { possibleRules } from './nothing-judged.ts';
import { isSkipped, type Selection } from './selection.ts';
import { runSuites, type SuitesEnd, type SuitesWatcher } from './suites.ts';
import { endOf, judgeEvidence, type Verdicts } from './verdicts.ts';
import { PETVET_VERSION } from './version.ts';

/** How a check is to be made. */
export interface CheckPlan {
  readonly target: Target;
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly selection: Selection;
  readonly seed: number;
  /** As many as the user allows; by the plan when absent. */
  readonly maxRequests?: number | undefined;
  /** As long as the user allows, in seconds; by the requests when absent. */
  readonly maxTime?: number | undefined;
  /** Requests beyond those, to look again: of a run that is made again. */
  readonly looksMore?: number | undefined;
  /** What the run may spend of the key's day; not bounded when absent. */
  readonly day?: DayBounds | undefined;
  readonly useUp: UseUp;
  /** Why the limit is left alone, for the report; absent when it is not, or when something else tells. */
  readonly limitLeft?: string | undefined;
  readonly smoke: boolean;
  /** Ends at the first violated must rule. */
  readonly failFast?: boolean;
  /** Creates as many pets as are missing to more than one page holds. */
  readonly populates?: boolean;
  /** Where the evidence goes; made when it is not there. */
  readonly directory: string;
  /** Short names of the hostile inputs that are not to be sent. */
  readonly leftOutInputs?: readonly string[];
  /** What the run that this one repeats created. */
  readonly createdBefore?: readonly string[];
}

/** The name of the evidence within a report's folder. */
export const EVIDENCE_FILE = 'evidence.jsonl';

/**
 * Makes a run: suites, evidence, verdicts.
 *
 * @param interrupt - when it fires, nothing more is sent and what was done is judged
 * @throws {TargetError} when the target could not be judged at all
 * @throws {UsageError} when the report's folder cannot be written
 */
export async function check(plan: CheckPlan, watcher: SuitesWatcher, interrupt: AbortSignal): Promise<Verdicts> {
  return verdictsOf(await makeRun(specOf(plan), watcher, interrupt));
}

/**
 * Sends the probes of a run; {@link verdictsOf} judges it.
 *
 * @param interrupt - when it fires, nothing more is sent
 */
export async function makeRun(spec: RunSpec, watcher: SuitesWatcher, interrupt: AbortSignal): Promise<MadeRun> {
  const startedAt = Date.now();
  const end = await runSuites(spec, watcher, interrupt);
  return { spec, startedAt, endedAt: Date.now(), end, interrupted: interrupt.aborted };
}

/** A run whose probes are sent. */
export interface MadeRun {
  readonly spec: RunSpec;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly end: SuitesEnd;
  readonly interrupted: boolean;
  /** Its evidence is judged as it stands in the file, as whoever gets it will judge it. */
  readonly rereads?: boolean;
}

/**
 * Gives the verdicts on what a run has sent: as it was judged under way, or, where anything went wrong, as its evidence says.
 *
 * @throws {TargetError} when the target could not be judged at all
 * @throws {UsageError} when the machine lacked what a run needs
 */
export async function verdictsOf(whole: MadeRun): Promise<Verdicts> {
  const made = withEvidenceThere(whole);
  const { spec, end, rereads = false } = made;
  const { evidenceFile } = spec;
  if (end.fatal !== undefined) throw new TargetError(end.fatal.message, end.fatal.hint);
  const [fault] = end.faults;
  if (fault !== undefined && statSync(evidenceFile, { throwIfNoEntry: false })?.size === 0) {
    if (end.shortage !== undefined) throw new UsageError(`nothing was sent: ${end.shortage.says}`, end.shortage.hint);
    throw new Error(`nothing was sent: ${fault}`);
  }
  const run = factsOf(made);
  const options = { run, ownTraffic: true, isPlanned: true, end: endOf(run) };
  const { judged } = end;
  const isWhole = judged !== undefined && end.faults.length === 0 && !rereads;
  if (!isWhole) return withFactsWritten(evidenceFile, await judgeEvidence(() => readEvidence(evidenceFile), options));
  const { knowledge } = spec;
  const verdicts = await judgeEvidence(() => itemsOf(judged), { ...options, knowledge, judged });
  const source = () => itemsOf(judged, [{ knowledge }], [{ run: verdicts.run }]);
  return withFactsWritten(evidenceFile, { ...verdicts, source });
}

/** Whoever removes the folder of a report takes the evidence along: what is in memory is written to a new one, and the run counts as cut short. */
function withEvidenceThere(made: MadeRun): MadeRun {
  const { spec, end } = made;
  const { evidenceFile, knowledge } = spec;
  if (end.judged === undefined || existsSync(evidenceFile)) return made;
  makeFolder(dirname(evidenceFile));
  // Its lock is gone, too.
  leaveRoom(dirname(evidenceFile));
  makeRoom(evidenceFile);
  const evidence = openEvidence(evidenceFile, knowledge);
  for (const exchange of end.judged.exchanges()) evidence.append(exchange);
  evidence.close();
  const early = { why: 'the report folder was removed during the run', detail: REMOVED, aborted: true };
  return { ...made, end: { ...end, early } };
}

const REMOVED =
  'it is there again, with every response until the end of the run; start the run again, and leave the folder alone';

// oxlint-disable-next-line typescript/require-await -- what is in memory, in the form of a stream
async function* itemsOf(
  judged: JudgedRun,
  before: readonly EvidenceItem[] = [],
  after: readonly EvidenceItem[] = [],
): AsyncIterable<EvidenceItem> {
  yield* before;
  for (const exchange of judged.exchanges()) yield { exchange };
  yield* after;
}

/** What the run did belongs beside its evidence; where the disk takes no more, the verdicts stand as far as they go. */
function withFactsWritten(evidenceFile: string, { source, ...verdicts }: Verdicts): Verdicts {
  try {
    appendRunFacts(evidenceFile, verdicts.run);
    return source === undefined ? verdicts : { ...verdicts, source };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { ledger, run } = verdicts;
    if (run.aborted !== undefined) return verdicts;
    const outcome = ledger.outcome === 'violating' ? 'violating' : 'aborted';
    return { ...verdicts, run: { ...run, aborted: error.message }, ledger: { ...ledger, outcome } };
  }
}

/**
 * Writes out a plan for the suites, and makes the folder that the evidence goes to.
 *
 * @throws {UsageError} when the folder cannot be written, or nothing of what is asked for can be judged
 */
export function specOf(plan: CheckPlan): RunSpec {
  const {
    target,
    asOf,
    selection,
    seed,
    smoke,
    populates = false,
    maxRequests,
    useUp,
    limitLeft,
    directory,
    leftOutInputs = [],
    createdBefore,
  } = plan;
  const left =
    limitLeft ??
    (isSkipped('RATE-5', selection) ? 'the rate limit is not used up: --skip RATE-5' : undefined) ??
    (smoke ? 'a smoke run does not use up the rate limit' : whyLimitLeft({ maxRequests, useUp, ...target.plan }));
  const skipped = RULE_IDS.filter((id) => isSkipped(id, selection));
  const knowledge = {
    ...knowledgeOf(target, { asOf, leftOut: selection.leftOut }),
    ...(leftOutInputs.length > 0 && { leftOutInputs }),
    ...(createdBefore !== undefined && { createdBefore }),
    ...(skipped.length > 0 && { skipped }),
    ...(left !== undefined && { limitLeft: left }),
    ...(smoke && { smoke }),
    ...(populates && { populates }),
  };
  const chosen = possibleRules(selection.chosen, knowledge);
  const evidenceFile = join(directory, EVIDENCE_FILE);
  makeRoom(evidenceFile);
  const runId = newRunId();
  return {
    runId,
    version: PETVET_VERSION,
    target,
    knowledge,
    seed,
    useUp: smoke || isSkipped('RATE-5', selection) || !chosen.some(isShownAtTheLimit) ? 'never' : useUp,
    smoke,
    ...(plan.failFast === true && { failFast: true }),
    ...(populates && { populates }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(plan.maxTime !== undefined && { maxTime: plan.maxTime }),
    ...(plan.looksMore !== undefined && { looksMore: plan.looksMore }),
    ...(plan.day !== undefined && { day: plan.day }),
    evidenceFile,
    chosen,
  };
}

/** What a limit that is used up shows: its headers on the way there and beyond, its refusals, and what their bodies are. */
function isShownAtTheLimit(rule: RuleId): boolean {
  return areaOf(rule) === 'RATE' || rule === 'ERR-6';
}

function factsOf({
  spec: { runId, seed, smoke },
  startedAt,
  endedAt,
  end: { counterexamples, sent, waitedSeconds, early, faults, shortage },
  interrupted,
}: MadeRun): Omit<RunFacts, 'sent' | 'refused' | 'created'> {
  const aborted: EarlyEnd | undefined = interrupted
    ? { why: 'the run was interrupted' }
    : early?.aborted === true
      ? early
      : whyBroken(faults, shortage);
  const endedEarly: EarlyEnd | undefined =
    early?.aborted === false
      ? early
      : smoke
        ? { why: `a smoke run sent ${sent} of at most ${SMOKE_REQUESTS} requests` }
        : undefined;
  return {
    runId,
    startedAt,
    endedAt,
    seed,
    waitedSeconds,
    interrupted,
    counterexamples,
    ...endFacts({ aborted, endedEarly }),
  };
}

/** Why petvet itself could not go on. */
function whyBroken([fault]: readonly string[], shortage: Shortage | undefined): EarlyEnd | undefined {
  if (fault === undefined) return undefined;
  return shortage === undefined
    ? { why: 'petvet itself failed', detail: fault }
    : { why: shortage.says, detail: shortage.hint };
}
