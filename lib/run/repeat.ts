import { randomBytes } from 'node:crypto';
import type { Exchange } from '../evidence/exchange.ts';
import { appendRunFacts, openEvidence, readEvidence, type EvidenceItem } from '../evidence/log.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { RULE_IDS } from '../rules/index.ts';
import { knowledgeOf, type Target } from '../target/target.ts';
import type { DayUse } from './day-use.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import { replay } from './replay.ts';
import type { Settled } from './settled.ts';
import { judgeEvidence, type EvidenceSource, type Verdicts } from './verdicts.ts';

/** Which findings to send again, and where. */
export interface RepeatPlan {
  readonly recorded: RecordedRun;
  readonly findings: readonly RecordedFinding[];
  readonly target: Target;
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly maxRequests: number;
  /** The day of the key, which the requests are counted against. */
  readonly day?: DayUse | undefined;
  /** The file that the evidence goes to; it stays in memory when there is none. */
  readonly evidenceFile?: string;
  readonly interrupt: AbortSignal;
}

/** What became of the findings, and the verdicts on what was sent for them. */
export interface Repeated {
  readonly settled: readonly Settled[];
  readonly verdicts: Verdicts;
}

/**
 * Sends findings again and judges what comes: each by itself, and all of it as the evidence of a run of its own.
 *
 * @throws {TargetError} when the service cannot be reached, or refuses the key
 * @throws {UsageError} when the evidence cannot be written
 */
export async function repeat(plan: RepeatPlan): Promise<Repeated> {
  const { recorded, findings, target, asOf, evidenceFile } = plan;
  const startedAt = Date.now();
  const runId = randomBytes(3).toString('hex');
  const chosen = new Set(findings.map(({ rule }) => rule));
  const leftOut = RULE_IDS.filter((id) => !chosen.has(id)).map((id) => [id, 'not looked at again']);
  const knowledge = knowledgeOf(target, { asOf, leftOut: Object.fromEntries(leftOut) });
  const items: EvidenceItem[] = [{ knowledge }];
  const writer = evidenceFile === undefined ? undefined : openEvidence(evidenceFile, knowledge);
  const append = (exchange: Exchange) => {
    if (writer === undefined) items.push({ exchange });
    else writer.append(exchange);
  };
  const { settled, facts } = await replay({ ...plan, knowledge, runId, append }).finally(() => writer?.close());
  const source: EvidenceSource = evidenceFile === undefined ? () => inOrder(items) : () => readEvidence(evidenceFile);
  const run: Omit<RunFacts, 'sent' | 'refused' | 'created'> = {
    runId,
    startedAt,
    endedAt: Date.now(),
    seed: recorded.report.seed,
    counterexamples: [],
    ...facts,
  };
  const why = facts.aborted ?? facts.endedEarly ?? 'only what had failed before was sent again';
  const verdicts = await judgeEvidence(source, {
    run,
    ownTraffic: true,
    end: { aborted: facts.aborted !== undefined, endedEarly: why },
  });
  if (evidenceFile !== undefined) appendRunFacts(evidenceFile, verdicts.run);
  return { settled, verdicts };
}

// oxlint-disable-next-line typescript/require-await -- a list in memory, in the form of a stream
async function* inOrder(items: readonly EvidenceItem[]): AsyncGenerator<EvidenceItem> {
  yield* items;
}
