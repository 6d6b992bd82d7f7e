import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Exchange } from '../evidence/exchange.ts';
import { largest } from '../evidence/extremes.ts';
import { inMemory, appendRunFacts, openEvidence, readEvidence, type EvidenceItem } from '../evidence/log.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { DaySpending } from '../probe/day-bounds.ts';
import { RULE_IDS, type RuleId } from '../rules/index.ts';
import { knowledgeOf } from '../targets/target.ts';
import type { DayUse } from '../run/day-use.ts';
import { needsTheRun, onlyTheRunShows, takesTheLimit } from './place.ts';
import { createdIn, type RecordedFinding, type RecordedRun } from './recorded-run.ts';
import { replay } from './replay.ts';
import type { Replayed, ReplayPlan } from './replay-plan.ts';
import { makeAgain, NOT_LOOKED_AT_AGAIN, type MadeAgain } from './run-again.ts';
import type { Settled } from './settled.ts';
import { endOf, judgeEvidence, type EvidenceSource, type Verdicts } from '../run/verdicts.ts';

/** Which findings to send again, and where. */
export interface RepeatPlan extends Omit<ReplayPlan, 'knowledge' | 'runId' | 'append' | 'maxInsisting'> {
  /** YYYY-MM-DD. */
  readonly asOf: string;
  /** For the run as a whole, where the requests of the findings, one by one, cannot tell. */
  readonly maxOfTheRun: number;
  /** The file that the evidence goes to; it stays in memory when there is none. */
  readonly evidenceFile?: string;
  /** Told when the run as a whole begins: why, in one clause. */
  readonly onRun?: (why: string) => void;
}

/** What became of the findings, and the verdicts on what was sent for them. */
export interface Repeated {
  readonly settled: readonly Settled[];
  readonly verdicts: Verdicts;
}

/**
 * Sends findings again and judges what comes: each by itself, and all of it as the evidence of a run of its own. What a few
 * requests cannot tell, the recorded run as a whole does, which is then made again.
 *
 * @throws {TargetError} when the service cannot be reached, or refuses the key
 * @throws {UsageError} when the evidence cannot be written
 */
export async function repeat(plan: RepeatPlan): Promise<Repeated> {
  const { recorded, findings, target, asOf, evidenceFile } = plan;
  const startedAt = Date.now();
  const runId = randomBytes(3).toString('hex');
  const chosen = new Set(findings.map(({ rule }) => rule));
  const leftOut = RULE_IDS.filter((id) => !chosen.has(id)).map((id) => [id, NOT_LOOKED_AT_AGAIN]);
  const knowledge = {
    ...knowledgeOf(target, { asOf, leftOut: Object.fromEntries(leftOut) }),
    createdBefore: createdIn(recorded, target),
  };
  const items: EvidenceItem[] = [{ knowledge }];
  const writer = evidenceFile === undefined ? undefined : openEvidence(evidenceFile, knowledge);
  let last = 0;
  const append = (exchange: Exchange) => {
    last = Math.max(last, exchange.id);
    if (writer === undefined) items.push({ exchange });
    else writer.append(exchange);
  };
  let steps: Replayed = { settled: [], facts: { waitedSeconds: 0, interrupted: false } };
  let made: MadeAgain | undefined;
  try {
    const single = findings.filter((found) => !onlyTheRunShows(found));
    if (single.length > 0)
      steps = await replay({ ...plan, findings: single, knowledge, runId, append, maxInsisting: plan.maxOfTheRun });
    const open = findings.filter((found) => isWorthTheRun(found, recorded, steps));
    const mayBeMade = plan.maxOfTheRun > 0 && !plan.interrupt.aborted && steps.facts.aborted === undefined;
    if (open.length > 0 && mayBeMade) {
      if (open.some(({ rule, exchanges }) => takesTheLimit(rule, exchanges))) await beForgotten(plan, last > 0);
      plan.onRun?.(single.length === 0 ? 'only the run as a whole shows it' : 'a few requests cannot tell');
      made = await makeAgain({
        ...plan,
        findings: open,
        maxRequests: plan.maxOfTheRun,
        day: dayAfter(plan.day, last),
        onSent: (spending) => plan.day?.spent(afterwards(spending, last)),
      });
      const before = last;
      for (const exchange of made.exchanges) append(renumbered(exchange, before));
    }
  } finally {
    writer?.close();
  }
  const source: EvidenceSource = evidenceFile === undefined ? inMemory(items) : () => readEvidence(evidenceFile);
  const facts = factsOf(steps, made);
  const run: Omit<RunFacts, 'sent' | 'refused' | 'created'> = {
    runId,
    startedAt,
    endedAt: Date.now(),
    seed: recorded.report.seed,
    counterexamples: [],
    ...facts,
  };
  const verdicts = await judgeEvidence(source, {
    run,
    ownTraffic: true,
    end: { endedEarly: 'only what had failed before was sent again', ...endOf(facts) },
  });
  if (evidenceFile !== undefined) appendRunFacts(evidenceFile, verdicts.run);
  const settled = findings.flatMap((found) => lastOf(found, steps.settled, made?.settled ?? []) ?? []);
  return { settled, verdicts };
}

