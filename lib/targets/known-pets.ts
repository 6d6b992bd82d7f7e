import { z } from 'zod';
import { isInt64, PET_STATUSES } from '../contract/pets.ts';
import { parseExactJson } from '../evidence/exact-json.ts';
import type { DeclaredPet } from '../evidence/knowledge.ts';

/** What a file of known pets holds, or why it holds none: the end of a sentence that begins with the name of the file. */
type KnownPetsReading =
  | { readonly ok: true; readonly pets: readonly DeclaredPet[] }
  | { readonly ok: false; readonly why: string };

/** More are never asked for in one run. */
const MOST = 1_000;

function int64(what: string) {
  const says = `whose ${what} is not an integer within int64`;
  return z.bigint(says).refine(isInt64, says);
}

const pet = z.object(
  {
    id: int64('id'),
    name: z.string('whose name is not a string').exactOptional(),
    categoryId: int64('categoryId').exactOptional(),
    status: z.enum(PET_STATUSES, 'whose status is not one of the three').exactOptional(),
  },
  'that is not an object',
);

const pets = z
  .array(pet, 'holds no array of pets')
  .min(1, 'holds no array of pets')
  .max(MOST, `holds more than ${MOST} pets`);

/**
 * Reads a JSON array of pets as the service returns them, of which only the id must be there; no digit of an int64 is lost.
 * Members that the specification does not name are passed over.
 */
export function readKnownPets(text: string): KnownPetsReading {
  const json = parseExactJson(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return { ok: false, why: `is not JSON: ${json.why}` };
  const reading = pets.safeParse(json.value);
  if (!reading.success) return { ok: false, why: whyOf(reading.error) };
  const ids = reading.data.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  return twice === undefined ? { ok: true, pets: reading.data } : { ok: false, why: `holds the id ${twice} twice` };
}

function whyOf({ issues }: z.ZodError): string {
  const [{ message, path } = { message: 'holds no array of pets', path: [] }] = issues;
  const [index] = path;
  return typeof index === 'number' ? `holds a pet (number ${index + 1}) ${message}` : message;
}
