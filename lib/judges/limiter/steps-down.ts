import { MOST_SHOWN } from '../finding.ts';
import { undisturbedPairs, type History, type Pair } from './metered-history.ts';
import { isSuccess } from './metered-request.ts';

/** Remaining stays the same for several requests, then drops by their number. */
export interface StepsDown {
  readonly times: number;
  /** The first drops, each with the request before it. */
  readonly pairs: readonly Pair[];
}

/** The requests since the last drop: Remaining stayed the same with each. */
interface Still {
  readonly sent: number;
  readonly served: number;
}

/** A drop by the number of requests sent since the one before it. */
interface Step {
  readonly pair: Pair;
  /** How many of the requests before it were served. */
  readonly served: number;
}

/**
 * This often, and never by more or less: once may be chance, where a limiter restores a unit after a request and another client takes it before the
 * next.
 */
const LEAST_STEPS = 4;

/** At least this many of the requests that changed nothing were served: others may not count at all, and another client may send just as many. */
const LEAST_SERVED = 2;

/**
 * Finds the steps in which Remaining goes down: it stays the same for some requests, and the next one lowers it by the number of requests since the last
 * drop. Nothing was restored in between, so it was not counted with each request.
 */
export function findStepsDown({ batches }: History): StepsDown | undefined {
  let steps: Step[] = [];
  /** Not known at first, after a refill and where others were sent between. */
  let still: Still | undefined;
  let last: Pair | undefined;
  for (const pair of undisturbedPairs(batches)) {
    const { drop, before, after, at } = pair;
    if (last?.at !== at - 1) still = undefined;
    last = pair;
    if (drop < 0 || before.reset !== after.reset) {
      steps = [];
      still = undefined;
      continue;
    }
    if (drop === 0) {
      if (still !== undefined) still = { sent: still.sent + 1, served: still.served + (isSuccess(after) ? 1 : 0) };
      continue;
    }
    if (still !== undefined && still.sent + 1 !== drop) steps = [];
    else if (still !== undefined && drop > 1) steps.push({ pair, served: still.served });
    still = { sent: 0, served: 0 };
    const served = steps.reduce((sum, step) => sum + step.served, 0);
    if (steps.length >= LEAST_STEPS && served >= LEAST_SERVED)
      return { times: steps.length, pairs: steps.slice(0, MOST_SHOWN).map((step) => step.pair) };
  }
  return undefined;
}

/** What was seen, in words. */
export function sayStepsDown({ times, pairs }: StepsDown): string {
  const [first = 0, ...others] = pairs.map(({ drop }) => drop);
  const size = others.every((one) => one === first) ? `${first}` : 'their number';
  return `Remaining stayed the same for several requests and then dropped by ${size}, ${times} times`;
}
