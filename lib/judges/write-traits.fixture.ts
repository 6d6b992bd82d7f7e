import { randomOf } from './service-traits.fixture.ts';

/** How a simulated service that accepts writes, and its other clients, behave. Every combination conforms. */
export interface WriteTraits {
  readonly pets: number;
  readonly order: 'oldest' | 'newest' | 'random';
  readonly paging: 'whole' | 'clamp-50' | 'short-silent';
  /** `reused`: the largest id is given again once its pet is deleted. `sparse`: rising, with gaps. */
  readonly ids: 'counted' | 'reused' | 'sparse' | 'random';
  readonly lag: 'none' | 'replica' | 'lists' | 'index' | 'all';
  /** Whether only creations are seen late, or edits and deletions too. */
  readonly late: 'creations' | 'writes';
  /** Writes of other clients, per second. */
  readonly neighbour: number;
  /** Other clients edit whole pets and read numbers as doubles. */
  readonly rounds: boolean;
  /** How often somebody deletes what petvet made, in milliseconds; 0 for never. */
  readonly cleaner: number;
  /** Milliseconds between two requests, at most. */
  readonly pace: number;
}

/** One way in which it violates a rule on writes. */
export type WriteDefect =
  | 'one-id-for-all'
  | 'id-by-second'
  | 'one-id-at-once'
  | 'takes-listed-ids'
  | 'stores-refused'
  | 'stores-before-validating-status'
  | 'stores-without-key'
  | 'stores-with-wrong-key'
  | 'loses-all'
  | 'loses-some'
  | 'stores-available'
  | 'stores-other-category'
  | 'stores-short-names'
  | 'stores-latin'
  | 'lists-are-frozen'
  | 'lists-say-available'
  | 'stores-under-next-id'
  | 'rounds-ids-in-lists'
  | 'rounds-ids-when-created'
  | 'rounds-stored-category'
  | 'rounds-category-in-lists';

/** A quiet, small, ordinary service. */
export const QUIET_WRITES: WriteTraits = {
  pets: 37,
  order: 'oldest',
  paging: 'whole',
  ids: 'sparse',
  lag: 'none',
  late: 'creations',
  neighbour: 0,
  rounds: false,
  cleaner: 0,
  pace: 20,
};

/** Traits drawn from everything that a conforming service and its surroundings may be. */
export function drawWriteTraits(seed: number): WriteTraits {
  const random = randomOf(seed * 6_007);
  const pick = <T>(choices: readonly T[], otherwise: T): T =>
    choices[Math.floor(random() * choices.length)] ?? otherwise;
  return {
    pets: pick([0, 0, 1, 3, 8, 19, 45, 97, 120, 150], 3),
    order: pick(['oldest', 'newest', 'random'], 'oldest'),
    paging: pick(['whole', 'whole', 'whole', 'clamp-50', 'short-silent'], 'whole'),
    ids: pick(['counted', 'reused', 'reused', 'sparse', 'random'], 'counted'),
    lag: pick(['none', 'replica', 'lists', 'index', 'all'], 'none'),
    late: pick(['creations', 'writes'], 'creations'),
    neighbour: pick([0, 0.2, 1, 4, 15], 0),
    rounds: pick([true, false], false),
    cleaner: pick([0, 0, 0, 60_000], 0),
    pace: pick([5, 60, 1_000], 5),
  };
}
