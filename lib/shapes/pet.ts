import { z } from 'zod';
import { INT64, PET_STATUSES } from '../contract/pets.ts';
import type { ExactJson } from '../evidence/exact-json.ts';
import { inWords } from './json-words.ts';

/** int64 over exact JSON, where integers are bigint. Source: specification, section 2. */
export const Int64 = z.bigint().min(INT64.minimum).max(INT64.maximum).meta({ format: 'int64' });

/** Source: specification, section 2, PetStatus. */
export const PetStatusShape = z
  .enum(PET_STATUSES)
  .meta({ id: 'PetStatus', description: 'Whether a pet can be adopted' });

const newPetFields = {
  name: z.string().meta({ description: "The pet's name" }),
  categoryId: Int64.meta({ format: 'int64', description: 'The category the pet belongs to' }),
  status: PetStatusShape.optional(),
};

/** The body of createPet. Unknown members pass: the specification does not forbid them. Source: section 2, NewPet. */
export const NewPet = z.looseObject(newPetFields).meta({ id: 'NewPet' });

/** A pet as the service shows it. Unknown members pass. Source: section 2, Pet. */
export const Pet = z
  .looseObject({
    id: Int64.meta({ format: 'int64', description: 'Unique, assigned by the service' }),
    ...newPetFields,
  })
  .meta({ id: 'Pet' });

/** The body of the list. Source: section 2, Pets. */
export const Pets = z.array(Pet).meta({ id: 'Pets' });

/** One way in which a value is not a Pet. */
export interface PetFault {
  /** The member that is wrong; `pet` when the value is not an object at all. */
  readonly field: 'pet' | 'id' | 'name' | 'categoryId' | 'status';
  /**
   * `missing`: a required member is not there. `type`: another JSON type than documented, null included.
   * `not-integer` and `beyond-int64`: only `id` and `categoryId`, whatever else they are. `enum`: a status that is
   * a string other than the three. `null`: only `status`, which may be absent, so that null is a matter of taste.
   */
  readonly kind: 'missing' | 'type' | 'not-integer' | 'beyond-int64' | 'enum' | 'null';
  /** In words, e.g. `id is the string "12", not an integer`. */
  readonly says: string;
}

const FIELDS = ['id', 'name', 'categoryId', 'status'] as const;

/**
 * How a value differs from a Pet as the specification has it, at most one fault per member, in the order of its members.
 *
 * @param value - any JSON value, integers as bigint
 * @returns none for a Pet. Never throws. Source: specification, section 2, Pet.
 */
export function petFaults(value: ExactJson): PetFault[] {
  const reading = Pet.safeParse(value);
  if (reading.success) return [];
  const wrong = new Set(reading.error.issues.map(({ path }) => path[0]));
  if (wrong.has(undefined)) return [{ field: 'pet', kind: 'type', says: `it is ${inWords(value)}, not an object` }];
  const members = new Map(Object.entries(value ?? {}));
  return FIELDS.filter((field) => wrong.has(field)).map((field) => faultOf(field, members.get(field)));
}

function faultOf(field: (typeof FIELDS)[number], value: ExactJson | undefined): PetFault {
  const is = `${field} is ${inWords(value)}`;
  if (value === undefined) return { field, kind: 'missing', says: is };
  if (field === 'name') return { field, kind: 'type', says: `${is}, not a string` };
  if (field === 'status') {
    const kind = value === null ? 'null' : typeof value === 'string' ? 'enum' : 'type';
    return { field, kind, says: `${is}, not ${PET_STATUSES.join(', ').replace(/, (\w+)$/, ' or $1')}` };
  }
  return isBeyondInt64(value)
    ? { field, kind: 'beyond-int64', says: `${is}, which does not fit int64` }
    : { field, kind: 'not-integer', says: `${is}, not an integer` };
}

/** An integer of absurd length is a double in exact JSON: still an integer, and beyond int64. */
function isBeyondInt64(value: ExactJson): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Math.abs(value) >= 2 ** 63);
}
