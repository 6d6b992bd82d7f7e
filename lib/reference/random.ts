/** A stream of numbers that depends on its seed alone, so that a server started twice with one seed is the same. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number;
  /** Any value of int64, negative ones included. */
  int64(): bigint;
  /** The items in another order; the given array stays as it is. */
  shuffled<T>(items: readonly T[]): T[];
}

/** Starts a stream (mulberry32: small, fast, good enough for made-up pets, useless for secrets). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(fraction() * below);
  return {
    whole,
    int64: () => BigInt.asIntN(64, (BigInt(whole(2 ** 32)) << 32n) | BigInt(whole(2 ** 32))),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: fraction() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
