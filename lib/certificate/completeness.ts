import { getPetPhase } from '../contract/lifecycle.ts';
import { createdId } from '../evidence/creation.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import { UNKNOWN_RUN, type RunFacts } from '../evidence/run-facts.ts';
import { outcomeOf } from '../ledger/book.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import { loadProbes } from '../run/flow.ts';
import type { Verdicts } from '../run/verdicts.ts';
import type { Catalogue } from './catalogues.ts';
import { certifiedLoad, whyNotWholeLoad } from './load-run.ts';
import { isMarked, type FollowedNonce } from './nonce.ts';
import { isOfThisPetvet, sentVersion, versionIn } from './made-by.ts';

/** A must rule that keeps a run from being complete, and why. */
interface OpenRule {
  readonly rule: string;
  readonly why: string;
}

/** The verdicts on the rules of a catalogue alone. */
export function scoredLedger({ rows, outcome }: Ledger, catalogue: Catalogue): Ledger {
  const scored = rows.filter(({ id }) => catalogue.isScored(id));
  return { rows: scored, outcome: outcomeOf(scored, { aborted: outcome === 'aborted' }) };
}

/** The must rules that are scored and apply, and were not verified. */
export function openRules({ ledger: { rows } }: Pick<Verdicts, 'ledger'>, catalogue: Catalogue): OpenRule[] {
  return rows
    .filter((row) => isOpen(row) && catalogue.isScored(row.id))
    .map(({ id, says }) => ({ rule: id, why: says }));
}

/** The must rules that are scored and violated. */
export function violatedRules({ ledger: { rows } }: Pick<Verdicts, 'ledger'>, catalogue: Catalogue): OpenRule[] {
  return rows
    .filter(({ id, level, verdict }) => level === 'must' && verdict === 'fail' && catalogue.isScored(id))
    .map(({ id, says }) => ({ rule: id, why: says }));
}

function isOpen({ level, verdict }: LedgerRow): boolean {
  return level === 'must' && (verdict === 'inconclusive' || verdict === 'not-exercised');
}

/**
 * Why a run is not a complete one, whatever its verdicts are: what it was told to leave out, or that it did not come to its end. A run
 * that was told that rules do not apply, or that pets are its own, could be given any verdict. A clause; undefined where it is complete.
 */
export function whyNotComplete({
  knowledge,
  run,
  brokenOff,
  ledger,
}: Pick<Verdicts, 'knowledge' | 'run' | 'brokenOff' | 'ledger'>): string | undefined {
  const scenario = certifiedLoad(knowledge);
  const why =
    scenario === undefined
      ? (whyNarrowed(knowledge) ?? whyCut(run) ?? whyALoad(run))
      : (whyCut(run) ?? whyNotWholeLoad(scenario, run));
  return brokenOff ?? why ?? whyOtherDate(knowledge, run) ?? whyTwoBuilds(ledger);
}

/** A certificate is of one build: its verdicts would be of none. */
function whyTwoBuilds({ rows }: Ledger): string | undefined {
  const deployed = rows.flatMap(({ findings }) => findings).find(({ topic }) => topic === 'deployments');
  return deployed?.says;
}

function whyNarrowed(knowledge: Knowledge): string | undefined {
  const { leftOut, skipped = [], leftOutInputs = [], smoke, limitLeft, usesDayUp, createdBefore = [] } = knowledge;
  const [left] = [...Object.keys(leftOut), ...skipped];
  if (left !== undefined) return `${left} was left out of the run`;
  if (leftOutInputs.length > 0) return `hostile inputs were left out of the run: ${leftOutInputs.join(', ')}`;
  if (smoke === true) return 'the run was a quick check';
  if (!knowledge.writes) return 'the run sent no POST';
  if (limitLeft !== undefined) return `the run did not use up the rate limit: ${limitLeft}`;
  if (usesDayUp === true) return 'the evidence is of a load, not of a check';
  return createdBefore.length > 0 ? 'the run repeats another one' : undefined;
}

function whyCut(run: RunFacts): string | undefined {
  const { runId, interrupted, aborted, endedEarly } = run;
  if (runId === UNKNOWN_RUN) return 'the evidence does not say that the run finished';
  if (interrupted) return 'the run was interrupted';
  return aborted !== undefined || endedEarly !== undefined
    ? `the run ended early: ${aborted ?? endedEarly ?? ''}`
    : undefined;
}

function whyALoad({ shortfalls, asks, isUnstable, isUnmeasured }: RunFacts): string | undefined {
  const isLoad = [shortfalls, asks, isUnstable, isUnmeasured].some((one) => one !== undefined);
  return isLoad ? 'the evidence is of a load, not of a check' : undefined;
}

/** Time zones differ by a day; the date that rules apply at may not be chosen beyond that. */
const LONGEST_DIFFERENCE = 2 * 86_400_000;

function whyOtherDate({ asOf }: Knowledge, { startedAt }: RunFacts): string | undefined {
  const isNear = Math.abs(Date.parse(asOf) - startedAt) < LONGEST_DIFFERENCE;
  return isNear ? undefined : `the service was evaluated as of ${asOf}, and the run was on another day`;
}

/** Clocks are set, also while a run goes on. In milliseconds. */
const LEEWAY = 5_000;

