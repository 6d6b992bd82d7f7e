import type { Exchange } from '../evidence/exchange.ts';
import { largest, smallest } from '../evidence/extremes.ts';

/**
 * How long, in milliseconds, a write may take to be seen everywhere: a second or two by the rules' notes, and one for
 * the responses' own travel. Looks that are all within this time of each other prove nothing: a probe that suspects something
 * waits this long, sends the requests of the inconclusive finding again in their order, and then the first of them once more.
 */
export const SETTLING_MS = 3_000;

/** Whether no lag explains any more that a pet is not seen in one response which another one showed. */
export function isSettled({ from }: Moment, { to }: Moment): boolean {
  return from >= to + SETTLING_MS;
}

/** Looks further apart than this, in milliseconds, are not a pair; a run that waits for its rate window stays below it. */
export const LOOKS_APART_MS = 90_000;

/** When an exchange took place, in milliseconds since 1970, and its number. */
export interface Moment {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** One of two things looked at alternately: `sight` shows something, `look` lacks it, `against` contradicts that this is so throughout. */
export interface Glance extends Moment {
  readonly side: 'sight' | 'look' | 'against';
}

/** What a moment shows of two things that are looked at alternately. */
export function glanceAt({ number, from, to }: Moment, side: Glance['side']): Glance {
  return { number, from, to, side };
}

/** When an exchange took place. */
export function momentOf({ id, times }: Exchange): Moment {
  return { number: id, from: times.startedAt, to: times.endedAt };
}

/** A time, in milliseconds since 1970, both ends included. */
export type TimeSpan = Pick<Moment, 'from' | 'to'>;

/** From the first of some moments to the end of the last. @param around - and for this long before and after them, in milliseconds */
export function spanOf(moments: readonly TimeSpan[], around = 0): TimeSpan {
  const from = smallest(moments.map((moment) => moment.from)) - around;
  return { from, to: largest(moments.map((moment) => moment.to)) + around };
}

/** Whether two of them overlap. */
export function overlap(one: TimeSpan, other: TimeSpan): boolean {
  return one.to >= other.from && one.from <= other.to;
}

/**
 * The confirmation of design.md, "Confirmation without sending": sights and looks that alternate, agree among themselves,
 * and span more than a lag.
 *
 * @param glances - in any order; exchanges that overlap in time never count as one after the other
 * @param enclosed - whether every look must have a sight before and after it (what may come and go); otherwise two
 *   alternating pairs are enough (what is stable on both sides)
 * @returns the glances that show it, four to five; undefined when nothing is confirmed
 */
export function confirmedBy<G extends Glance>(glances: readonly G[], enclosed: boolean): readonly G[] | undefined {
  const [chain] = chainsOf(glances, enclosed ? 5 : 4, enclosed);
  return chain && endsOf(chain, enclosed);
}

/**
 * The chains of glances in which both sides alternate and which no lag explains: at most one for each stretch of time in which nothing
 * contradicts.
 *
 * @param least - how many glances a chain needs
 */
export function chainsOf<G extends Glance>(glances: readonly G[], least: number, enclosed = true): (readonly G[])[] {
  return stretches(glances).flatMap((stretch) => {
    const chain = alternating(stretch);
    if (enclosed && chain[0]?.side === 'look') chain.shift();
    if (enclosed && chain.at(-1)?.side === 'look') chain.pop();
    return chain.length >= least && outlastsLag(chain) ? [chain] : [];
  });
}

/** The glances of a chain that show it, five at most. */
export function endsOf<G extends Glance>(chain: readonly G[], enclosed = true): readonly G[] {
  const first = enclosed ? 3 : 2;
  return chain.length <= first + 2 ? chain : [...chain.slice(0, first), ...chain.slice(-2)];
}

/** The stretches of time in which nothing contradicts and no gap is too long. */
function stretches<G extends Glance>(glances: readonly G[]): G[][] {
  const found: G[][] = [];
  let current: G[] = [];
  for (const glance of glances.toSorted((a, b) => a.from - b.from)) {
    const last = current.at(-1);
    if (glance.side === 'against' || (last !== undefined && glance.from - last.to > LOOKS_APART_MS)) {
      found.push(current);
      current = [];
    }
    if (glance.side !== 'against') current.push(glance);
  }
  return [...found, current];
}

/** The longest chain in which sight and look alternate, each begun after the one before it ended. */
function alternating<G extends Glance>(stretch: readonly G[]): G[] {
  const chain: G[] = [];
  for (const glance of stretch) {
    const last = chain.at(-1);
    if (last === undefined || (last.side !== glance.side && last.to <= glance.from)) chain.push(glance);
  }
  return chain;
}

/** Whether neither a new thing not yet seen everywhere, nor a removed one still seen somewhere, explains a chain. */
function outlastsLag(chain: readonly Glance[]): boolean {
  const firstSight = chain.find(({ side }) => side === 'sight');
  const firstLook = chain.find(({ side }) => side === 'look');
  const lastSight = chain.findLast(({ side }) => side === 'sight');
  const lastLook = chain.findLast(({ side }) => side === 'look');
  if (!firstSight || !firstLook || !lastSight || !lastLook) return false;
  return lastLook.from - firstSight.to >= SETTLING_MS && lastSight.from - firstLook.to >= SETTLING_MS;
}
