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
 * @param asOf - an ISO date (YYYY-MM-DD); what is no date counts as today's phase, `deprecated`
 * Source: specification, section 9; rules GET-1 and GET-4.
 */
export function getPetPhase(asOf: string): GetPetPhase {
  const days = (Date.parse(asOf) - Date.parse(GET_PET_REMOVAL)) / DAY_MS;
  if (Number.isNaN(days) || days < -1) return 'deprecated';
  return days > 1 ? 'removed' : 'removal-day';
}

/** Whole days from a date to getPet's removal; negative afterwards. */
export function daysUntilRemoval(asOf: string): number {
  return Math.round((Date.parse(GET_PET_REMOVAL) - Date.parse(asOf)) / DAY_MS);
}
