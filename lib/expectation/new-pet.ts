import { isInt64, isPetStatus, type PetStatus } from '../contract/pets.ts';
import { isExactObject, parseExactJson, type ExactJson, type ExactObject } from '../evidence/exact-json.ts';
import type { Body } from '../evidence/exchange.ts';
import type { Oddity } from './oddity.ts';

/** What the body of a createPet request is, before anyone asks whether the service took it. */
export type NewPetReading =
  | {
      readonly kind: 'valid';
      readonly name: string;
      readonly categoryId: bigint;
      readonly status: PetStatus | undefined;
      readonly odd: readonly Oddity[];
    }
  /** Not to be accepted: `missing` breaks CREATE-5, `wrong-type` CREATE-6, `not-an-object` CREATE-7. */
  | { readonly kind: 'missing' | 'wrong-type' | 'not-an-object'; readonly what: string }
  /** Left open: refusing with 400 and accepting are both allowed; `should` when a standard prefers the refusal. */
  | { readonly kind: 'open' | 'should-refuse'; readonly what: string }
  /** The body was not recorded, or not completely. */
  | { readonly kind: 'unknown' };

/** A name longer than this may be refused: the specification shows no limit, services have one. */
const LONG_NAME = 64;

/** A name longer than this is meant to strain the service. */
const VERY_LONG_NAME = 1_000;

/**
 * Reads the body of a createPet request as the specification does.
 * Total: any bytes give a reading. Source: specification, sections 2 and 4.2; rules CREATE-1 to CREATE-7 and CREATE-11.
 */
export function readNewPet(body: Body): NewPetReading {
  if (body.kind === 'not-recorded' || body.kind === 'truncated') return { kind: 'unknown' };
  if (body.kind === 'none' || body.bytes.length === 0) return { kind: 'not-an-object', what: 'no body' };
  const text = utf8(body.bytes);
  if (text === undefined) return { kind: 'open', what: 'a body that is not UTF-8' };
  const reading = parseExactJson(text);
  if (!reading.ok) {
    if (reading.tooDeep) return { kind: 'open', what: 'a very deeply nested body' };
    return isLenientDialect(text)
      ? { kind: 'should-refuse', what: 'a lenient dialect of JSON' }
      : { kind: 'not-an-object', what: 'a body that is no JSON' };
  }
  if (!isExactObject(reading.value)) return { kind: 'not-an-object', what: `a JSON ${typeName(reading.value)}` };
  return readObject(reading.value, text);
}

function readObject(object: ExactObject, text: string): NewPetReading {
  const { name, categoryId, status } = object;
  if (isAbsent(name)) return { kind: 'missing', what: `name is ${name === null ? 'null' : 'missing'}` };
  if (isAbsent(categoryId))
    return { kind: 'missing', what: `categoryId is ${categoryId === null ? 'null' : 'missing'}` };
  if (typeof name !== 'string') return { kind: 'wrong-type', what: `name is ${a(name)}` };
  if (typeof categoryId !== 'bigint') return { kind: 'wrong-type', what: `categoryId is ${a(categoryId)}` };
  if (!isInt64(categoryId)) return { kind: 'wrong-type', what: 'categoryId is beyond int64' };
  if (status !== undefined && status !== null && !isPetStatus(status)) {
    return {
      kind: 'wrong-type',
      what: `status is ${typeof status === 'string' ? JSON.stringify(status.slice(0, 40)) : a(status)}`,
    };
  }
  if (status === null) return { kind: 'should-refuse', what: 'status is null' };
  if (!writesIntegerPlainly(text, 'categoryId')) return { kind: 'open', what: 'categoryId is written as 12.0 or 12e0' };

  const odd = [...oddName(name), ...oddMembers(object, text)];
  if (categoryId <= 0n) odd.push(observed('categoryId is zero or below'));
  return { kind: 'valid', name, categoryId, status: isPetStatus(status) ? status : undefined, odd };
}

function observed(what: string, kind: Oddity['kind'] = 'open'): Oddity {
  return { kind, what, observedBy: 'CREATE-11' };
}

/** What in a name the specification does not speak of: any of it may be refused. */
function oddName(name: string): Oddity[] {
  const odd: Oddity[] = [];
  if (name.trim() === '') odd.push(observed('the name is empty or blank'));
  else if (name.trim() !== name) odd.push(observed('blanks stand around the name'));
  if (name.length > LONG_NAME)
    odd.push(observed('the name is long', name.length > VERY_LONG_NAME ? 'hostile' : 'open'));
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) odd.push(observed('control characters stand in the name', 'hostile'));
  if (!name.isWellFormed()) odd.push(observed('a lone surrogate stands in the name', 'hostile'));
  // oxlint-disable-next-line no-control-regex -- anything beyond ASCII may be refused
  if (/[^\u0000-\u007f]/.test(name)) odd.push(observed('the name is in another script'));
  if (/[<>&"'\\]/.test(name)) odd.push(observed('the name has punctuation that filters dislike'));
  return odd;
}

/** Members that a NewPet does not have, and members given twice. */
function oddMembers(object: ExactObject, text: string): Oddity[] {
  const odd: Oddity[] = [];
  const extra = Object.keys(object).filter((member) => !['name', 'categoryId', 'status'].includes(member));
  if (extra.includes('id')) odd.push(observed('the request has an id'));
  if (extra.some((member) => member !== 'id')) odd.push(observed('the request has unknown fields'));
  if (repeatsMember(text)) odd.push(observed('the request has duplicate keys', 'hostile'));
  return odd;
}

/** Accepted by common lenient readers: trailing commas, comments, single quotes, unquoted names, text after the object. */
function isLenientDialect(text: string): boolean {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (!body.startsWith('{')) return /^(\/\/|\/\*|#)/.test(body);
  const withoutComments = body
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[\s,{}])\/\/[^\n]*/g, '$1')
    .replace(/(^|\n)\s*#[^\n]*/g, '$1');
  const strict = withoutComments
    .replace(/'([^'"\\]*)'/g, '"$1"')
    .replace(/([{,]\s*)([A-Za-z_$][\w$]*)\s*:/g, '$1"$2":')
    .replace(/:\s*(NaN|[+-]?Infinity|\+\d+|0x[\da-f]+|0\d+|\.\d+|\d+\.)\s*([,}])/gi, ': 0$2')
    .replace(/,\s*([}\]])/g, '$1');
  if (parseExactJson(strict).ok || parseExactJson(body).ok) return true;
  const end = endOfFirstObject(strict);
  return end !== undefined && parseExactJson(strict.slice(0, end)).ok;
}

/** The index after the bracket that closes the first object of a text. */
function endOfFirstObject(text: string): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return undefined;
}

/** Whether the number of a top-level member is spelled as an integer, without fraction or exponent. */
function writesIntegerPlainly(text: string, member: string): boolean {
  const spelled = new RegExp(`"${member}"\\s*:\\s*(-?[\\d.eE+-]+)`).exec(text)?.[1];
  return spelled === undefined || /^-?\d+$/.test(spelled);
}

/** Whether a documented member stands twice in an object's text; nested objects may rightly repeat it. */
function repeatsMember(text: string): boolean {
  return ['name', 'categoryId', 'status', 'id'].some((member) => text.split(new RegExp(`"${member}"\\s*:`)).length > 2);
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

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
