import { MOST_SHOWN } from '../finding.ts';
import { undisturbedPairs, type History, type Pair } from './history.ts';
import { isSuccess } from './metered-request.ts';

/** A Remaining that stands still and then falls by as many as were sent meanwhile. */
export interface StepsDown {
  readonly times: number;
  /** The first falls, each with the request before it. */
  readonly pairs: readonly Pair[];
}

/**
 * This often, and never by more or less: a limiter that restores a unit after a request, and another client that takes just this one with the next,
 * might do so once.
 */
const LEAST_STEPS = 4;

/** As many of the requests that took nothing were served: others may not count at all, and another client may send as many as they are. */
const LEAST_SERVED = 2;

/**
 * Steps in which Remaining goes down: it is as before with some requests, and the next one takes just as many as were sent since the last fall. Nothing
 * was restored then, so it was not counted with each request.
 */
export function findStepsDown({ batches }: History): StepsDown | undefined {
  let steps: Pair[] = [];
  /** How many were sent since the last fall; not known where others were sent between. */
  let since: number | undefined;
  /** Those of them that were served, and those of all the steps. */
  let served = 0;
  let servedInSteps = 0;
  let last: Pair | undefined;
  for (const pair of undisturbedPairs(batches)) {
    const { drop, before, after, at } = pair;
    if (last?.at !== at - 1) {
      since = undefined;
      served = 0;
    }
    last = pair;
    if (drop < 0 || before.reset !== after.reset) {
      steps = [];
      since = undefined;
      continue;
    }
    if (since !== undefined) since++;
    if (drop === 0) {
      if (isSuccess(after)) served++;
      continue;
    }
    if (since !== undefined && since !== drop) steps = [];
    if (steps.length === 0) servedInSteps = 0;
    if (since !== undefined && since === drop && drop > 1) {
      steps.push(pair);
      servedInSteps += served;
    }
    since = 0;
    served = 0;
    if (steps.length >= LEAST_STEPS && servedInSteps >= LEAST_SERVED)
      return { times: steps.length, pairs: steps.slice(0, MOST_SHOWN) };
  }
  return undefined;
}

/** What was seen, in words. */
export function sayStepsDown({ times, pairs }: StepsDown): string {
  const [first = 0, ...others] = pairs.map(({ drop }) => drop);
  const size = others.every((one) => one === first) ? `${first}` : 'as many as were sent meanwhile';
  return `Remaining stood still and then fell by ${size} with one request, ${times} times`;
}
