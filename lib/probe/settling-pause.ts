import { SETTLING_MS } from '../judges/alternation.ts';
import { drawnFraction } from './drawn-number.ts';

/** A pause is longer than a write may take to be seen by this much at least, and at most, in milliseconds. */
const LEAST_JITTER_MS = 50;
export const MOST_JITTER_MS = 400;

/**
 * How long to wait before looking again, in milliseconds: longer than a write may take to be seen, and by how much is drawn. Whoever
 * does something every second or half a second would otherwise be met in the same state each time.
 *
 * @param nth - which pause of the run it is
 */
export function settlingPause(seed: number, nth: number): number {
  const drawn = drawnFraction(`pause ${seed} ${nth}`);
  return SETTLING_MS + Math.round(LEAST_JITTER_MS + drawn * (MOST_JITTER_MS - LEAST_JITTER_MS));
}
