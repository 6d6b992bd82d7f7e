/** What remains of a mixture that a client breaks on. */
export interface Shrunk<Item> {
  /** Never empty; in the given order. */
  readonly left: readonly Item[];
  /** Without any one of these it was seen not to break. */
  readonly isMinimal: boolean;
  /** How often it was tried. */
  readonly runs: number;
}

/**
 * Finds the few items of a mixture that something breaks on, by leaving out halves, then smaller parts (delta debugging, ddmin).
 * One culprit among n takes 2 log n runs at most. No subset is tried twice, so that this ends even if the same one breaks only at times.
 *
 * @param all - it is known to break on all of these, and not without any
 * @param breaks - whether it breaks on some of them; what it throws ends the search
 * @param budget - how often `breaks` may be called
 */
export async function shrink<Item>(
  all: readonly Item[],
  breaks: (some: readonly Item[]) => Promise<boolean>,
  budget: number,
): Promise<Shrunk<Item>> {
  const tried = new Map<string, boolean>();
  let left = all;
  let parts = 2;
  while (left.length > 1) {
    const smaller = await firstThatBreaks(candidatesOf(left, parts));
    if (smaller === 'budget spent') return { left, isMinimal: false, runs: tried.size };
    if (smaller === undefined && parts >= left.length) break;
    if (smaller === undefined) parts = Math.min(2 * parts, left.length);
    else ({ some: left, parts } = smaller);
  }
  return { left, isMinimal: true, runs: tried.size };

  async function firstThatBreaks(
    candidates: readonly Candidate<Item>[],
  ): Promise<Candidate<Item> | 'budget spent' | undefined> {
    for (const candidate of candidates) {
      const key = all.map((item) => Number(candidate.some.includes(item))).join('');
      if (!tried.has(key) && tried.size >= budget) return 'budget spent';
      const isBroken = tried.get(key) ?? (await breaks(candidate.some));
      tried.set(key, isBroken);
      if (isBroken) return candidate;
    }
    return undefined;
  }
}

/** Fewer items, and into how many parts they are cut next. */
interface Candidate<Item> {
  readonly some: readonly Item[];
  readonly parts: number;
}

/** Each part alone, then all but each part. */
function candidatesOf<Item>(left: readonly Item[], parts: number): Candidate<Item>[] {
  const pieces = Array.from({ length: parts }, (_, index) =>
    left.slice(Math.floor((index * left.length) / parts), Math.floor(((index + 1) * left.length) / parts)),
  );
  return [
    ...pieces.map((some) => ({ some, parts: 2 })),
    ...pieces.map((piece) => ({
      some: left.filter((item) => !piece.includes(item)),
      parts: Math.max(parts - 1, 2),
    })),
  ];
}
