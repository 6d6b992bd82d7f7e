import { INT64, isInt64, isPetStatus, type PetStatus } from '../contract/pets.ts';
import {
  isExactObject,
  parseExactJson,
  type ExactJson,
  type ExactObject,
  type JsonReading,
} from '../evidence/exact-json.ts';
import type { Body } from '../evidence/exchange.ts';
import { onceFor } from '../evidence/once-for.ts';
import { endOfObject, scanBodyText, type BodyText } from './body-text.ts';
import { lenientlyNewPet } from './lenient-json.ts';
import type { Oddity } from './oddity.ts';
import { readPetId } from './pet-id.ts';
import { readSentJson } from './sent-json.ts';

/** What identifies the pet of a refused request if it is seen all the same; absent where the body does not tell. */
interface Described {
  readonly sentName?: string;
  readonly sentStatus?: PetStatus;
  readonly sentCategoryId?: bigint;
}

/** What the body of a createPet request is, whether or not the service accepted it. */
export type NewPetReading =
  | {
      readonly kind: 'valid';
      readonly name: string;
      readonly categoryId: bigint;
      readonly status: PetStatus | undefined;
      readonly odd: readonly Oddity[];
      /** An id that the request contains, when it is an integer, or one in a string. */
      readonly sentId?: bigint;
    }
  /** Not to be accepted: accepting `missing` violates CREATE-5, `wrong-type` CREATE-6, `not-an-object` CREATE-7. */
  | ({
      readonly kind: 'missing' | 'wrong-type' | 'not-an-object';
      readonly what: string;
      readonly odd?: readonly Oddity[];
      /** The member that is wrong, where the body is an object. */
      readonly field?: 'name' | 'categoryId' | 'status';
    } & Described)
  /** Left open: refusing with 400 and accepting are both allowed; `should` when a standard prefers the refusal. */
  | ({
      readonly kind: 'open' | 'should-refuse';
      readonly what: string;
      readonly odd?: readonly Oddity[];
      /** The member that is to be refused, where it is one. */
      readonly field?: 'name' | 'categoryId' | 'status';
    } & Described)
  /** The body was not recorded, or not completely. */
  | { readonly kind: 'unknown' };

/** A name longer than this may be refused: the specification shows no limit, services have one. */
const LONG_NAME = 32;

/** A name longer than this is meant to strain the service. */
const VERY_LONG_NAME = 1_000;

/**
 * Reads the body of a createPet request as the specification does.
 * Total: any bytes give a reading. Source: specification, sections 2 and 4.2; rules CREATE-1 to CREATE-7 and CREATE-11.
 */
export function readNewPet(body: Body): NewPetReading {
  return readOnce(body);
}

/** The reading of one body is needed several times, and some bodies are large. */
const readOnce = onceFor(readAnew);

function readAnew(body: Body): NewPetReading {
  if (body.kind === 'not-recorded' || body.kind === 'truncated') return { kind: 'unknown' };
  if (body.kind === 'none' || body.bytes.length === 0) return { kind: 'not-an-object', what: 'no body' };
  const text = utf8(body.bytes);
  if (text === undefined) return open('a body that is not UTF-8', [observed('the body is not UTF-8', 'hostile')]);
  if (isWide(body.bytes)) return open('a body in UTF-16 or UTF-32', [observed('the body is not UTF-8', 'hostile')]);
  const written = scanBodyText(text);
  const odd = written.hostile.map((what) => observed(what, 'hostile'));
  const reading = readText(text.replace(/^\uFEFF/, ''), readSentJson(body), written, odd);
  if (!text.startsWith('\uFEFF')) return reading;
  if (reading.kind !== 'valid') return reading;
  const { name: sentName, status: sentStatus } = reading;
  const described = { sentName, ...(sentStatus !== undefined && { sentStatus }) };
  return { ...open('a byte order mark before the JSON', reading.odd), ...described };
}

function readText(text: string, reading: JsonReading, written: BodyText, odd: readonly Oddity[]): NewPetReading {
  if (reading.ok && isExactObject(reading.value)) return readObject(reading.value, written, odd);
  const described = describedIn(text);
  if (reading.ok) return { kind: 'not-an-object', what: `a JSON ${typeName(reading.value)}`, odd, ...described };
  const nested = { ...open('a very deeply nested body', odd), ...described };
  if (reading.passedOver) return { ...open('a very deep or very large body', odd), ...described };
  switch (lenientlyNewPet(text)) {
    case 'yes': {
      const what = isObjectAndMore(text) ? 'text after the JSON object' : 'a lenient dialect of JSON';
      return { kind: 'should-refuse', what, odd, ...described };
    }
    case 'no':
      return { kind: 'not-an-object', what: 'a body that is not JSON', odd, ...described };
    default:
      return nested;
  }
}

