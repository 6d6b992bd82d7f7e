import { z } from 'zod';
import type { ExactJson } from '../evidence/exact-json.ts';
import { inWords } from './json-words.ts';

/** The body of a documented error, over exact JSON. Unknown members pass. Source: specification, section 2, Error. */
export const ErrorBody = z
  .looseObject({
    code: z.string().meta({ description: 'Machine-readable' }),
    message: z.string().meta({ description: 'Human-readable' }),
    status: z.bigint().meta({ description: 'The HTTP status code' }),
  })
  .meta({ id: 'Error' });

/** One way in which a value is not an Error. */
export interface ErrorFault {
  /** The member that is wrong; `error` when the value is not an object at all. */
  readonly field: 'error' | 'code' | 'message' | 'status';
  /** `missing`: not there. `type`: there, but not a string, or for `status` not an integer; null included. */
  readonly kind: 'missing' | 'type';
  /** In words, e.g. `status is the string "404", not an integer`. */
  readonly says: string;
}

const FIELDS = ['code', 'message', 'status'] as const;

/**
 * How a value differs from an Error as the specification has it, at most one fault per member.
 * Whether `status` is the HTTP status is not checked.
 *
 * @param value - any JSON value, integers as bigint (404.0 is one)
 * @returns none for an Error. Never throws. Source: specification, section 2, Error; rule ERR-1.
 */
export function errorFaults(value: ExactJson): ErrorFault[] {
  const reading = ErrorBody.safeParse(value);
  if (reading.success) return [];
  const wrong = new Set(reading.error.issues.map(({ path }) => path[0]));
  if (wrong.has(undefined)) return [{ field: 'error', kind: 'type', says: `it is ${inWords(value)}, not an object` }];
  const members = new Map(Object.entries(value ?? {}));
  return FIELDS.filter((field) => wrong.has(field)).map((field) => {
    const member = members.get(field);
    const is = `${field} is ${inWords(member)}`;
    return member === undefined
      ? { field, kind: 'missing', says: is }
      : { field, kind: 'type', says: `${is}, not ${field === 'status' ? 'an integer' : 'a string'}` };
  });
}
