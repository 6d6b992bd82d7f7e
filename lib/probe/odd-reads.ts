import { badIds, badLimits, badStatuses } from './draws.ts';

/**
 * Requests for lists and pets with one odd value each, as they follow the base address.
 *
 * @param known - an id that the service knows, if any was seen
 * @param seed - that of the run
 */
export function oddReads(known: bigint | undefined, seed = 0): readonly string[] {
  const queries = [badLimits(seed), badStatuses].flatMap(({ always, others = [] }) => [...others, ...always]);
  const { always, others = [] } = badIds(known, seed);
  const ids = [...others, ...always].filter((id) => id.length < LONG_ID);
  return [...queries.map((query) => `/pets?${query}`), ...ids.map((id) => `/pets/${id}`)];
}

/** Longer ones are sent once, where a probe is about them. */
const LONG_ID = 100;
