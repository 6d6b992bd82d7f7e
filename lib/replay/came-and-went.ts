import type { Exchange } from '../evidence/exchange.ts';
import type { Share } from '../ledger/repetitions.ts';
import type { RuleId } from '../rules/index.ts';
import type { RecordedStore } from './recorded-store.ts';

/** As many responses satisfy the rule by chance, of a service whose fault is as frequent as it was, in one of a hundred replays. */
const BY_CHANCE = 0.01;

/** As often as a request that was sent once is sent once more, to see whether its fault comes and goes. */
const MOST_TIMES = 40;

/** Twice as many requests as it took then to meet the fault once: fewer are satisfied by chance. */
const TWICE = 2;

/** What a recorded run shows of whether its faults stayed. */
export interface CameAndWent {
  /**
   * Why responses that satisfy a rule today do not show that the fault is gone: one and the same request violated the rule at
   * one time and satisfied it at another, and was not sent often enough today.
   *
   * @param times - how often it was sent today
   * @returns one clause; undefined where the fault was there each time, as far as the run shows
   */
  why(rule: RuleId, exchange: Exchange, times: number): string | undefined;
  /** How often a request must be sent until responses that satisfy the rule say anything. */
  times(rule: RuleId, exchange: Exchange): number;
}

/** Tells faults that came and went in a recorded run from those that stayed. */
export function cameAndWentIn({ repetitions }: Pick<RecordedStore, 'repetitions'>): CameAndWent {
  const hasStayed = (rule: RuleId, own: Share): boolean =>
    own.judged > 1 || repetitions.ofViolating(rule).some(({ judged }) => judged > 1);
  const shareOf = (rule: RuleId, { request }: Exchange): Share | undefined => {
    const own = repetitions.ofRequest(rule, request);
    if (own === undefined || own.violated === 0 || varied(own)) return own;
    if (own.judged > 1) return own;
    return repetitions.ofViolating(rule).find(varied) ?? own;
  };
  const times = (rule: RuleId, exchange: Exchange): number => {
    const share = shareOf(rule, exchange);
    if (share === undefined || share.violated === 0) return 1;
    if (!varied(share)) return 1 + timesMoreOfOne(rule, share);
    return Math.ceil(Math.log(BY_CHANCE) / Math.log(1 - share.violated / share.judged));
  };
  /** Of a request that violated the rule each time: none more where it did so several times, or another one did. */
  const timesMoreOfOne = (rule: RuleId, own: Share): number => {
    const all = repetitions.ofAll(rule);
    return hasStayed(rule, own) || all === undefined || !varied(all)
      ? 0
      : Math.min(MOST_TIMES, Math.ceil((TWICE * all.judged) / all.violated));
  };
  return {
    times,
    why(rule, exchange, sent) {
      const share = shareOf(rule, exchange);
      if (share === undefined || !varied(share) || sent >= times(rule, exchange)) return undefined;
      return `violated ${rule} ${share.violated} of ${share.judged} times then: satisfying it ${sent} times does not show that the fault is gone`;
    },
  };
}

function varied({ violated, judged }: Share): boolean {
  return violated > 0 && violated < judged;
}
