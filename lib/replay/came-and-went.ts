import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { Bench } from '../judges/index.ts';
import { Repetitions, type Share } from '../ledger/repetitions.ts';
import type { RuleId } from '../rules/index.ts';

/** As often as a request is sent once more, to see whether a fault that may come and go comes again. */
const MOST_TIMES = 40;

/** Twice as many requests as it took then to meet the fault once: fewer are satisfied by chance. */
const TWICE = 2;

/** What a recorded run shows of whether its faults stayed. */
export interface CameAndWent {
  /**
   * Why responses that satisfy a rule today do not show that the fault is gone: one and the same request violated the rule at
   * one time and satisfied it at another, this one or, where this one was sent once, another one.
   *
   * @returns one clause; undefined where the fault was there each time, as far as the run shows
   */
  why(rule: RuleId, exchange: Exchange): string | undefined;
  /**
   * How often more a request must be sent before responses that satisfy the rule say anything: none where a request that
   * violated it did so each of several times, or where every response violated it.
   */
  timesMore(rule: RuleId, exchange: Exchange): number;
}

/** Tells faults that came and went in a recorded run from those that stayed. */
export function cameAndWentIn(knowledge: Knowledge, exchanges: Iterable<Exchange>): CameAndWent {
  const repetitions = new Repetitions();
  const bench = new Bench(knowledge);
  for (const exchange of exchanges) repetitions.note(exchange, bench.see(exchange));
  return {
    why(rule, { request }) {
      const own = repetitions.ofRequest(rule, request);
      if (own === undefined || own.violated === 0) return undefined;
      const says = 'satisfying it today does not show that the fault is gone';
      if (varied(own)) return `violated ${rule} ${own.violated} of ${own.judged} times then: ${says}`;
      const other = own.judged > 1 ? undefined : repetitions.ofViolating(rule).find(varied);
      if (other === undefined) return undefined;
      return `violated ${rule} once then, and another request only ${other.violated} of ${other.judged} times: ${says}`;
    },
    timesMore(rule, { request }) {
      const own = repetitions.ofRequest(rule, request);
      const all = repetitions.ofAll(rule);
      if (own === undefined || own.violated === 0 || all === undefined || !varied(all)) return 0;
      const violating = repetitions.ofViolating(rule);
      const hasStayed =
        own.judged > 1 ? !varied(own) : violating.some(({ judged }) => judged > 1) && !violating.some(varied);
      return hasStayed ? 0 : Math.min(MOST_TIMES, Math.ceil((TWICE * all.judged) / all.violated));
    },
  };
}

function varied({ violated, judged }: Share): boolean {
  return violated > 0 && violated < judged;
}
