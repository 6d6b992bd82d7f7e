import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import {
  headerValue,
  type CredentialRole,
  type Exchange,
  type HeaderPair,
  type SentRequest,
} from '../evidence/exchange.ts';
import { AlikeValues } from '../evidence/alike-values.ts';
import { onceFor } from '../evidence/once-for.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench, LIMITER_RULES } from '../judges/index.ts';
import type { RuleId } from '../rules/index.ts';
import { judgeEvidence, type EvidenceSource, type Verdicts } from '../run/verdicts.ts';
import { withLostLines } from './lost-lines.ts';
import type { Observed, Sender } from './observed.ts';
import type { Segment } from './traffic.ts';

/** What a segment says of a rule: satisfied, violated, a recommendation that is not kept, or something that is in doubt. */
export type SegmentVerdict = 'pass' | 'fail' | 'warn' | 'inconclusive';

/** Why what looks violated may be none: the log misses lines, or the service restarted and forgot what it had counted. */
export type Doubt = 'lost lines' | 'restart';

/** A segment, judged. */
export interface JudgedSegment {
  readonly segment: Segment;
  readonly verdicts: ReadonlyMap<RuleId, SegmentVerdict>;
  /** What explains why a rule looks violated; it is inconclusive then. */
  readonly doubts: ReadonlyMap<RuleId, Doubt>;
  /** Where something is, or looks, violated: the verdicts of a whole report, and their evidence. */
  readonly proof?: { readonly verdicts: Verdicts; readonly source: EvidenceSource };
}

/** How far clocks of several instances may be apart, in milliseconds. */
const CLOCKS_APART_MS = 1_000;

/** What is known besides the traffic of a sender. */
export interface JudgedHow {
  /** Every request of the sender is in it: nothing is explained by what is missing. */
  readonly isComplete: boolean;
  /** Traffic of another account at the same time, to see whether each has a limit of its own. */
  readonly another?: readonly Observed[];
  /** Rules of whose violation there is proof enough. */
  readonly proven?: ReadonlySet<RuleId>;
}

const NONE: ReadonlySet<RuleId> = new Set();

/**
 * Judges the traffic of one sender. Where only such rules are violated of which there is proof already, it is not looked at any further.
 */
export async function judgeSegment(
  segment: Segment,
  knowledge: Knowledge,
  { isComplete, another = [], proven = NONE }: JudgedHow,
): Promise<JudgedSegment> {
  const own = asSent(segment.observed, roleOf(segment));
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
  const source = inMemory(known, exchanges);
  const verdicts = await judgeEvidence(source, { ownTraffic: false, knowledge: known });
  const judged = new Map(plain.verdicts);
  for (const { id, verdict } of verdicts.ledger.rows) if (isSegmentVerdict(verdict)) judged.set(id, verdict);
  const failed = LIMITER_RULES.filter((rule) => judged.get(rule) === 'fail');
  const explained = failed.length === 0 ? [] : explanationsOf({ own, others, isComplete });
  const doubts = new Map(
    explained.flatMap(({ by, rules, parts }) => {
      const still = verdictsOf(parts.flatMap((part) => findingsOn(numbered(part), known)));
      return failed
        .filter((rule) => rules.includes(rule) && still.get(rule) !== 'fail')
        .map((rule) => [rule, by] as const);
    }),
  );
  for (const rule of doubts.keys()) judged.set(rule, 'inconclusive');
  const isKept = doubts.size > 0 || [...judged.values()].includes('fail');
  return { segment, verdicts: judged, doubts, ...(isKept && { proof: { verdicts, source } }) };
}

/** Traffic as it would be if something had happened that no log shows: what is violated then as well has no such excuse. */
interface Explained {
  readonly by: Doubt;
  /** What it can be the reason of. */
  readonly rules: readonly RuleId[];
  /** Each is judged on its own: a service that restarts begins to count anew. */
  readonly parts: readonly (readonly Unnumbered[])[];
}

/**
 * The requests before which the service may have restarted: Remaining rose before its Reset, the most in all of the traffic. Who has forgotten
 * everything refuses nobody.
 */
function possibleRestarts(all: readonly Exchange[]): readonly number[] {
  const own = all.flatMap(({ id, request, answer, times }) => {
    const figure = (name: string) => Number.parseInt(headerValue(answer?.headers ?? [], name) ?? '', 10);
    const [remaining, reset] = [figure(RATE_LIMIT_HEADERS.remaining), figure(RATE_LIMIT_HEADERS.reset)];
    const isTold = request.credential !== 'second' && !Number.isNaN(remaining);
    return isTold ? [{ id, remaining, reset, at: times.startedAt / 1_000, isRefused: answer?.status === 429 }] : [];
  });
  const rises = own.flatMap(({ id, remaining, at, isRefused }, index) => {
    const before = own[index - 1];
    const isDue = before === undefined || at > before.reset;
    return isDue || isRefused || remaining <= before.remaining ? [] : [{ id, rise: remaining - before.remaining }];
  });
  return rises
    .toSorted((a, b) => b.rise - a.rise)
    .slice(0, MOST_RISES)
    .map(({ id }) => id);
}

