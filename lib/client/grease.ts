import { drawFreedoms, type Freedom } from './freedoms.ts';
import { shrink } from './shrink.ts';

/** What a client was shown to stand of what the specification leaves open, and what it relies on. */
export interface Grease {
  readonly seed: number;
  readonly freedoms: readonly Freedom[];
  /** `unknown`: it fails where nothing is left open as well. */
  readonly verdict: 'stands' | 'breaks' | 'unknown';
  /** The freedoms without which it was seen not to break: one alone, or several that it takes together. Empty unless it breaks. */
  readonly reliesOn: readonly Freedom[];
  /** Those that a run used which it did not break in: all of them, some where it breaks, none where that is unknown. */
  readonly stood: readonly Freedom[];
  /** Whether without any one of these it was seen not to break. */
  readonly isMinimal: boolean;
  /** How often the client was run for that. */
  readonly runs: number;
}

/** One freedom of 25 takes ten runs. */
const MOST_RUNS = 24;

/**
 * Runs a client against a service that conforms in a drawn mixture of ways; where it breaks, narrows the mixture down.
 *
 * @param breaks - whether the client fails against a service with these freedoms, and no others
 */
export async function grease(seed: number, breaks: (some: readonly Freedom[]) => Promise<boolean>): Promise<Grease> {
  const freedoms = drawFreedoms(seed);
  const told = { seed, freedoms, stood: [], reliesOn: [], isMinimal: true };
  if (await breaks([])) return { ...told, verdict: 'unknown', runs: 1 };
  if (!(await breaks(freedoms))) return { ...told, stood: freedoms, verdict: 'stands', runs: 2 };
  const used = new Set<Freedom>();
  const isBroken = async (some: readonly Freedom[]) => {
    const broke = await breaks(some);
    if (!broke) for (const freedom of some) used.add(freedom);
    return broke;
  };
  const { left, isMinimal, runs } = await shrink(freedoms, isBroken, MOST_RUNS);
  const stood = freedoms.filter((freedom) => used.has(freedom));
  return { ...told, stood, verdict: 'breaks', reliesOn: left, isMinimal, runs: runs + 2 };
}

/** What came of it, in one clause. */
export function tellGrease({ verdict, freedoms, reliesOn, isMinimal, seed }: Grease): string {
  if (verdict === 'unknown') return 'it fails where nothing is left open as well, so what it relies on cannot be told';
  if (verdict === 'stands') return `it stands all ${freedoms.length} freedoms of seed ${seed}`;
  const all = reliesOn.map(({ says, clause }) => `${says} (${clause})`).join(', and ');
  return `it breaks where ${all}${isMinimal ? '' : '; fewer of these may do as well'}`;
}
