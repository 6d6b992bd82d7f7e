/** Nobody counts categories up to here, and twice as much is within 31 bits. */
const LEAST = 1_000_000_000n;

/** How far apart own categories are, so that one that another client made up is hardly ever taken for one. */
const STEP = 9_973n;
const STEPS = 100_000n;

/** A category by which petvet knows a pet of its own that has no name. @param chance - what makes it another one, at least 0 */
export function ownCategory(chance: number): bigint {
  return LEAST + (BigInt(chance) % STEPS) * STEP;
}

/** Whether a category is one that {@link ownCategory} gives. */
export function isOwnCategory(category: bigint): boolean {
  const beyond = category - LEAST;
  return beyond >= 0n && beyond < STEPS * STEP && beyond % STEP === 0n;
}
