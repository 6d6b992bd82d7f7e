import { daysUntilRemoval } from '../contract/lifecycle.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { Integrations } from './integrations.ts';
import type { Doubt } from './explained.ts';
import { judgeSegment, senderWords, type JudgedSegment, type SegmentVerdict } from './judge-segment.ts';
import type { Observed } from './observed.ts';
import { Traffic, TRAFFIC_BOUNDS, type Segment, type TrafficBounds } from './traffic.ts';
import type { WatchReport } from './watch-report.ts';

/** How a watch judges. */
export interface WatchOptions {
  readonly knowledge: Knowledge;
  /** The traffic of a caller is whole: what is not seen did not happen. */
  readonly isComplete: boolean;
  readonly bounds?: TrafficBounds;
  /**
   * Keeps the proof of a violation.
   *
   * @param rule - the first one of those that are violated and have few proofs yet
   * @returns where it is kept, for the report; undefined where it could not be
   */
  readonly keep: (judged: JudgedSegment, rule: RuleId) => Promise<string | undefined>;
  /** Is told of each violation that is kept. */
  readonly onViolation: (violation: Violation) => void;
}

/** A violation, as it is told when it is found. */
export interface Violation {
  readonly rules: readonly RuleId[];
  readonly caller: string;
  readonly says: string;
  /** Absent where it could not be kept. */
  readonly report: string | undefined;
}

/** What came of a rule so far. */
interface Row {
  readonly segments: Record<SegmentVerdict, number>;
  readonly callers: Set<string>;
  readonly reports: string[];
  says: string;
  doubt: Doubt | undefined;
  /** When the traffic looked as it does after a restart. */
  restarts: readonly Pick<Segment, 'from' | 'to'>[];
  firstAt: number;
  lastAt: number;
}

/** As many proofs of a violated rule are kept. */
const MOST_PROOFS = 3;

/** As many callers are told apart. */
const MOST_CALLERS = 100_000;