/** No kind of limiter remembers for longer than this many windows. */
const REMEMBERED = 2;

/**
 * Waits until no limiter counts what petvet sent before: to the judges, who do not see those requests, they would look like
 * another client's.
 *
 * @param hasSent - whether requests were sent just now; else those of the recorded run are the last ones
 */
async function beForgotten({ recorded, target, onWaiting, interrupt }: RepeatPlan, hasSent: boolean): Promise<void> {
  const last = Math.max(0, largest([...recorded.exchanges.values()].map(({ times }) => times.endedAt)));
  const most = REMEMBERED * target.windows.minute * 1_000;
  const rest = hasSent ? most : Math.min(most, last + most - Date.now());
  if (rest <= 0) return;
  onWaiting?.(Date.now() + rest, 'for the rate limit to renew after the last run');
  await setTimeout(rest, undefined, { signal: interrupt }).catch(() => undefined);
}

/** A rule over which ids the service assigns: that those of a few requests satisfy it does not show that what violated it is gone. */
const CONFIRMED_BY_THE_RUN: readonly RuleId[] = ['JSON-3', 'LIST-12'];

/** What was left open, unless it had been left open by that run as well: then nothing was violated that could show again. */
function isWorthTheRun(found: RecordedFinding, recorded: RecordedRun, { settled }: Replayed): boolean {
  const one = settled.find((other) => other.found === found);
  if (one === undefined) return onlyTheRunShows(found);
  // Which of several requests at once meets a fault is a matter of chance.
  if (one.state === 'fixed') return CONFIRMED_BY_THE_RUN.includes(found.rule) || needsTheRun(found, recorded);
  return one.state === 'cannot tell' && one.isFinal !== true && found.finding.verdict !== 'inconclusive';
}

/** The run as a whole has the last word, unless it cannot tell either: then the reason of the few requests is nearer. */
function lastOf(found: RecordedFinding, steps: readonly Settled[], made: readonly Settled[]): Settled | undefined {
  const [one, other] = [steps, made].map((settled) => settled.find((settledOne) => settledOne.found === found));
  if (other !== undefined && (one?.state !== 'cannot tell' || other.state !== 'cannot tell')) return other;
  if (one !== undefined) return one;
  return {
    found,
    state: 'cannot tell',
    says: onlyTheRunShows(found) ? 'only a whole run shows it' : 'nothing was sent',
  };
}

function factsOf({ facts }: Replayed, made: MadeAgain | undefined): Replayed['facts'] & Partial<RunFacts> {
  if (made === undefined) return facts;
  const { waitedSeconds, interrupted, aborted, endedEarly, endClause, counterexamples } = made.facts;
  return {
    waitedSeconds: facts.waitedSeconds + waitedSeconds,
    interrupted: facts.interrupted || interrupted,
    counterexamples,
    ...(aborted !== undefined && { aborted }),
    ...(endedEarly !== undefined && { endedEarly }),
    ...(endClause !== undefined && { endClause }),
  };
}

/** The numbers of one log go on where those of the other end. */
function renumbered(exchange: Exchange, before: number): Exchange {
  const { id, retryOf } = exchange;
  return { ...exchange, id: id + before, ...(retryOf !== undefined && { retryOf: retryOf + before }) };
}

function dayAfter(day: DayUse | undefined, sent: number): DayUse['bounds'] {
  return day?.bounds === undefined ? undefined : { ...day.bounds, used: day.bounds.used + sent };
}

function afterwards({ sent, planned, ...rest }: DaySpending, before: number): DaySpending {
  return { sent: sent + before, planned: planned + before, ...rest };
}