/** Whether a text that is not JSON begins with an object that is: a reader who stops at its end takes it. */
function isObjectAndMore(text: string): boolean {
  const end = endOfObject(text);
  const reading = end === undefined ? undefined : parseExactJson(text.slice(0, end));
  return reading?.ok === true && isExactObject(reading.value);
}

/** A body that is not an object may still name a pet of petvet's own, in any notation: its text tells. */
function describedIn(text: string): Described {
  const name = /\bname["']?\s*[:=]\s*["']?(petvet[A-Za-z0-9]+)(?![\w-])/.exec(text)?.[1];
  const status = /\bstatus["']?\s*[:=]\s*["']?([a-z]+)/.exec(text)?.[1];
  return { ...(name !== undefined && { sentName: name }), ...(isPetStatus(status) && { sentStatus: status }) };
}

function describedBy({ name, status, categoryId }: ExactObject): Described {
  return {
    ...(typeof name === 'string' && { sentName: name }),
    ...(isPetStatus(status) && { sentStatus: status }),
    ...(typeof categoryId === 'bigint' && { sentCategoryId: categoryId }),
  };
}

function readObject(object: ExactObject, written: BodyText, odd: readonly Oddity[]): NewPetReading {
  const reading = readMembers(object, written, odd);
  return reading.kind === 'valid' ? reading : { ...reading, ...describedBy({ ...withFoldedNames(object), ...object }) };
}

function readMembers(object: ExactObject, written: BodyText, odd: readonly Oddity[]): NewPetReading {
  const fields = readFields(object);
  if (fields.kind !== 'fields') {
    const otherwise = otherReading(object, fields, written);
    return otherwise === undefined ? { ...fields, what: explained(fields, object), odd } : open(otherwise, odd);
  }
  const { name, categoryId, status } = fields;
  if (typeof categoryId === 'number') return open('categoryId is a number too fine for a double', odd);
  if (object['status'] === null) return { kind: 'should-refuse', what: 'status is null', odd, field: 'status' };
  const spelled = written.members.findLast((member) => member.name === 'categoryId')?.literal ?? '';
  if (!/^-?\d+$/.test(spelled)) return open('categoryId is written as 12.0 or 12e0', odd);

  const seen = [...odd, ...oddName(name), ...oddMembers(object)];
  if (categoryId <= 0n) seen.push(observed('categoryId is zero or below'));
  const sentId = idSent(object['id']);
  return { kind: 'valid', name, categoryId, status, odd: seen, ...(sentId !== undefined && { sentId }) };
}

/** The id that a request contains: an integer, or a string that is one, which a service may convert. */
function idSent(value: ExactJson | undefined): bigint | undefined {
  const read = typeof value === 'string' ? readPetId(value) : undefined;
  if (read?.kind === 'int64') return read.id;
  return typeof value === 'bigint' ? value : undefined;
}

interface Fields {
  readonly kind: 'fields';
  readonly name: string;
  readonly categoryId: bigint | number;
  readonly status: PetStatus | undefined;
}

interface Fault {
  readonly kind: 'missing' | 'wrong-type';
  readonly what: string;
  readonly field: 'name' | 'categoryId' | 'status';
}

function wrong(field: Fault['field'], is: string): Fault {
  return { kind: 'wrong-type', what: `${field} is ${is}`, field };
}

function missing(field: Fault['field'], value: null | undefined): Fault {
  return { kind: 'missing', what: `${field} is ${value === null ? 'null' : 'missing'}`, field };
}

/** The documented fields of an object, or what the specification forbids in them. */
function readFields({ name, categoryId, status }: ExactObject): Fields | Fault {
  if (isAbsent(name)) return missing('name', name);
  if (isAbsent(categoryId)) return missing('categoryId', categoryId);
  if (typeof name !== 'string') return wrong('name', a(name));
  if (typeof categoryId !== 'bigint' && !isIntegerAsDouble(categoryId)) return wrong('categoryId', a(categoryId));
  if (typeof categoryId === 'bigint' && !isInt64(categoryId)) return wrong('categoryId', 'beyond int64');
  if (isAbsent(status)) return { kind: 'fields', name, categoryId, status: undefined };
  if (isPetStatus(status)) return { kind: 'fields', name, categoryId, status };
  return wrong('status', typeof status === 'string' ? JSON.stringify(status.slice(0, 40)) : a(status));
}

/** A fraction such as 12.00000000000000000001, which a reader of doubles cannot distinguish from an integer. */
function isIntegerAsDouble(value: ExactJson): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < Number(INT64.maximum);
}

/**
 * Why some reader may find no fault in an object after all: of a name given twice it may keep the other value, and one
 * that matches names in any letter case may take another member. Names are compared as they are (RFC 8259, section 8.3):
 * where the member in the right case is absent, no other one stands for it.
 */
function otherReading(object: ExactObject, { kind, field }: Fault, { members }: BodyText): string | undefined {
  const names = members.map(({ name }) => name);
  if (FIELDS.some((one) => names.indexOf(one) !== names.lastIndexOf(one))) return 'a body with duplicate keys';
  if (kind === 'missing' && !Object.hasOwn(object, field)) return undefined;
  const folded = FIELDS.some((one) => inAnotherCase(object, one) !== undefined);
  return folded && readFields(withFoldedNames(object)).kind === 'fields'
    ? 'field names in another letter case'
    : undefined;
}

/** The fields of a NewPet. Source: specification, section 2. */
export const FIELDS = ['name', 'categoryId', 'status'] as const;

/** A member whose name differs from a field's in nothing but letter case. */
function inAnotherCase(object: ExactObject, field: Fault['field']): string | undefined {
  return Object.keys(object).find((name) => name !== field && name.toLowerCase() === field.toLowerCase());
}

/** The fault in words, with the member that some readers take for the one that is missing. */
function explained({ kind, what, field }: Fault, object: ExactObject): string {
  const other = kind === 'missing' ? inAnotherCase(object, field) : undefined;
  return other === undefined ? what : `${what}, ${JSON.stringify(other)} is there`;
}

function withFoldedNames(object: ExactObject): ExactObject {
  const spellings = new Map(FIELDS.map((field) => [field.toLowerCase(), field]));
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [spellings.get(name.toLowerCase()) ?? name, value]),
  );
}

