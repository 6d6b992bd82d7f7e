/** The values of PetStatus. Source: specification, section 2. */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

/** One of the documented statuses of a pet. */
export type PetStatus = (typeof PET_STATUSES)[number];

/** Whether a text is one of the three statuses, letter case included. */
export function isPetStatus(value: unknown): value is PetStatus {
  return PET_STATUSES.some((status) => status === value);
}

/** `limit` of listPets: items on a page. Source: specification, sections 4.1 and 8. */
export const PAGE = { minimum: 1, maximum: 100, default: 20 } as const;

/** The ends of int64, the format of `id` and `categoryId`. Source: specification, section 2. */
export const INT64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const;

/** Beyond these a reader with numbers of 32 bits, or with doubles, takes an integer for another one. */
export const NARROW = { of32Bits: 2n ** 31n - 1n, ofDouble: 2n ** 53n } as const;

/** Whether an integer fits int64. */
export function isInt64(value: bigint): boolean {
  return value >= INT64.minimum && value <= INT64.maximum;
}
