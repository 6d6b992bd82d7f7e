import { isInt64, isPetStatus } from '../contract/pets.ts';
import { isJsonObject, readJson } from './server-json.ts';
import type { NewPet } from './pet.ts';
import { refuse, type Refusal } from './refusal.ts';

/** Names have at least one and at most this many UTF-16 code units; the specification shows no limit (section 8). */
const LONGEST_NAME = 1_000;

/**
 * Reads the body of a create request: a JSON object in UTF-8 with name, categoryId and maybe status; unknown fields, an id
 * among them, are left aside. Never throws. Source: specification, sections 2 and 4.2.
 */
export function readNewPet(body: Uint8Array): NewPet | Refusal {
  const text = readUtf8(body);
  const value = text === undefined ? undefined : readJson(text);
  if (value === undefined) return refuse(400, 'invalid_json', 'the body must be JSON in UTF-8');
  if (!isJsonObject(value)) return refuse(400, 'invalid_body', 'the body must be a JSON object');
  const { name, categoryId, status } = {
    name: own(value, 'name'),
    categoryId: own(value, 'categoryId'),
    status: own(value, 'status'),
  };
  if (typeof name !== 'string' || name.length === 0 || name.length > LONGEST_NAME || !name.isWellFormed()) {
    return refuse(400, 'invalid_name', `name must be a string of 1 to ${LONGEST_NAME} characters`);
  }
  if (typeof categoryId !== 'bigint' || !isInt64(categoryId)) {
    return refuse(400, 'invalid_category_id', 'categoryId must be an integer within int64');
  }
  if (status === undefined) return { name, categoryId };
  if (!isPetStatus(status)) return refuse(400, 'invalid_status', 'status must be one of available, pending, sold');
  return { name, categoryId, status };
}

function readUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** A member of the object itself, never one that it inherits. */
function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
