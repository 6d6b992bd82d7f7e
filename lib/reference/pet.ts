import type { Operation } from '../contract/operations.ts';
import type { PetStatus } from '../contract/pets.ts';
import type { JsonObject } from './server-json.ts';

/** A pet as a caller describes it. Source: specification, section 2. */
export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

/** A pet of the store. */
export interface Pet extends NewPet {
  readonly id: bigint;
}

/** Where a pet is shown: each operation may show it in its own way, when a defect says so. */
export type ShownIn = Operation;

/** A pet as JSON. */
export function showPet({ id, name, categoryId, status }: Pet): JsonObject {
  return { id, name, categoryId, ...(status !== undefined && { status }) };
}
