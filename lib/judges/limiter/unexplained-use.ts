import { isEnough } from '../prices.ts';
import { countingsFor, type WrongCounting } from './countings.ts';
import { explainCounts, type ExplainedCounts, type Explanation } from './explained-counts.ts';
import type { SentManners } from './manners.ts';
import type { History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { PROOF, TOLERANCES } from './prices.ts';

/** How Remaining fell, or did not fall, beyond what petvet sent. */
export interface UnexplainedUse {
  /** The service counts wrong: by the prices, nothing else explains it. */
  readonly miscounted: Explanation<WrongCounting> | undefined;
  /** The same where it only is the likeliest, which names the cause where it is known that something is wrong. */
  readonly likely: Explanation<WrongCounting> | undefined;
  /** The same where another client that keeps pace with petvet explains it as well. */
  readonly perhapsMiscounted: Explanation<WrongCounting> | undefined;
  /** Falls that are not explained: another client uses the key. The numbers of the exchanges. */
  readonly byOthers: readonly number[];
}

/**
 * Explains what Remaining does beyond falling by one with each request: by the cheapest wrong way of counting, or by another client.
 * Source: rule RATE-4's notes.
 *
 * @param manners - those in which the requests of the log differ, where it is at hand
 */
export function findUnexplainedUse(
  history: History,
  quota: Quota,
  manners: readonly SentManners[] = [],
): UnexplainedUse {
  const known = KNOWN.get(history.batches);
  if (known?.quota.windowMs === quota.windowMs && manners.length === 0) return known.use;
  const use = useOf(explainCounts(countingsFor(history, manners), history, quota));
  KNOWN.set(history.batches, { quota, use });
  return use;
}

/** The same history, which may be long, is read several times. */
const KNOWN = new WeakMap<History['batches'], { readonly quota: Quota; readonly use: UnexplainedUse }>();

function useOf({ explanations, byOthers }: ExplainedCounts<WrongCounting>): UnexplainedUse {
  const [best] = explanations.filter(({ isPartial }) => !isPartial);
  const miscounted = best !== undefined && isEnough(best.gain) ? best : undefined;
  const doubtful = explanations
    .filter(({ counting: { units = 0 }, gainAlone, taking }) => {
      return units > 1 && isEnough(gainAlone) && taking.explained === taking.all;
    })
    .toSorted((a, b) => b.gainAlone - a.gainAlone);
  const likely = miscounted ?? (best !== undefined && best.gain >= PROOF.likely ? best : undefined);
  return {
    miscounted,
    likely,
    perhapsMiscounted: miscounted === undefined ? doubtful[0] : undefined,
    byOthers: likely?.byOthers ?? byOthers,
  };
}

/** Rounding, and a request of petvet's that left no trace. In units. */
const SLACK = 2;

/**
 * The answers of which Remaining was lower than all of petvet's requests that a limiter can remember explain: another
 * client has used the key, though none of its requests fell between two of petvet's. The numbers of the exchanges.
 */
export function findUseByOthers({ requests }: History, { perWindow, windowMs }: Quota): number[] {
  let forgotten = 0;
  return requests.flatMap(({ number, from, remaining, limit, period, refused }, index) => {
    while ((requests.at(forgotten)?.to ?? from) < from - TOLERANCES.rememberedWindows * windowMs) forgotten++;
    // The refusal itself is to be explained, and does not show another client.
    if (remaining === undefined || refused || limit !== perWindow || period !== 'minute') return [];
    // Concurrent ones may have come first.
    const isLower = remaining < perWindow - (index + 1 - forgotten) - countBeside(requests, index) - SLACK + 1;
    return isLower ? [number] : [];
  });
}

/** How many requests left after one of them, but before its answer was there. */
function countBeside(requests: History['requests'], index: number): number {
  const to = requests.at(index)?.to ?? 0;
  let next = index + 1;
  // They are in the order in which they left.
  while ((requests.at(next)?.from ?? Infinity) <= to) next++;
  return next - index - 1;
}