/** Limiters give back in steps as well: of some rises one may be that of a restart. */
const MOST_RISES = 4;

/** A service that forgot what it had counted announces and admits too much; it refuses nobody, and says nothing else that is wrong. */
const FORGOTTEN: readonly RuleId[] = ['RATE-4', 'RATE-5'];

function explanationsOf({
  own,
  others,
  isComplete,
}: {
  readonly own: readonly Unnumbered[];
  readonly others: readonly Unnumbered[];
  readonly isComplete: boolean;
}): Explained[] {
  const all = numbered([...own, ...others]);
  const restarts = possibleRestarts(all).map((moment): Explained => ({
    by: 'restart',
    rules: FORGOTTEN,
    parts: [all.filter(({ id }) => id < moment), all.filter(({ id }) => id >= moment)],
  }));
  const lost: Explained = {
    by: 'lost lines',
    rules: LIMITER_RULES,
    parts: [[...withLostLines(own), ...withLostLines(others)]],
  };
  return isComplete ? restarts : [...restarts, lost];
}

/** Rules about headers that no access log holds. */
const NOT_LOGGED: Partial<Record<RuleId, string>> = {
  'AUTH-5': 'the log does not hold WWW-Authenticate',
  'GET-5': 'the log does not hold Deprecation and Sunset',
};

/**
 * A key that was accepted, and never refused, is taken for a valid one: whether one that was refused is valid is not known. Source: section 5.
 */
function roleOf({ sender, observed }: Segment): CredentialRole {
  if (sender.kind === 'nobody') return 'none';
  if (sender.kind === 'untold') return 'unknown';
  const statuses = observed.map(({ exchange }) => exchange.answer?.status ?? 0);
  return statuses.some((status) => status >= 200 && status < 300) && !statuses.includes(401) ? 'primary' : 'unknown';
}

type Unnumbered = Omit<Exchange, 'id'>;

function asSent(observed: readonly Observed[], credential: CredentialRole): Unnumbered[] {
  const apart = new Set(observed.map(({ clock }) => clock)).size > 1 ? CLOCKS_APART_MS : 0;
  return observed.map(({ exchange }) => ({
    ...exchange,
    request: sentAs(exchange.request)(credential, isPerhapsAskedFor(exchange)),
    times: apart === 0 ? exchange.times : widened(exchange.times, apart),
  }));
}

/** A request with the role of its credential: the same one for the same request, so that it is read once. */
const sentAs = onceFor((request: SentRequest) => {
  const known = new AlikeValues<SentRequest>();
  return (credential: CredentialRole, isPartlyRecorded: boolean) =>
    known.of(`${credential} ${isPartlyRecorded}`, () => ({
      ...request,
      credential,
      headers: withCredential(request.headers, credential),
      ...(isPartlyRecorded && { isPartlyRecorded }),
    }));
});

/** Whether headers that a log does not hold may be why a response is another one than the documented: a bad one, or one that asks for it. */
function isPerhapsAskedFor({ request, answer }: Unnumbered): boolean {
  const status = answer?.status ?? 0;
  const isTold = status === 401 || status === 429 || (status >= 200 && status < 206) || status >= 500;
  return request.body.kind !== 'bytes' && answer?.body.kind === 'not-recorded' && !isTold;
}

function widened({ startedAt, answeredAt, endedAt }: Exchange['times'], by: number): Exchange['times'] {
  return { startedAt: startedAt - by, answeredAt: (answeredAt ?? endedAt) + by, endedAt: endedAt + by };
}

/** A log has no Authorization header; what stands for it names the role. */
function withCredential(headers: readonly HeaderPair[], role: CredentialRole): readonly HeaderPair[] {
  const isThere = headers.some(([name]) => name.toLowerCase() === 'authorization');
  return role === 'none' || role === 'unknown' || isThere
    ? headers
    : [...headers, ['Authorization', `Bearer {${role}}`]];
}

function numbered(all: readonly Unnumbered[]): Exchange[] {
  return all
    .toSorted((a, b) => a.times.startedAt - b.times.startedAt)
    .map((exchange, index) => ({ ...exchange, id: index + 1 }));
}

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

function inMemory(knowledge: Knowledge, exchanges: readonly Exchange[]): EvidenceSource {
  const items: readonly EvidenceItem[] = [{ knowledge }, ...exchanges.map((exchange) => ({ exchange }))];
  // oxlint-disable-next-line typescript/require-await -- a list in memory, in the form of a stream
  return async function* all() {
    yield* items;
  };
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
