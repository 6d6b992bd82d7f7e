/** One of several values of a kind: a run tries one of them, and runs of other seeds the others. */
export function byTurns<T>(seed: number, first: T, ...others: readonly T[]): T {
  const all = [first, ...others];
  return all[Math.abs(seed) % all.length] ?? first;
}

/** Of values of one kind the one whose turn it is, and the others. @param seed - that of the run, which decides on it */
export function turnOf<T>(
  seed: number,
  first: T,
  ...others: readonly T[]
): { readonly turn: T; readonly rest: readonly T[] } {
  const turn = byTurns(seed, first, ...others);
  return { turn, rest: [first, ...others].filter((one) => one !== turn) };
}

/** Two lists as one: an element of each after the other, and what is left of the longer one. */
export function alternating<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_none, at) => [
    ...other.slice(at, at + 1),
    ...one.slice(at, at + 1),
  ]).flat();
}
