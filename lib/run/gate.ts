import type { Knowledge } from '../evidence/knowledge.ts';
import { UNKNOWN_RUN, type RunFacts } from '../evidence/run-facts.ts';
import { sayWhose } from '../evidence/target-name.ts';
import type { Baseline } from '../gate/baseline-file.ts';
import { holdAgainst, type BaselineUse } from '../gate/baseline.ts';
import { countingFor, decide, type GateWishes } from '../gate/decision.ts';
import { keyOf } from '../gate/finding-name.ts';
import type { GateReport } from '../gate/gate-report.ts';
import { judgeProfile, namedProfile } from '../gate/profile-judge.ts';
import type { ProfileName } from '../gate/profiles.ts';
import { namesSentFor } from '../gate/sent-like.ts';
import { readTried } from '../gate/tried.ts';
import { readRuleIds } from './selection.ts';
import type { EvidenceSource, Verdicts } from './verdicts.ts';
import { EXIT, type Strictness } from '../gate/exit.ts';
import { isOfClient } from '../report/scope.ts';
import { toldProfile } from '../report/verdict-words.ts';

/** What a gate goes by. */
export interface GateSetup {
  readonly wishes: GateWishes;
  /** The kind of run that was asked for by name. */
  readonly coverage?: ProfileName;
  readonly baseline?: Baseline;
}

/**
 * Reads what a gate is told, before anything is sent.
 *
 * @throws {UsageError} when a rule is none, or the baseline cannot be used
 */
export async function readGate(
  { failOn, baseline }: { readonly failOn: readonly string[]; readonly baseline?: string },
  { profile, requireComplete, coverage }: Strictness,
): Promise<GateSetup> {
  const rules = failOn.flatMap((text) => readRuleIds(text, '--fail-on'));
  // Who has a baseline is rare, and its reader takes its time to load.
  const known =
    baseline === undefined ? undefined : (await import('../gate/baseline-on-disk.ts')).openBaseline(baseline);
  return {
    wishes: { strict: profile === 'strict', requireComplete, failOn: rules.length === 0 ? undefined : rules },
    ...(coverage !== undefined && { coverage }),
    ...(known !== undefined && { baseline: known }),
  };
}

/** Decides a gate on the verdicts of a run. @param evidence - of that run, to see what it sent */
export async function decideGate(
  verdicts: Pick<Verdicts, 'ledger' | 'run' | 'knowledge' | 'brokenOff' | 'coverage'>,
  { wishes, coverage, baseline }: GateSetup,
  evidence: EvidenceSource,
): Promise<GateReport> {
  const held = baseline && (await holdRun(verdicts, baseline, wishes, evidence));
  const profile = namedProfile(verdicts, coverage);
  const { knowledge } = verdicts;
  // Only a check follows a plan, and is of a kind.
  const toldBy =
    verdicts.coverage === undefined ? undefined : toldProfile({ ...verdicts, profile: judgeProfile(verdicts) });
  const gated = { ...verdicts, baseline: held, profile, toldBy, leftOut: knowledge.leftOut };
  const { status, because } = decide(gated, wishes);
  const { counts } = countingFor(wishes);
  const isAsked = wishes.strict || wishes.requireComplete || wishes.failOn !== undefined || held !== undefined;
  const allowed = verdicts.ledger.rows.filter((row) => row.verdict === 'fail' && !counts(row)).map(({ id }) => id);
  const failing = verdicts.ledger.rows.filter((row) => row.verdict !== 'fail' && counts(row)).map(({ id }) => id);
  return {
    exitStatus: EXIT[status],
    because: sayWhose(knowledge.target, because),
    ...(isAsked && { isAsked }),
    ...(allowed.length > 0 && { allowed }),
    ...(failing.length > 0 && { failing }),
    ...(held !== undefined && { baseline: held }),
  };
}

/**
 * The exit status that verdicts come to where nothing else is asked, and why: even where a run is not what was asked for, and nothing
 * worse.
 */
export function exitOf(
  verdicts: Pick<Verdicts, 'ledger' | 'run' | 'knowledge'>,
  { profile, requireComplete }: Pick<Strictness, 'profile' | 'requireComplete'>,
): Pick<GateReport, 'exitStatus' | 'because'> {
  const { status, because } = decide(verdicts, { strict: profile === 'strict', requireComplete });
  return { exitStatus: EXIT[status], because: sayWhose(verdicts.knowledge.target, because) };
}

/** Holds a run against a baseline. */
export async function holdRun(
  { ledger, run, knowledge, brokenOff }: Pick<Verdicts, 'ledger' | 'run' | 'knowledge' | 'brokenOff'>,
  baseline: Baseline,
  wishes: GateWishes,
  evidence: EvidenceSource,
): Promise<BaselineUse> {
  const sent = await namesSentFor(baseline.entries, evidence(), knowledge);
  const isRecorded = baseline.entries.some(({ where }) => where !== undefined);
  const tried = isRecorded ? await readTried(evidence(), knowledge) : undefined;
  return holdAgainst(baseline, ledger, countingFor(wishes), {
    day: new Date(run.endedAt).toISOString().slice(0, 10),
    cutShort: brokenOff ?? (isOfClient({ ledger }) ? run.endedEarly : undefined) ?? whyCutShort(run, knowledge),
    sentLike: (name) => sent.has(keyOf(name)),
    ...(tried !== undefined && { tried }),
  });
}

function whyCutShort({ runId, interrupted, aborted, endedEarly }: RunFacts, { smoke }: Knowledge): string | undefined {
  // A run that was killed, or traffic of somebody else.
  if (runId === UNKNOWN_RUN) return 'the evidence does not say that the run finished';
  if (interrupted) return 'the run was interrupted';
  if (aborted !== undefined || endedEarly !== undefined) return 'the run ended early';
  return smoke === true ? 'the run was a quick check' : undefined;
}