/** What is looked at in evidence besides the verdicts. */
export interface EvidenceForm {
  /** Takes the next item of the evidence. */
  take(item: EvidenceItem): void;
  /** Why the evidence is not that of one run as petvet writes it, as a clause. */
  fault(): string | undefined;
  /** The pets that the run created, by id, with the name that was sent. */
  readonly created: ReadonlyMap<string, string>;
}

/**
 * Holds evidence to the form that one complete run has: its lines in their places, the exchanges numbered through, each within the time of the
 * run and under its name, every probe among them that such a run sends.
 *
 * @param followed - what the nonce decides, where there was one
 * @param petvet - the version that made the run; another one may have other probes: then it is not told which are missing
 */
export async function formOf(followed: FollowedNonce | undefined, petvet: string): Promise<EvidenceForm> {
  const probes = isOfThisPetvet(petvet) ? (await loadProbes()).map(({ probe }) => probe.id) : [];
  const sent = new Set<string>();
  const created = new Map<string, string>();
  const agents = new Set<string>();
  let fault: string | undefined;
  const numbers = new Set<number>();
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  let knowledge: Knowledge | undefined;
  let run: RunFacts | undefined;
  const isLoad = () => knowledge !== undefined && certifiedLoad(knowledge) !== undefined;
  const meet = (exchange: Exchange) => {
    const { id, probe, times } = exchange;
    if (!isLoad() && exchange.sender !== undefined) fault ??= 'the evidence is of a load, not of a check';
    if (!isLoad() && [exchange.request.body, exchange.answer?.body].some((body) => body?.kind === 'not-recorded'))
      fault ??= `the body of exchange ${id} was not recorded`;
    if (numbers.has(id)) fault ??= `exchange ${id} occurs twice`;
    // Requests that were sent at once stand in the order of their responses.
    numbers.add(id);
    if (run !== undefined) fault ??= `exchange ${id} comes after the end of the run`;
    [first, last] = [Math.min(first, times.startedAt), Math.max(last, times.endedAt)];
    if (probe !== undefined) sent.add(probe);
    agents.add(headerValue(exchange.request.headers, 'user-agent') ?? '');
    const pet = createdId(exchange);
    if (pet !== undefined) created.set(`${pet}`, nameSent(exchange));
  };
  return {
    created,
    take(item) {
      if ('exchange' in item) meet(item.exchange);
      else if ('run' in item) {
        if (run !== undefined) fault ??= 'the evidence has two ends of a run';
        run = item.run;
      } else if ('knowledge' in item) {
        if (knowledge !== undefined) fault ??= 'the evidence begins twice';
        knowledge = item.knowledge;
      } else fault ??= `the evidence breaks off at line ${item.broken.line}: ${item.broken.why}`;
    },
    fault() {
      if (fault !== undefined) return fault;
      if (knowledge === undefined || run === undefined) return 'the evidence does not say that the run finished';
      const { runId, startedAt, endedAt } = run;
      const { size } = numbers;
      const lost = Array.from({ length: size }, (_, nth) => nth + 1).find((id) => !numbers.has(id));
      if (lost !== undefined) return `exchange ${lost} is missing`;
      if (run.sent !== size) return `the run sent ${run.sent} requests, and the evidence has ${size}`;
      if (first < startedAt - LEEWAY || last > endedAt + LEEWAY || endedAt < startedAt)
        return 'its exchanges are not within the time of the run';
      // Its requests are those of k6, by the plan of its scenario.
      if (isLoad()) return followed === undefined ? undefined : 'a load follows no nonce';
      if ([...agents].some((agent) => !agent.endsWith(`(run ${runId})`)))
        return `not every request carries the name of the run, ${runId}, in its User-Agent`;
      const versions = [...agents].map((agent) => versionIn(agent) ?? '(no version)');
      const other = versions.find((version) => version !== sentVersion(petvet));
      if (other !== undefined) return `its requests are those of petvet ${other}, not of petvet ${petvet}`;
      const missing = requiredProbes(probes, knowledge.asOf).find((id) => !sent.has(id));
      if (missing !== undefined) return `a complete run sends requests of ${missing}, and this one did not`;
      return followed === undefined ? undefined : whyNotFollowed(followed, run, created);
    },
  };
}

/** What {@link formOf} knows of names: what was sent, or nothing where the body was none. */
function nameSent({ request: { body } }: Exchange): string {
  if (body.kind !== 'bytes') return '';
  const [, name = ''] = /"name":\s*"(petvet[\dA-Za-z]+)/.exec(Buffer.from(body.bytes).toString('latin1')) ?? [];
  return name;
}

/** Probes that every complete run sends; the others depend on the plan, on a second key, or on what was found. */
const ALWAYS_SENT = /^(?:auth|list|create|hostile|get)\//;
const OF_GET_PET = /^get\/|^auth\/.*-get$/;

function requiredProbes(ids: readonly string[], asOf: string): string[] {
  const isThere = getPetPhase(asOf) === 'deprecated';
  return ids.filter((id) => ALWAYS_SENT.test(id) && (isThere || !OF_GET_PET.test(id)));
}

function whyNotFollowed(
  followed: FollowedNonce,
  { runId, seed }: RunFacts,
  created: ReadonlyMap<string, string>,
): string | undefined {
  if (seed !== followed.seed) return `the nonce gives the seed ${followed.seed}, but the run used seed ${seed}`;
  const marked = [...created.values()].filter((name) => isMarked(name, followed));
  if (!runId.startsWith(followed.mark) || marked.length === 0)
    return 'the names of the created pets do not carry the mark of the nonce';
  return undefined;
}
