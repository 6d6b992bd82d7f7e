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