function open(what: string, odd: readonly Oddity[]): NewPetReading {
  return { kind: 'open', what, odd };
}

function observed(what: string, kind: Oddity['kind'] = 'open'): Oddity {
  return { kind, what, observedBy: 'CREATE-11' };
}

/** What the specification does not say about names: any of it may be refused. */
function oddName(name: string): Oddity[] {
  const odd: Oddity[] = [];
  if (name.trim() === '') odd.push(observed('the name is empty or blank'));
  else if (name.trim() !== name) odd.push(observed('blanks stand around the name'));
  if (/^(true|false|null|[-+.\d]+(e[-+]?\d+)?)$/i.test(name)) odd.push(observed('the name reads as another value'));
  if (name.length > LONG_NAME)
    odd.push(observed('the name is long', name.length > VERY_LONG_NAME ? 'hostile' : 'open'));
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) odd.push(observed('control characters stand in the name', 'hostile'));
  if (!name.isWellFormed()) odd.push(observed('a lone surrogate stands in the name', 'hostile'));
  // oxlint-disable-next-line no-control-regex -- anything beyond ASCII may be refused
  if (/[^\u0000-\u007f\p{Surrogate}]/u.test(name)) odd.push(observed('the name is in another script'));
  if (/[!-,/:-@[-^`{-~]/.test(name))
    odd.push({ ...observed('the name has punctuation that filters dislike'), mayBeFiltered: true });
  return odd;
}

/** Members that a NewPet does not have. */
function oddMembers(object: ExactObject): Oddity[] {
  const odd: Oddity[] = [];
  const extra = Object.keys(object).filter((member) => !FIELDS.some((field) => field === member));
  if (extra.includes('id')) odd.push(observed('the request has an id'));
  if (extra.some((member) => member !== 'id')) odd.push(observed('the request has unknown fields'));
  return odd;
}

function isAbsent(value: ExactJson | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function typeName(value: ExactJson): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

function a(value: ExactJson): string {
  if (typeof value === 'number') return 'a fraction or a number beyond int64';
  const type = typeName(value);
  return type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The text of a body, a byte order mark included; undefined for what is not UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** ASCII text in UTF-16 or UTF-32 is UTF-8 full of NULs; some readers of JSON recognise it. */
function isWide(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 4).includes(0);
}
