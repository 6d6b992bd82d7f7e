import { objectives } from './settings.ts';

/** What no run may see: an iteration that threw, an answer that is not documented; and what the user demands. */
export const thresholds: Record<string, string[]> = {
  petvet_faults: ['count==0'],
  petvet_other: ['count==0'],
  ...objectives,
};

/** The same for a rate that is to be reached. */
export const pacedThresholds: Record<string, string[]> = { ...thresholds, dropped_iterations: ['count==0'] };
