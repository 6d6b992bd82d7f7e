import { MOST_SHOWN } from '../finding.ts';
import { undisturbedPairs, type History, type Pair } from './history.ts';
import { isSuccess } from './metered-request.ts';

/** A Remaining that stands still and then falls by as many as the requests sent since its last fall. */
export interface StepsDown {
  readonly times: number;
  /** The first falls, each with the request before it. */
  readonly pairs: readonly Pair[];
}

/** The requests since the last fall, none of which took anything. */
interface Still {
  readonly sent: number;
  readonly served: number;
}

/** A fall by as many as were sent since the one before it. */
interface Step {
  readonly pair: Pair;
  /** Of the requests that took nothing. */
  readonly served: number;
}

/**
 * This often, and never by more or less: a limiter that restores a unit after a request, and another client that takes just this one with the next,
 * might do so once.
 */
const LEAST_STEPS = 4;

/** At least this many of the requests that took nothing were served; others may not count at all, and another client may send just as many. */
const LEAST_SERVED = 2;

/**
 * Steps in which Remaining goes down: it is as before with some requests, and the next one takes just as many as were sent since the last fall. Nothing
 * was restored then, so it was not counted with each request.
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
  const size = others.every((one) => one === first) ? `${first}` : 'as many as the requests sent since';
  return `Remaining stood still and then fell by ${size} with one request, ${times} times`;
}