/** Judges traffic without end: what is kept is bounded, whatever comes. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #traffic: Traffic;
  readonly #rows = new Map<RuleId, Row>();
  readonly #callers = new Set<string>();
  readonly #integrations: Integrations;
  #requests = 0;
  #segments = 0;
  #isKeySeen = false;
  #from = Infinity;
  #to = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#traffic = new Traffic(options.bounds ?? TRAFFIC_BOUNDS);
    this.#integrations = new Integrations(options.knowledge.asOf);
  }

  /** Takes an exchange, and judges what is due then. */
  async take(observed: Observed): Promise<void> {
    this.#isKeySeen ||= observed.sender.kind === 'key' || observed.sender.kind === 'account';
    await this.#judge(this.#traffic.take(observed));
  }

  /** Time goes by without traffic. */
  async passed(milliseconds: number): Promise<void> {
    await this.#judge(this.#traffic.passed(milliseconds));
  }

  /** Judges what is left; then the watch is over. */
  async end(): Promise<void> {
    await this.#judge(this.#traffic.rest());
  }

  /** How it stands: what was judged, and how many exchanges wait for more of their kind. */
  get standing(): Pick<WatchReport, 'requests' | 'callers' | 'segments'> & { readonly waiting: number } {
    return {
      requests: this.#requests,
      callers: this.#callers.size,
      segments: this.#segments,
      waiting: this.#traffic.kept.exchanges,
    };
  }

  /** Whether a must rule was violated. */
  get isViolated(): boolean {
    return [...this.#rows].some(([id, { segments }]) => rules[id].level === 'must' && segments.fail > 0);
  }

  /** How many segments say what of each rule. */
  get segments(): ReadonlyMap<RuleId, Readonly<Record<SegmentVerdict, number>>> {
    return new Map([...this.#rows].map(([id, row]) => [id, row.segments]));
  }

  /** @param about - what the watch itself does not know */
  report(about: Pick<WatchReport, 'source' | 'skipped'> & { readonly format?: string | undefined }): WatchReport {
    const { asOf } = this.#options.knowledge;
    const seen = RULE_IDS.flatMap((id) => ruleOf(id, this.#rows.get(id)));
    const isJudged = seen.some(({ verdict }) => verdict !== 'not-exercised');
    return {
      schema: 'petvet/watch/1',
      petvet: PETVET_VERSION,
      source: about.source,
      ...(about.format !== undefined && { format: about.format }),
      asOf,
      outcome: this.isViolated ? 'violating' : isJudged ? 'not violated' : 'nothing judged',
      ...(this.#requests > 0 && { from: isoOf(this.#from), to: isoOf(this.#to) }),
      requests: this.#requests,
      skipped: about.skipped,
      callers: this.#callers.size,
      segments: this.#segments,
      rules: seen,
      integrations: this.#integrations.rows.map((row) => ({
        ...row,
        agents: [...row.agents],
        violates: { ...row.violates },
      })),
      unlistedCallers: this.#integrations.dropped,
      getPetRemovedIn: Math.max(0, daysUntilRemoval(asOf)),
    };
  }

  async #judge(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      const { knowledge, isComplete } = this.#options;
      const another = this.#isWorthComparing(segment) ? this.#traffic.besides(segment) : [];
      const [proven, isKeySeen] = [this.#proven(), this.#isKeySeen];
      await this.#enter(await judgeSegment(segment, knowledge, { isComplete, another, proven, isKeySeen }));
    }
  }

  #proven(): ReadonlySet<RuleId> {
    return new Set([...this.#rows].flatMap(([id, { reports }]) => (reports.length >= MOST_PROOFS ? [id] : [])));
  }

  /** Two accounts have limits of their own; two keys may be of one account. */
  #isWorthComparing({ sender, observed }: Segment): boolean {
    if (sender.kind !== 'account') return false;
    const isShown = (this.#rows.get('RATE-10')?.segments.pass ?? 0) > 0;
    return !isShown || observed.some(({ exchange }) => exchange.answer?.status === 429);
  }

  async #enter(judged: JudgedSegment): Promise<void> {
    const { segment, verdicts, doubts } = judged;
    const caller = senderWords(segment.sender);
    this.#segments++;
    this.#requests += segment.observed.length;
    if (this.#callers.size < MOST_CALLERS) this.#callers.add(caller);
    this.#from = Math.min(this.#from, segment.from);
    this.#to = Math.max(this.#to, segment.to);
    this.#integrations.take(segment);
    const failed: RuleId[] = [];
    for (const [id, verdict] of verdicts) {
      const row = this.#rows.get(id) ?? emptyRow();
      this.#rows.set(id, row);
      row.doubt = doubts.get(id) ?? row.doubt;
      const isViolated = verdict === 'fail' || (doubts.get(id) === 'restart' && areTooMany(row, segment));
      row.segments[isViolated ? 'fail' : verdict]++;
      if (!isViolated) continue;
      failed.push(id);
      this.#enterViolation(row, { id, caller, judged });
    }
    await this.#keepProof(judged, { failed, caller });
  }

  #enterViolation(
    row: Row,
    { id, caller, judged }: { readonly id: RuleId; readonly caller: string; readonly judged: JudgedSegment },
  ): void {
    if (row.callers.size < MOST_CALLERS) row.callers.add(caller);
    row.firstAt = Math.min(row.firstAt, judged.segment.from);
    row.lastAt = Math.max(row.lastAt, judged.segment.to);
    row.says ||= sentenceOn(judged, id);
  }

  async #keepProof(
    judged: JudgedSegment,
    { failed, caller }: { readonly failed: readonly RuleId[]; readonly caller: string },
  ): Promise<void> {
    const rule = failed.find((id) => (this.#rows.get(id)?.reports.length ?? 0) < MOST_PROOFS);
    if (rule === undefined) return;
    const report = await this.#options.keep(judged, rule);
    if (report !== undefined) for (const id of failed) this.#rows.get(id)?.reports.push(report);
    this.#options.onViolation({ rules: failed, caller, says: sentenceOn(judged, rule), report });
  }
}

/** A deployment and one that takes it back restart a service twice within this time; hardly anything restarts it a third time. */
const RESTARTS = { within: 3_600_000, most: 2 };

/**
 * Enters a moment at which traffic looked as it does after a restart. @returns whether there are more such moments than restarts explain: one
 * restart is one moment, whoever met it
 */
function areTooMany(row: Row, { from, to }: Segment): boolean {
  const lately = row.restarts.filter((one) => one.to > from - RESTARTS.within);
  const isAnother = !lately.some((one) => one.from < to && from < one.to);
  row.restarts = isAnother ? [...lately, { from, to }] : lately;
  return row.restarts.length > RESTARTS.most;
}

const DOUBTS: Readonly<Record<Doubt, string>> = {
  'lost lines': 'looked violated, as it does in a log that misses lines; --complete says that it misses none',
  restart: 'looked violated once, as after a restart of the service',
};

function emptyRow(): Row {
  return {
    segments: { pass: 0, fail: 0, warn: 0, inconclusive: 0 },
    callers: new Set(),
    reports: [],
    says: '',
    doubt: undefined,
    restarts: [],
    firstAt: Infinity,
    lastAt: 0,
  };
}

function sentenceOn({ proof }: JudgedSegment, rule: RuleId): string {
  return proof?.verdicts.ledger.rows.find(({ id }) => id === rule)?.says ?? '';
}

function ruleOf(id: RuleId, row: Row | undefined): WatchReport['rules'] {
  // What is about the configuration or a load run is nothing that traffic shows.
  if (rules[id].by !== undefined) return [];
  const { segments, callers, reports, says, doubt, firstAt, lastAt } = row ?? emptyRow();
  const verdict = verdictOf(segments, doubt);
  return [
    {
      id,
      level: rules[id].level,
      verdict,
      says: verdict === 'fail' ? says : doubt === undefined ? '' : DOUBTS[doubt],
      segments: { ...segments },
      callers: callers.size,
      ...(segments.fail > 0 && { firstAt: isoOf(firstAt), lastAt: isoOf(lastAt) }),
      reports: [...new Set(reports)].slice(0, MOST_PROOFS),
    },
  ];
}

/** A violation somewhere is one; a rule that is satisfied wherever that could be told is satisfied, and how often it could not is beside it. */
function verdictOf(
  { fail, pass, warn, inconclusive }: Row['segments'],
  doubt: Doubt | undefined,
): WatchReport['rules'][number]['verdict'] {
  if (fail > 0) return 'fail';
  if (doubt !== undefined) return 'inconclusive';
  if (warn > 0) return 'warn';
  if (pass > 0) return 'pass';
  return inconclusive > 0 ? 'inconclusive' : 'not-exercised';
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
