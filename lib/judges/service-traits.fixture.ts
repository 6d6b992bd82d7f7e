/** How a simulated service behaves where the specification is silent. Every combination conforms to the must rules. */
export interface ServiceTraits {
  readonly pets: number;
  readonly order: 'oldest' | 'newest' | 'random' | 'edited' | 'name';
  readonly paging: 'whole' | 'filter-after' | 'short-with-link' | 'short-silent' | 'clamp-50' | 'filtered-clamp-30';
  /** Which reads lag behind, and by how much at most. */
  readonly lag: 'none' | 'replica' | 'view' | 'index' | 'lists';
  /** Whether only creations are seen late, or edits and deletions too. */
  readonly late: 'creations' | 'writes';
  /** The share of pets that have no status. */
  readonly statusless: number;
  /** Writes of other clients, per second. */
  readonly neighbour: number;
  /** Milliseconds between two requests, at most. */
  readonly pace: number;
}

/** One way in which a simulated service violates a rule. */
export type SimulatedDefect =
  | 'default-is-10'
  | 'one-less-than-limit'
  | 'shuffles'
  | 'filter-hides-newest'
  | 'filter-drops-some'
  | 'filter-empty-for-sold'
  | 'get-misses-newest'
  | 'get-misses-all'
  | 'get-other-status'
  | 'get-other-name'
  | 'get-other-pet'
  | 'get-any-id'
  | 'codes-apart';

/** A quiet, small, ordinary service. */
export const QUIET: ServiceTraits = {
  pets: 37,
  order: 'oldest',
  paging: 'whole',
  lag: 'none',
  late: 'creations',
  statusless: 0,
  neighbour: 0,
  pace: 20,
};

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Traits drawn from everything a conforming service and its surroundings may be. */
export function drawTraits(seed: number): ServiceTraits {
  const random = randomOf(seed * 7_919);
  const pick = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
  return {
    pets: pick([0, 1, 3, 8, 19, 20, 23, 45, 70, 120, seed % 8 === 0 ? 5_000 : 150]) ?? 3,
    order: pick(['oldest', 'oldest', 'newest', 'newest', 'random', 'edited', 'name'] as const) ?? 'oldest',
    paging:
      pick([
        'whole',
        'whole',
        'whole',
        'filter-after',
        'short-with-link',
        'short-silent',
        'clamp-50',
        'filtered-clamp-30',
      ] as const) ?? 'whole',
    lag: pick(['none', 'replica', 'view', 'index', 'lists'] as const) ?? 'none',
    late: pick(['creations', 'writes'] as const) ?? 'creations',
    statusless: pick([0, 0, 0.3, 1]) ?? 0,
    neighbour: pick([0, 0.2, 1, 4, 15]) ?? 0,
    pace: pick([5, 60, 1_000]) ?? 5,
  };
}
