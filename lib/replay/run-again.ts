import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { digitsOfLimit, RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import { readEvidence } from '../evidence/log.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench, KIND_JUDGE, LIMITER_RULES } from '../judges/index.ts';
import { budgetOf, DEFAULT_REQUESTS, type UseUp } from '../probe/budget.ts';
import type { DayBounds, DaySpending } from '../probe/day-bounds.ts';
import { BURST } from '../evidence/record-names.ts';
import { RULE_IDS } from '../rules/index.ts';
import type { Target } from '../targets/target.ts';
import { check, EVIDENCE_FILE } from '../run/check.ts';
import { needsTheRun, placesIn, takesTheLimit } from './place.ts';
import { createdIn, type RecordedFinding, type RecordedRun } from './recorded-run.ts';
import { cameAndWentIn } from './came-and-went.ts';
import { besideToday } from './sent-again.ts';
import { settle, type SentAgain, type Settled } from './settled.ts';
import { readRecordedStore } from './recorded-store.ts';
import { situationOf } from './situation.ts';

/** A recorded run that is to be made again, for the sake of some of its findings. */
export interface RunAgainPlan {
  readonly recorded: RecordedRun;
  readonly findings: readonly RecordedFinding[];
  readonly target: Target;
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly maxRequests: number;
  readonly day?: DayBounds | undefined;
  readonly onSent?: (spending: DaySpending) => void;
  readonly onWaiting?: (until: number, why: string) => void;
  readonly interrupt: AbortSignal;
}

/** What making the run again came to. */
export interface MadeAgain {
  readonly settled: readonly Settled[];
  readonly exchanges: readonly Exchange[];
  readonly facts: RunFacts;
}

/** Why a rule is not judged where only some findings are looked at again: the run before may well have judged it. */
export const NOT_LOOKED_AT_AGAIN = 'not looked at again';

const LOOKS_MORE = 40;

/**
 * How many requests the run takes at most when it is made again: what a run sends by default, or as many as it had sent, and
 * some to look again: what was certain then may be in doubt today.
 * Where the limit must be used up, as many as the limit more: another window may begin on the way.
 */
export function requestsOfTheRun(recorded: RecordedRun, findings: readonly RecordedFinding[]): number {
  const { target, requests } = recorded.report;
  const useUp = useOfLimit(recorded, findings);
  const perMinute = target.perMinute ?? announcedLimit(recorded);
  const usual = budgetOf({ useUp, ...(perMinute !== undefined && { perMinute }) }).usual;
  const most = Math.max(usual, requests.sent, DEFAULT_REQUESTS);
  const takesLimit = findings.some(({ rule, exchanges }) => takesTheLimit(rule, exchanges));
  return LOOKS_MORE + (useUp !== 'never' && takesLimit ? most + (perMinute ?? 0) : most);
}

/**
 * Makes a recorded run again: the same probes with the same seed, and the limit used up where that run did. So whatever
 * led to its findings happens again, even where no few requests can show it: a limit used up, creations at once, a fault
 * that comes with the number of requests.
 *
 * @throws {TargetError} when the service cannot be reached, or refuses the key
 */
export async function makeAgain(plan: RunAgainPlan): Promise<MadeAgain> {
  const { recorded, findings, target, asOf, maxRequests, day, interrupt } = plan;
  const { report, knowledge } = recorded;
  const looksMore = Math.min(LOOKS_MORE, Math.floor(maxRequests / 4));
  const directory = temporaryFolder('again');
  const useUp = useOfLimit(recorded, findings);
  const wanted = new Set(findings.map(({ rule }) => rule));
  const chosen = RULE_IDS.filter(
    (id) =>
      wanted.has(id) ||
      (id === 'RATE-5' && useUp !== 'never') ||
      knowledge.leftOut[id] === undefined ||
      knowledge.leftOut[id] === NOT_LOOKED_AT_AGAIN,
  );
  const leftOut = RULE_IDS.filter((id) => !chosen.includes(id)).map((id) => [id, 'not part of the earlier run']);
  const watcher = {
    onProbe: () => {},
    onSent: (_count: number, spending: DaySpending) => plan.onSent?.(spending),
    onWaiting: (until: number, why: string) => plan.onWaiting?.(until, why),
  };
  try {
    const { run } = await check(
      {
        target,
        asOf,
        selection: { chosen, leftOut: Object.fromEntries(leftOut) },
        seed: report.seed,
        maxRequests: maxRequests - looksMore,
        looksMore,
        day,
        useUp,
        smoke: false,
        directory,
        createdBefore: createdIn(recorded, target),
        ...(knowledge.leftOutInputs !== undefined && { leftOutInputs: knowledge.leftOutInputs }),
      },
      watcher,
      interrupt,
    );
    return { ...(await settleAll(plan, join(directory, EVIDENCE_FILE), run)), facts: run };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function settleAll(
  { recorded, findings }: RunAgainPlan,
  file: string,
  facts: RunFacts,
): Promise<Pick<MadeAgain, 'settled' | 'exchanges'>> {
  const exchanges: Exchange[] = [];
  const found: Finding[] = [];
  let bench: Bench | undefined;
  for await (const item of readEvidence(file)) {
    if ('knowledge' in item) bench = new Bench(item.knowledge);
    if (!('exchange' in item)) continue;
    exchanges.push(item.exchange);
    for (const finding of bench?.see(item.exchange) ?? []) found.push(finding);
  }
  if (bench === undefined) return { settled: [], exchanges };
  for (const finding of bench.conclude()) found.push(finding);
  const { knowledge } = bench;
  const before = placesIn(recorded.report.run.id, recorded.exchanges.values());
  const now = placesIn(facts.runId, exchanges);
  const byPlace = Map.groupBy(exchanges, now);
  const store = readRecordedStore(recorded);
  const cameAndWent = cameAndWentIn(recorded, store);
  const settled = findings.map((one) => {
    const { shown } = situationOf(one, recorded, store);
    const sent = shown.map((exchange) => {
      const after = tellsOfTheLimit(one, exchange)
        ? exchanges.filter((other) => isOfTheSameLimit(one, exchange, other))
        : (byPlace.get(before(exchange)) ?? []);
      return besideToday(exchange, recorded, after, exchanges, cameAndWent.why(one.rule, exchange, after.length));
    });
    return settleOne(one, needsTheRun(one, recorded), sent, found, knowledge, facts);
  });
  return { settled, exchanges };
}

function settleOne(
  found: RecordedFinding,
  needsAll: boolean,
  sent: readonly SentAgain[],
  findings: readonly Finding[],
  knowledge: JudgeKnowledge,
  { aborted, endedEarly }: RunFacts,
): Settled {
  const settled = settle(found, sent, findings, knowledge, {
    ofTheLimit: true,
    petFor: (id) => (knowledge.pets.has(id) ? id : undefined),
  });
  const inAnotherForm = sameFaultOfTheLimiter(found, findings);
  if (settled.state !== 'violated again' && inAnotherForm !== undefined)
    return { found, state: 'violated again', says: `this time as ${inAnotherForm.rule}: ${inAnotherForm.says}` };
  const other = findings.find(
    ({ rule, verdict, see }) => verdict === 'fail' && see === undefined && LIMITER_RULES.includes(rule),
  );
  if (settled.state === 'fixed' && other !== undefined && takesTheLimit(found.rule, found.exchanges))
    return { found, state: 'cannot tell', says: `the rate limit now violates ${other.rule}: ${other.says}` };
  const why = aborted ?? endedEarly;
  if (settled.state === 'violated again' || why === undefined) return settled;
  if (settled.state === 'fixed' && !needsAll) return settled;
  return { found, state: 'cannot tell', says: `the run ended early: ${why}` };
}

/** What again no kind of limiter does, where that may violate another rule than it did in the run before. */
export function sameFaultOfTheLimiter({ finding }: RecordedFinding, findings: readonly Finding[]): Finding | undefined {
  if (finding.judge !== KIND_JUDGE || finding.verdict !== 'fail') return undefined;
  return findings.find(({ judge, verdict, see }) => judge === KIND_JUDGE && verdict === 'fail' && see === undefined);
}

/** Any request of the same key takes part in the limit. */
function tellsOfTheLimit({ rule }: RecordedFinding, { answer }: Exchange): boolean {
  return LIMITER_RULES.includes(rule) || answer?.status === 429;
}

function isOfTheSameLimit({ rule }: RecordedFinding, before: Exchange, now: Exchange): boolean {
  if (now.request.credential !== before.request.credential) return false;
  return before.answer?.status !== 429 || LIMITER_RULES.includes(rule) || now.answer?.status === 429;
}

/** As far as that run went: a limit that it was told to leave alone is left alone again. */
function useOfLimit({ exchanges, knowledge }: RecordedRun, findings: readonly RecordedFinding[]): UseUp {
  if (knowledge.limitLeft !== undefined) return 'never';
  if ([...exchanges.values()].some(({ probe }) => probe === BURST)) return 'always';
  return findings.some(({ rule, exchanges: shown }) => takesTheLimit(rule, shown)) ? 'documented' : 'never';
}

/** The minute's limit that most answers to the key announced. */
function announcedLimit({ exchanges }: RecordedRun): number | undefined {
  const announced = [...exchanges.values()].flatMap(({ request, answer }) => {
    const digits = digitsOfLimit(headerValue(answer?.headers ?? [], RATE_LIMIT_HEADERS.limit) ?? '');
    return request.credential === 'primary' && digits !== undefined && digits.length <= 6 ? [Number(digits)] : [];
  });
  const [most] = [...Map.groupBy(announced, (figure) => figure)].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0];
}
