import { mean, permutationTest } from 'simple-statistics';

/** How a figure changed from some windows to others. */
export interface Change {
  readonly before: number;
  readonly after: number;
  /** In per cent of what it was; undefined where that was 0. */
  readonly percent?: number;
  /** Whether it stands out of the noise between windows; undefined where there are too few of them to tell. */
  readonly standsOut?: boolean;
}

/** With fewer windows on either side no difference is rare enough. */
const FEWEST = 4;

/** A difference that chance makes less often than that stands out. */
const CHANCE = 0.01;

const SHUFFLES = 2_000;

/** Compares the same figure of windows before and after, by their means. @param before, after - one value for each window */
export function changeOf(before: readonly number[], after: readonly number[]): Change {
  if (before.length === 0 || after.length === 0) return { before: mean0(before), after: mean0(after) };
  const [was, is] = [mean0(before), mean0(after)];
  const isEnough = before.length >= FEWEST && after.length >= FEWEST;
  return {
    before: was,
    after: is,
    ...(was > 0 && { percent: (100 * (is - was)) / was }),
    ...(isEnough && {
      standsOut: is !== was && permutationTest(before, after, 'two_side', SHUFFLES, repeatable()) < CHANCE,
    }),
  };
}

function mean0(values: readonly number[]): number {
  return values.length === 0 ? 0 : mean([...values]);
}

/** Numbers from 0 to 1, the same in each comparison: the same runs must compare the same. */
function repeatable(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
