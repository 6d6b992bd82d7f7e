import { createHash } from 'node:crypto';
import { isAnsweredWithinLimit } from '../contract/within-limit.ts';
import type { Exchange, SentRequest } from '../evidence/exchange.ts';
import type { Finding } from '../judges/finding.ts';
import { isOfLimit, type RuleId } from '../rules/index.ts';

/** How many different requests are remembered: a load run sends more, and reports rates of its own. */
const MOST_REQUESTS = 5_000;

/** The most characters of a target that a sentence shows. */
const MOST_TARGET = 80;

/** How often a rule was violated by responses to one request, or to all. */
export interface Share {
  readonly violated: number;
  readonly judged: number;
}

interface Counted {
  violated: number;
  judged: number;
}

/** One request under a rule, and what its responses showed. */
interface Repeated extends Counted {
  readonly line: string;
  /** Responses for which the judges left open whether they violate the rule. */
  open: number;
  /** The statuses of the responses that violated the rule. */
  readonly statuses: Set<number>;
}

/**
 * Tells faults that come and go from those that a request always meets: the same request violated a rule and, another time,
 * satisfied it.
 */
export class Repetitions {
  readonly #ofRule = new Map<RuleId, Counted & { readonly requests: Map<string, Repeated> }>();
  /** By the key of a request: how often it was answered with each status but 429. */
  readonly #answered = new Map<string, Map<number, number>>();
  #known = 0;
  readonly #keys = new WeakMap<SentRequest, string>();

  /** Takes in one exchange and what the judges of single exchanges say about it. */
  note(exchange: Exchange, findings: readonly Finding[]): void {
    const key = this.#keyOf(exchange.request);
    const status = exchange.answer?.status ?? 0;
    const times = this.#answered.get(key) ?? new Map<number, number>();
    if (isAnsweredWithinLimit(exchange) && (times.size > 0 || this.#answered.size < MOST_REQUESTS))
      this.#answered.set(key, times.set(status, (times.get(status) ?? 0) + 1));
    for (const [rule, outcome] of outcomesOf(findings)) {
      const ofRule = this.#ofRule.get(rule) ?? { violated: 0, judged: 0, requests: new Map<string, Repeated>() };
      this.#ofRule.set(rule, ofRule);
      count(ofRule, outcome);
      const { method, target } = exchange.request;
      const known = ofRule.requests.get(key);
      if (known === undefined && this.#known++ >= MOST_REQUESTS) continue;
      const line = `${method} ${target.slice(0, MOST_TARGET)}`;
      const request = known ?? { violated: 0, judged: 0, open: 0, line, statuses: new Set() };
      ofRule.requests.set(key, request);
      count(request, outcome);
      if (outcome === 'open') request.open++;
      else if (outcome === 'violated') request.statuses.add(status);
    }
  }

  /**
   * The judges say nothing about a response that a rule does not concern, such as a rightly refused request under ERR-3: where the same request violated the
   * rule at another time, that response satisfied it. One that was not refused satisfies no rule about refusals, though, and one of another status
   * no rule about what a response of one status holds.
   */
  #shareOf(rule: RuleId, key: string, { violated, judged, open, statuses }: Repeated): Share {
    if (violated === 0 || isOfLimit(rule)) return { violated, judged };
    let answered = 0;
    for (const [status, times] of this.#answered.get(key) ?? [])
      if (ABOUT_STATUSES.has(rule) || statuses.has(status)) answered += times;
    return { violated, judged: Math.max(judged, answered - open) };
  }

  #keyOf(request: SentRequest): string {
    const key = this.#keys.get(request) ?? keyOf(request);
    this.#keys.set(request, key);
    return key;
  }

  /** How often responses to one and the same request violated a rule, and were judged under it; undefined where none was. */
  ofRequest(rule: RuleId, request: SentRequest): Share | undefined {
    const key = this.#keyOf(request);
    const known = this.#ofRule.get(rule)?.requests.get(key);
    return known === undefined ? undefined : this.#shareOf(rule, key, known);
  }

  /** The same of each request that violated a rule, in the order of sending. */
  ofViolating(rule: RuleId): readonly Share[] {
    const requests = [...(this.#ofRule.get(rule)?.requests ?? [])];
    return requests
      .filter(([, { violated }]) => violated > 0)
      .map(([key, request]) => this.#shareOf(rule, key, request));
  }

  /** The same of all requests together; undefined where no response was judged under the rule. */
  ofAll(rule: RuleId): Share | undefined {
    const all = this.#ofRule.get(rule);
    return all === undefined || all.judged === 0 ? undefined : all;
  }

  /** How often a rule was violated, where some requests satisfied it. */
  share(rule: RuleId): string | undefined {
    const { violated, judged } = this.#ofRule.get(rule) ?? { violated: 0, judged: 0 };
    return violated > 0 && violated < judged ? `${violated} of ${judged} requests` : undefined;
  }

  /** How often a rule was violated, where one and the same request did so at one time and not at another; undefined elsewhere. */
  said(rule: RuleId): string | undefined {
    const ofRule = this.#ofRule.get(rule);
    const [often] = [...(ofRule?.requests ?? [])]
      .map(([key, request]) => ({ line: request.line, ...this.#shareOf(rule, key, request) }))
      .filter(({ violated, judged }) => violated > 0 && violated < judged)
      .toSorted((a, b) => b.judged - a.judged);
    if (ofRule === undefined || often === undefined) return undefined;
    return `${ofRule.violated} of ${ofRule.judged} requests, ${often.line} ${often.violated} of ${often.judged} times`;
  }
}

/** The rules that a response of another status satisfies, and about which the judges say nothing then. */
const ABOUT_STATUSES: ReadonlySet<RuleId> = new Set(['ERR-3', 'ERR-7']);

type Outcome = 'violated' | 'satisfied' | 'open';

/** For each rule that was judged, the outcome. What is blamed on another rule leaves it open. */
function outcomesOf(findings: readonly Finding[]): ReadonlyMap<RuleId, Outcome> {
  const outcomes = new Map<RuleId, Outcome>();
  for (const { rule, verdict, see } of findings) {
    const isOpen = see !== undefined || (verdict !== 'pass' && verdict !== 'fail');
    const before = outcomes.get(rule);
    if (before === 'violated' || (isOpen && before === 'satisfied')) continue;
    outcomes.set(rule, isOpen ? 'open' : verdict === 'fail' ? 'violated' : 'satisfied');
  }
  return outcomes;
}

function count(share: Counted, outcome: Outcome): void {
  if (outcome !== 'open') share.judged++;
  if (outcome === 'violated') share.violated++;
}

/** What distinguishes a request: all of it except the name of the client. */
function keyOf({ method, target, headers, body, credential }: SentRequest): string {
  const own = headers.filter(([name]) => name.toLowerCase() !== 'user-agent');
  const hash = createHash('sha1').update(JSON.stringify([method, target, credential, own, body.kind]));
  if (body.kind === 'bytes' || body.kind === 'truncated') hash.update(body.bytes);
  return hash.digest('base64');
}
