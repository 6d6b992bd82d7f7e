import type { Moment } from './alternation.ts';
import { isEnough, MOST_KEPT, PRICES, type Prices } from './prices.ts';

/** A machine at work takes this long, in milliseconds, to send what it sends next; another client may take no longer to act. */
const NEXT_MS = 250;

/** The most requests between one of several concurrent creations and the look at it. */
const NEXT_REQUESTS = 4;

/** A created pet, and the first look that shows what became of it. */
export interface Act {
  readonly creation: Moment;
  readonly look: Moment | undefined;
}

/** What another client would have to have done to created pets, each before it was looked at. */
export interface Habit {
  readonly acts: readonly Act[];
  /** Where it alters: how many of them were seen so when no lag explained it any more. */
  readonly settled?: number;
  /** Where it deletes: whether the pets of others stay, and how many created ones that it could have met. */
  readonly kept?: { readonly old: boolean; readonly new: number };
}

/** Whether only the service explains it; a habit that other pets contradict is not asked about. */
export function isNoHabit({ acts, settled, kept }: Habit, prices: Prices = PRICES): boolean {
  const quick = acts.filter(({ creation, look }) => isAtOnce(creation, look)).length;
  const habit = prices.habit + prices.quick * quick + (acts.length > quick ? prices.others : 0);
  const spared = kept?.old === true ? prices.oldKept + prices.newKept * Math.min(kept.new, MOST_KEPT) : 0;
  const passing = settled === undefined ? Infinity : prices.sameEdit * settled;
  return acts.length > 0 && isEnough(Math.min(habit + spared, passing));
}

/** Whether something was looked at as soon as it was created, before other clients that look at new pets: with the next requests. */
export function isAtOnce(creation: Moment, look: Moment | undefined): boolean {
  if (look === undefined) return false;
  return look.number - creation.number <= NEXT_REQUESTS && look.from - creation.to <= NEXT_MS;
}

/** The most acts that a doubt names. */
const MOST_NAMED = 3;

/** The exchanges of the acts that tell most, for a doubt that further pets settle. */
export function shownByActs(acts: readonly Act[]): number[] {
  const shown = soonestFirst(acts, (act) => act).slice(0, MOST_NAMED);
  const numbers = shown.flatMap(({ creation, look }) => [creation.number, ...(look ? [look.number] : [])]);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** Those that were looked at at once first, as they tell most. */
export function soonestFirst<Of>(all: readonly Of[], actOf: (one: Of) => Act): Of[] {
  const isSoon = (one: Of) => Number(isAtOnce(actOf(one).creation, actOf(one).look));
  return all.toSorted((a, b) => isSoon(b) - isSoon(a));
}
