import type { ExchangeParts } from './judges.fixture.ts';
import { created, ownPet } from './creations.fixture.ts';
import { got, page, pets, type PetJson, type Step } from './pages.fixture.ts';

/** Pets that a run creates, and the store that it finds. */
export const [A, B, C] = [ownPet(1), ownPet(2), ownPet(3)];
export const MANY = [11, 12, 13, 14, 15].map((number) => ownPet(number));
export const STORE = pets(9);

/** A list of all pets: those of the store and some of the run's. */
export function lists(...own: readonly PetJson[]): ExchangeParts {
  return page('?limit=100', [...STORE, ...own]);
}

/** getPet of each, which finds it. */
export function gets(...own: readonly PetJson[]): ExchangeParts[] {
  return own.map((pet) => got(pet.id, pet));
}

/** getPet of each, which does not. */
export function missing(...own: readonly PetJson[]): ExchangeParts[] {
  return own.map(({ id }) => got(id));
}

/** Steps, and the same again after a while. */
export function twice(...seen: readonly Step[]): Step[] {
  return [...seen, 'wait', ...seen];
}

/** A creation without a status, answered with that of the pet. */
export function createdWithoutStatus(pet: PetJson): ExchangeParts {
  return created(pet, {}, { sends: { name: pet.name, categoryId: pet.categoryId } });
}

/** The same pets, with other values in some fields. */
export function altered(parts: Partial<PetJson>, ...own: readonly PetJson[]): PetJson[] {
  return own.map((pet) => ({ ...pet, ...parts }));
}

/** The same pet, shown without a status. */
export function without({ id, name, categoryId }: PetJson): PetJson {
  return { id, name, categoryId };
}

/** The same pet under another id, as a client that copies pets creates it. */
export function copy(pet: PetJson): PetJson {
  return { ...pet, id: pet.id + 50n };
}

/** A pet that a run creates, under another name. */
export function named(name: string): PetJson {
  return ownPet(1, { name });
}
