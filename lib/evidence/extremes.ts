/**
 * The largest of many numbers; -Infinity of none, as Math.max has it. A run may have more of them than a call can have arguments.
 */
export function largest(numbers: Iterable<number>): number {
  let most = -Infinity;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The smallest of many numbers; Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}
