import { allowedLosses } from '../lib/contract/instability.ts';
import { objectives } from './settings.ts';

/**
 * What no run may see: an iteration that threw, more answers that are not documented than the allowance for instability; and what the
 * user demands.
 *
 * @param requests - that the run sends
 */
export function thresholdsOf(requests: number): Record<string, string[]> {
  return { petvet_faults: ['count==0'], petvet_other: [`count<=${allowedLosses(requests)}`], ...objectives };
}

/** The same for a rate that is to be reached. */
export function pacedThresholdsOf(requests: number): Record<string, string[]> {
  return { ...thresholdsOf(requests), dropped_iterations: [`count<=${allowedLosses(requests)}`] };
}
