import type { PetStatus } from '../contract/pets.ts';

/** The categories that the simulated service knows; the second one does not fit a double. */
export const CATEGORIES = [7n, 2n ** 63n - 1_234_567n] as const;

/** A creation, as it is sent. */
export interface SentPet {
  readonly name: string;
  readonly categoryId?: bigint | string;
  readonly status?: string;
}

/** A pet as it is since an instant. */
export interface Version {
  readonly at: number;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** A pet of the simulated store: from its first version on, until it died. */
export interface StoredPet {
  readonly id: bigint;
  died: number;
  readonly versions: Version[];
}
