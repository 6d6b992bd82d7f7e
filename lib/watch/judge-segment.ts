import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { inMemory } from '../evidence/log.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench, LIMITER_RULES } from '../judges/index.ts';
import type { RuleId } from '../rules/index.ts';
import { judgeEvidence, type EvidenceSource, type Verdicts } from '../run/verdicts.ts';
import { asSent, numbered, roleOf } from './as-sent.ts';
import { doubtsOn, type Doubt } from './explained.ts';
import type { Observed, Sender } from './observed.ts';
import type { Segment } from './traffic.ts';

/** What a segment says of a rule: satisfied, violated, a recommendation that is not kept, or something that is in doubt. */
export type SegmentVerdict = 'pass' | 'fail' | 'warn' | 'inconclusive';

/** A segment, judged. */
export interface JudgedSegment {
  readonly segment: Segment;
  readonly verdicts: ReadonlyMap<RuleId, SegmentVerdict>;
  /** What explains why a rule looks violated; it is inconclusive then. */
  readonly doubts: ReadonlyMap<RuleId, Doubt>;
  /** Where something is, or looks, violated: the verdicts of a whole report, and their evidence. */
  readonly proof?: { readonly verdicts: Verdicts; readonly source: EvidenceSource };
}

/** What is known besides the traffic of a sender. */
export interface JudgedHow {
  /** Every request of the sender is in it: nothing is explained by what is missing. */
  readonly isComplete: boolean;
  /** Traffic of another account at the same time, to see whether each has a limit of its own. */
  readonly another?: readonly Observed[];
  /** Rules of whose violation there is proof enough. */
  readonly proven?: ReadonlySet<RuleId>;
  /** Whether any request of all callers has a key; so it is unless told. */
  readonly isKeySeen?: boolean;
}

const NONE: ReadonlySet<RuleId> = new Set();

/**
 * Judges the traffic of one sender. Where only such rules are violated of which there is proof already, it is not looked at any further.
 */
export async function judgeSegment(
  segment: Segment,
  knowledge: Knowledge,
  { isComplete, another = [], proven = NONE, isKeySeen = true }: JudgedHow,
): Promise<JudgedSegment> {
  const own = asSent(segment.observed, roleOf(segment, isKeySeen));
  const others = asSent(another, 'second');
  const isOfLog = segment.observed.every(({ exchange }) => exchange.answer?.body.kind === 'not-recorded');
  const known = {
    ...knowledge,
    secondKey: others.length > 0,
    leftOut: { ...knowledge.leftOut, ...(isOfLog && NOT_LOGGED) },
  };
  const exchanges = numbered([...own, ...others]);
  const found = findingsOn(exchanges, known);
  const plain = { segment, verdicts: verdictsOf(found), doubts: new Map<RuleId, Doubt>() };
  if ([...plain.verdicts].every(([rule, verdict]) => verdict !== 'fail' || proven.has(rule))) return plain;
  const source = inMemory([{ knowledge: known }, ...exchanges.map((exchange) => ({ exchange }))]);
  const verdicts = await judgeEvidence(source, { ownTraffic: false, knowledge: known });
  const judged = new Map(plain.verdicts);
  for (const { id, verdict } of verdicts.ledger.rows) if (isSegmentVerdict(verdict)) judged.set(id, verdict);
  const failed = LIMITER_RULES.filter((rule) => judged.get(rule) === 'fail');
  const failedIn = (all: readonly Exchange[]) =>
    new Set([...verdictsOf(findingsOn(all, known))].flatMap(([rule, verdict]) => (verdict === 'fail' ? [rule] : [])));
  const doubts = doubtsOn({ own, others, isComplete, failed, failedIn });
  for (const rule of doubts.keys()) judged.set(rule, 'inconclusive');
  const isKept = doubts.size > 0 || [...judged.values()].includes('fail');
  return { segment, verdicts: judged, doubts, ...(isKept && { proof: { verdicts, source } }) };
}

/** Rules about headers that no access log holds. */
const NOT_LOGGED: Partial<Record<RuleId, string>> = {
  'AUTH-5': 'the log does not hold WWW-Authenticate',
  'GET-5': 'the log does not hold Deprecation and Sunset',
};

/** What the judges find, of the rules that are asked for. */
function findingsOn(exchanges: readonly Exchange[], knowledge: Knowledge): Finding[] {
  const bench = new Bench(knowledge);
  const single = exchanges.flatMap((exchange) => bench.see(exchange));
  return single.concat(bench.conclude()).filter(({ rule }) => knowledge.leftOut[rule] === undefined);
}

const STRONGEST_FIRST: readonly SegmentVerdict[] = ['fail', 'inconclusive', 'pass', 'warn'];

function verdictsOf(findings: readonly Finding[]): Map<RuleId, SegmentVerdict> {
  const verdicts = new Map<RuleId, SegmentVerdict>();
  for (const { rule, verdict, see } of findings) {
    if (verdict === 'observed' || see !== undefined) continue;
    const before = verdicts.get(rule);
    if (before === undefined || STRONGEST_FIRST.indexOf(verdict) < STRONGEST_FIRST.indexOf(before))
      verdicts.set(rule, verdict);
  }
  return verdicts;
}

function isSegmentVerdict(verdict: string): verdict is SegmentVerdict {
  return STRONGEST_FIRST.some((one) => one === verdict);
}

/** What is told of a sender; no name of a key is one. */
export function senderWords(sender: Sender): string {
  switch (sender.kind) {
    case 'account':
      return `account ${sender.name}`;
    case 'key':
      return `key ${sender.name}`;
    case 'nobody':
      return 'without a key';
    default:
      return 'caller not told';
  }
}
