/** The version of the interface. Source: specification, section 9. */
export const SPECIFICATION_VERSION = '1.0.0';

/** The day on which getPet is removed, as an ISO date. Source: specification, section 9. */
export const GET_PET_REMOVAL = '2030-12-05';

/** Where a date stands with respect to getPet's removal. */
export type GetPetPhase = 'deprecated' | 'removal-day' | 'removed';

const DAY_MS = 86_400_000;

/**
 * Whether getPet still works at a date. The specification names a day and no time zone, so within a day of it
 * (`removal-day`) either answer is fair.
 *
 * @param asOf - an ISO date (YYYY-MM-DD; a time after it is left aside); what is no date counts as `deprecated`
 * Source: specification, section 9; rules GET-1 and GET-4.
 */
export function getPetPhase(asOf: string): GetPetPhase {
  const days = daysUntilRemoval(asOf);
  if (Number.isNaN(days) || days > 1) return 'deprecated';
  return days < -1 ? 'removed' : 'removal-day';
}

/** Whole days from a date (YYYY-MM-DD) to getPet's removal; negative afterwards, NaN for what is no date. */
export function daysUntilRemoval(asOf: string): number {
  const day = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(asOf)?.[1] ?? '';
  return Math.round((Date.parse(GET_PET_REMOVAL) - Date.parse(day)) / DAY_MS);
}

/** Whether an instant, in milliseconds since 1970, lies on the day of getPet's removal, or within a day of it, as time zones go. */
export function isOnRemoval(instant: number): boolean {
  const sinceMidnight = instant - Date.parse(GET_PET_REMOVAL);
  return sinceMidnight >= -DAY_MS && sinceMidnight < 2 * DAY_MS;
}
