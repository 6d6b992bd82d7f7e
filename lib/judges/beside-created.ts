import type { Sent } from './own-creations.ts';
import { areOtherNames } from './pet-names.ts';

/** What tells a pet that a page shows beside a created one, under the same id. */
export interface Created {
  /** The name with which the pet of this id was created. */
  readonly name: string | undefined;
  /** All names with which pets were created: one of these under an id of another is the list's fault. */
  readonly names: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/**
 * The pet that a page shows under the id of a created one beside that one: its name differs in more than a service may change, and no creation sent
 * it. Source: section 2, Pet, a unique identifier.
 */
export function otherBeside<P extends Pick<Sent, 'name'>>(pets: readonly P[], { name, names }: Created): P | undefined {
  if (name === undefined || !pets.some((pet) => pet.name === name)) return undefined;
  return pets.find((pet) => pet.name !== undefined && areOtherNames(pet.name, name) && names?.has(pet.name) !== true);
}
