import { createHash } from 'node:crypto';
import type { Exchange, SentRequest } from '../evidence/exchange.ts';
import type { Finding } from '../judges/finding.ts';
import type { RuleId } from '../rules/index.ts';

/** So many different requests are remembered: a load run sends more, and tells of rates by itself. */
const MOST_REQUESTS = 5_000;

/** As many characters of a target as a sentence shows. */
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

/** One request, and what its responses came to. */
interface Repeated extends Counted {
  readonly line: string;
}

/**
 * Tells faults that come and go from those that a request always meets: the same request violated a rule and, another time,
 * satisfied it.
 */
export class Repetitions {
  readonly #ofRule = new Map<RuleId, Counted & { readonly requests: Map<string, Repeated> }>();
  #known = 0;
  readonly #keys = new WeakMap<SentRequest, string>();

  /** Takes in one exchange and what the judges of single exchanges say of it. */
  note(exchange: Exchange, findings: readonly Finding[]): void {
    const outcomes = outcomesOf(findings);
    if (outcomes.size === 0) return;
    const key = this.#keyOf(exchange.request);
    for (const [rule, isViolated] of outcomes) {
      const ofRule = this.#ofRule.get(rule) ?? { violated: 0, judged: 0, requests: new Map<string, Repeated>() };
      this.#ofRule.set(rule, ofRule);
      count(ofRule, isViolated);
      const { method, target } = exchange.request;
      const known = ofRule.requests.get(key);
      if (known === undefined && this.#known++ >= MOST_REQUESTS) continue;
      const request = known ?? { violated: 0, judged: 0, line: `${method} ${target.slice(0, MOST_TARGET)}` };
      ofRule.requests.set(key, request);
      count(request, isViolated);
    }
  }

  #keyOf(request: SentRequest): string {
    const key = this.#keys.get(request) ?? keyOf(request);
    this.#keys.set(request, key);
    return key;
  }

  /** How often responses to one and the same request violated a rule, and were judged under it; undefined where none was. */
  ofRequest(rule: RuleId, request: SentRequest): Share | undefined {
    return this.#ofRule.get(rule)?.requests.get(this.#keyOf(request));
  }

  /** The same of each request that violated a rule, in the order of sending. */
  ofViolating(rule: RuleId): readonly Share[] {
    return [...(this.#ofRule.get(rule)?.requests.values() ?? [])].filter(({ violated }) => violated > 0);
  }

  /** The same of all requests together; undefined where no response was judged under the rule. */
  ofAll(rule: RuleId): Share | undefined {
    return this.#ofRule.get(rule);
  }

  /** How often a rule was violated, where some requests satisfied it. */
  share(rule: RuleId): string | undefined {
    const { violated, judged } = this.#ofRule.get(rule) ?? { violated: 0, judged: 0 };
    return violated > 0 && violated < judged ? `${violated} of ${judged} requests` : undefined;
  }

  /** How often a rule was violated, where one and the same request did so at one time and not at another; undefined elsewhere. */
  said(rule: RuleId): string | undefined {
    const ofRule = this.#ofRule.get(rule);
    const [often] = [...(ofRule?.requests.values() ?? [])]
      .filter(({ violated, judged }) => violated > 0 && violated < judged)
      .toSorted((a, b) => b.judged - a.judged);
    if (ofRule === undefined || often === undefined) return undefined;
    return `${ofRule.violated} of ${ofRule.judged} requests, ${often.line} ${often.violated} of ${often.judged} times`;
  }
}

/** Of each rule that was judged, whether it was violated. What is blamed on another rule says nothing. */
function outcomesOf(findings: readonly Finding[]): ReadonlyMap<RuleId, boolean> {
  const outcomes = new Map<RuleId, boolean>();
  for (const { rule, verdict, see } of findings) {
    if (see !== undefined || (verdict !== 'pass' && verdict !== 'fail')) continue;
    outcomes.set(rule, verdict === 'fail' || outcomes.get(rule) === true);
  }
  return outcomes;
}

function count(share: Counted, isViolated: boolean): void {
  share.judged++;
  if (isViolated) share.violated++;
}

/** What makes a request one of its own: all of it but the name of the client. */
function keyOf({ method, target, headers, body, credential }: SentRequest): string {
  const own = headers.filter(([name]) => name.toLowerCase() !== 'user-agent');
  const hash = createHash('sha1').update(JSON.stringify([method, target, credential, own, body.kind]));
  if (body.kind === 'bytes' || body.kind === 'truncated') hash.update(body.bytes);
  return hash.digest('base64');
}
