import type { LoadStep } from '../evidence/load-step.ts';

/** What a staircase goes by of each step. */
export type Step = Pick<LoadStep, 'rate' | 'kept' | 'confidence'>;

/** Where a staircase begins and ends, in requests a second. */
export interface Stairs {
  readonly from: number;
  /** The configured ceiling: nothing is sent faster. */
  readonly to: number;
}

/** No staircase has more steps. */
export const MOST_STEPS = 30;

/** How often a step that decides is taken with the same result. */
const CONFIRMED = 2;

/** How often a rate that is not kept is tried at most, until that is sure enough. */
const MOST_TRIES = 3;
const SURE = 0.95;

/** Two rates this close together are one: the measurement is no finer. */
const CLOSE = 1.03;

/** From one step to the next while all is well: a factor. */
const RISE = 2;

/**
 * The rate of the next step, or undefined when the knee is known: rates rise until one breaks an objective, or the ceiling is
 * reached; then the gap is halved until it is narrow, and the step on either side of it is taken again.
 */
export function nextRate(steps: readonly Step[], { from, to }: Stairs): number | undefined {
  if (steps.length >= MOST_STEPS) return undefined;
  const tallies = tallied(steps);
  const open = tallies.find(
    ({ kept, broken, doubt }) => kept === broken || (broken > kept && kept + broken < MOST_TRIES && doubt > 1 - SURE),
  );
  if (open !== undefined) return open.rate;
  const broken = tallies.find((tally) => tally.broken > tally.kept);
  const kept = tallies.findLast((tally) => tally.kept > tally.broken && tally.rate < (broken?.rate ?? Infinity));
  if (broken === undefined) {
    if (kept === undefined) return Math.min(from, to);
    if (kept.rate < to) return Math.min(to, kept.rate * RISE);
    return kept.kept < CONFIRMED ? kept.rate : undefined;
  }
  if (kept === undefined) {
    if (broken.broken < CONFIRMED) return broken.rate;
    return broken.rate > LEAST ? Math.max(LEAST, broken.rate / RISE) : undefined;
  }
  const middle = Math.sqrt(kept.rate * broken.rate);
  if (broken.rate / kept.rate > CLOSE) return middle;
  if (kept.kept < CONFIRMED) return kept.rate;
  return broken.broken < CONFIRMED ? broken.rate : undefined;
}

/** The slowest step, in requests a second. */
const LEAST = 0.5;

/** The highest rate that kept the objectives, each time but at most every other; undefined where none did. */
export function kneeOf(steps: readonly Step[]): number | undefined {
  const broken = lowestBroken(steps) ?? Infinity;
  return tallied(steps).findLast(({ rate, kept, broken: times }) => rate < broken && kept > times)?.rate;
}

/** The lowest rate that broke the objectives, as often as it kept them or more often; undefined where each was kept. */
export function lowestBroken(steps: readonly Step[]): number | undefined {
  return tallied(steps).find((tally) => tally.broken >= tally.kept)?.rate;
}

interface Tally {
  readonly rate: number;
  readonly kept: number;
  readonly broken: number;
  /** The probability that each time it was broken was bad luck. */
  readonly doubt: number;
}

function tallied(steps: readonly Step[]): Tally[] {
  return [...Map.groupBy(steps, ({ rate }) => rate)]
    .map(([rate, all]) => {
      const kept = all.filter((step) => step.kept).length;
      const doubt = all.reduce((product, step) => (step.kept ? product : product * (1 - step.confidence)), 1);
      return { rate, kept, broken: all.length - kept, doubt };
    })
    .toSorted((a, b) => a.rate - b.rate);
}
