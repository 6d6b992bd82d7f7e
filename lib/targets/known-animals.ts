import { isInt64, isPetStatus } from '../contract/pets.ts';
import { isExactArray, isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import type { DeclaredAnimal } from '../evidence/knowledge.ts';

/** What a file of known pets holds, or why it holds none: the end of a sentence that begins with the name of the file. */
export type KnownAnimalsReading =
  | { readonly ok: true; readonly animals: readonly DeclaredAnimal[] }
  | { readonly ok: false; readonly why: string };

/** More are never asked for in one run. */
const MOST = 1_000;

/**
 * Reads a JSON array of pets as the service returns them, of which only the id must be there; no digit of an int64 is lost.
 * Members that the specification does not name are passed over.
 */
export function readKnownAnimals(text: string): KnownAnimalsReading {
  const reading = parseExactJson(text.replace(/^\uFEFF/, ''));
  if (!reading.ok) return { ok: false, why: `is not JSON: ${reading.why}` };
  if (!isExactArray(reading.value) || reading.value.length === 0) return { ok: false, why: 'holds no array of pets' };
  if (reading.value.length > MOST) return { ok: false, why: `holds more than ${MOST} pets` };
  const animals: DeclaredAnimal[] = [];
  for (const [index, value] of reading.value.entries()) {
    const read = readAnimal(value);
    if (typeof read === 'string') return { ok: false, why: `holds a pet (number ${index + 1}) ${read}` };
    if (animals.some(({ id }) => id === read.id)) return { ok: false, why: `holds the id ${read.id} twice` };
    animals.push(read);
  }
  return { ok: true, animals };
}

function readAnimal(value: ExactJson): DeclaredAnimal | string {
  if (!isExactObject(value)) return 'that is no object';
  const { id, name, categoryId, status } = value;
  if (typeof id !== 'bigint' || !isInt64(id)) return 'whose id is no integer within int64';
  if (name !== undefined && typeof name !== 'string') return 'whose name is no text';
  if (categoryId !== undefined && (typeof categoryId !== 'bigint' || !isInt64(categoryId)))
    return 'whose categoryId is no integer within int64';
  if (status !== undefined && !isPetStatus(status)) return 'whose status is none of the three';
  return {
    id,
    ...(name !== undefined && { name }),
    ...(categoryId !== undefined && { categoryId }),
    ...(status !== undefined && { status }),
  };
}
