import type { ExchangeParts } from './judges.fixture.ts';
import type { PetJson } from './pages.fixture.ts';

/** A creation that was answered 201 with the pet, or as `answered` says. */
export function created(pet: PetJson, answered: Partial<PetJson> = {}, parts: ExchangeParts = {}): ExchangeParts {
  const { name, categoryId, status } = pet;
  const sends = { name, categoryId, ...(status && { status }) };
  return { method: 'POST', target: '/pets', sends, status: 201, json: { ...pet, ...answered }, ...parts };
}

/** A creation that was refused, with what was sent. */
export function refused(status: number, sends: unknown, parts: ExchangeParts = {}): ExchangeParts {
  const json = { code: 'refused', message: 'no', status: BigInt(status) };
  return { method: 'POST', target: '/pets', sends, status, json, ...parts };
}

/** The n-th pet that a test run makes, under an id that neither a double nor another pet has. */
export function ownPet(number: number, parts: Partial<PetJson> = {}): PetJson {
  const id = 9_007_199_254_741_993n + BigInt(number) * 100n;
  return { id, name: `petvettest0${number}`, categoryId: 1n, status: 'sold', ...parts };
}
