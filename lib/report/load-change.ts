import { mean, permutationTest } from 'simple-statistics';

/** How a figure changed from some windows to others. */
export interface Change {
  readonly before: number;
  readonly after: number;
  /** In per cent of what it was; undefined where that was 0. */
  readonly percent?: number;
  /** Whether it is significant: out of the noise between windows; undefined where there are too few of them to tell. */
  readonly standsOut?: boolean;
}

/** A difference that chance makes less often than that is significant. */
const CHANCE = 0.01;

const SHUFFLES = 20_000;

/** Compares the same figure of windows before and after, by their means. @param before, after - one value for each window */
export function changeOf(before: readonly number[], after: readonly number[]): Change {
  if (before.length === 0 || after.length === 0) return { before: mean0(before), after: mean0(after) };
  const [was, is] = [mean0(before), mean0(after)];
  const isEnough = 2 / waysToChoose(before.length, before.length + after.length) < CHANCE;
  return {
    before: was,
    after: is,
    ...(was > 0 && { percent: (100 * (is - was)) / was }),
    ...(isEnough && {
      standsOut: is !== was && permutationTest(before, after, 'two_side', SHUFFLES, repeatable()) < CHANCE,
    }),
  };
}

/**
 * In how many ways values can be dealt out to two sides of their sizes, such as the windows of two runs. Two of these are as far
 * apart as values that do not overlap at all: with few values not even that is rare, and nothing can be significant.
 */
export function waysToChoose(some: number, all: number): number {
  return Array.from({ length: Math.min(some, all - some) }, (_none, index) => (all - index) / (index + 1)).reduce(
    (ways, factor) => ways * factor,
    1,
  );
}

function mean0(values: readonly number[]): number {
  return values.length === 0 ? 0 : mean([...values]);
}

/**
 * Numbers from 0 to 1, the same ones in each series: what shuffles with them comes to the same result each time. Park and Miller's
 * minimal standard generator, with the multiplier of 1993 (Communications of the ACM 36, 7).
 *
 * @param seed - from 1 to 2^31 − 2
 */
export function repeatable(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
