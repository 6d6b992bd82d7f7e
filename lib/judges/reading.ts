import { knowsCodings, undoCodings } from '../evidence/content-coding.ts';
import { isExactArray, isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import {
  headerValue,
  isSuccess,
  type Answer,
  type BrokenOff,
  type Exchange,
  type SentRequest,
} from '../evidence/exchange.ts';
import { isRefusedInFront } from '../evidence/refused-in-front.ts';
import { expect } from '../expectation/expect.ts';
import { allowedBody, type Expectation, type JudgeKnowledge } from '../expectation/expectation.ts';
import { isOwnName } from './pet-names.ts';

/** The body of a response as a judge reads it: content coding undone, parsed where it is JSON. */
type AnswerBody =
  | { readonly kind: 'none' }
  /** `lenient`: how its bytes depart from RFC 8259, section 8.1, though readers accept them. */
  | { readonly kind: 'json'; readonly value: ExactJson; readonly lenient?: string }
  /** `sure` is false where it may yet be JSON for another reader (an unknown charset or coding). */
  | { readonly kind: 'not-json'; readonly why: string; readonly sure: boolean }
  /** It is JSON, but deeper or larger than petvet reads: `items` of an array are still counted. */
  | { readonly kind: 'passed-over'; readonly why: string; readonly items?: number; readonly lenient?: string }
  | { readonly kind: 'truncated'; readonly why: string; readonly by?: BrokenOff }
  | { readonly kind: 'not-recorded' };

/** Whether the content of a body is unknown: it was not recorded, or not completely. */
export function isUnread({ kind }: Reading['body']): boolean {
  return kind === 'truncated' || kind === 'not-recorded';
}

/** An exchange with an answer, read once for all judges. */
export interface Reading {
  readonly exchange: Exchange & { readonly answer: Answer };
  readonly expectation: Expectation;
  readonly body: AnswerBody;
  /** Whether a response came from in front of the service; kept because the body of the request, which may show it, is released. */
  readonly refusedInFront?: boolean;
  /** The id that a creation was answered with, where the request contained it. */
  readonly takenOver?: TakenOverId;
}

interface TakenOverId {
  readonly id: string;
  /**
   * It is a string though the service's own ids are integers: the service returns what it was sent, so CREATE-3 is blamed and JSON-2
   * is not. Source: section 2, Pet.
   */
  readonly isText: boolean;
}

/**
 * Reads one exchange for the judges.
 *
 * @returns undefined for an exchange without an answer: a failure of the network says nothing about the service
 */
export function readExchange(
  exchange: Exchange,
  knowledge: JudgeKnowledge,
  expected: Pick<Expected, 'of'> = NOTHING_EXPECTED,
): Reading | undefined {
  if (!isAnswered(exchange)) return undefined;
  const { answer } = exchange;
  const expectation = expected.of(exchange.request, knowledge);
  const body = readBody(answer);
  const takenOver = readTakenOver(answer.status, expectation, body, knowledge);
  return {
    exchange,
    expectation,
    body,
    ...(takenOver && { takenOver }),
  };
}

function readTakenOver(
  status: number,
  { newPet, caller }: Expectation,
  body: AnswerBody,
  { pets }: JudgeKnowledge,
): TakenOverId | undefined {
  if (newPet?.kind !== 'valid' || newPet.sentId === undefined || caller !== 'valid') return undefined;
  if (!isSuccess(status) || body.kind !== 'json') return undefined;
  const got = memberOf(body.value, 'id');
  const isId = typeof got === 'bigint' || typeof got === 'string';
  if (!isId || `${got}` !== `${newPet.sentId}`) return undefined;
  return { id: `${got}`, isText: typeof got === 'string' && pets.size > 0 };
}

function isAnswered(exchange: Exchange): exchange is Exchange & { readonly answer: Answer } {
  return exchange.answer !== undefined;
}

/**
 * The expectations of requests, each computed once: evidence of a million requests has few different ones. What is expected of
 * a list depends only on its request and the run, and so does getPet while no pet is known.
 */
export class Expected {
  readonly #of = new WeakMap<SentRequest, Expectation>();

  of(request: SentRequest, knowledge: JudgeKnowledge): Expectation {
    const known = this.#of.get(request);
    if (known !== undefined && isLasting(known, knowledge)) return known;
    const expectation = expect(request, knowledge);
    if (isLasting(expectation, knowledge)) this.#of.set(request, expectation);
    return expectation;
  }
}

const NOTHING_EXPECTED: Pick<Expected, 'of'> = { of: expect };

function isLasting({ operation }: Expectation, { pets }: JudgeKnowledge): boolean {
  return operation === 'listPets' || (operation === 'getPet' && pets.size === 0);
}

/** A reading that keeps no raw bytes, so that thousands of them fit into memory. */
export function withoutRawBodies(reading: Reading): Reading {
  const { exchange } = reading;
  if (exchange.answer.body.kind === 'not-recorded' && !('bytes' in exchange.request.body)) return reading;
  const answer: Answer = { ...exchange.answer, body: { kind: 'not-recorded' } };
  const request =
    exchange.request.body.kind === 'none'
      ? exchange.request
      : { ...exchange.request, body: { kind: 'not-recorded' as const } };
  const refusedInFront = isRefusedInFront(exchange.request, exchange.answer.status);
  return { ...reading, exchange: { ...exchange, request, answer }, ...(refusedInFront && { refusedInFront }) };
}

/** The items of a list; undefined when the response is not a 200 with an array. */
export function listedItems({ exchange, expectation, body }: Reading): readonly ExactJson[] | undefined {
  if (expectation.operation !== 'listPets' || exchange.answer.status !== 200) return undefined;
  return body.kind === 'json' && isExactArray(body.value) ? body.value : undefined;
}

/** Whether a body is JSON, parsed or not. */
export function isJson(body: AnswerBody): body is Extract<AnswerBody, { kind: 'json' | 'passed-over' }> {
  return body.kind === 'json' || body.kind === 'passed-over';
}

/** Why nobody can tell what a body says: it broke off, or it is in a coding or a charset that petvet cannot undo. Undefined where one can. */
export function whyIllegible(answer: Answer): string | undefined {
  const body = readBody(answer);
  return body.kind === 'truncated' || (body.kind === 'not-json' && !body.sure) ? body.why : undefined;
}

function readBody({ headers, body }: Answer): AnswerBody {
  if (body.kind === 'none' || body.kind === 'not-recorded') return body;
  if (body.kind === 'truncated') {
    const { kind, why, by } = body;
    return { kind, why, ...(by !== undefined && { by }) };
  }
  if (body.bytes.length === 0) return { kind: 'none' };
  const coding = codingOf(headers);
  if (coding === undefined) return parseBytes(body.bytes, headers);
  try {
    return parseBytes(undoCodings(body.bytes, coding), headers);
  } catch (error) {
    const isKnown = knowsCodings(coding);
    const plain = isKnown ? undefined : parseBytes(body.bytes, headers);
    // Clients take bytes in a coding that they have never heard of as they are.
    if (plain !== undefined && isJson(plain)) return plain;
    const why = error instanceof Error ? error.message : 'unknown cause';
    const tooLarge = error instanceof RangeError;
    return {
      kind: 'not-json',
      why: `its ${coding} encoding cannot be decoded (${why})`,
      sure: isKnown && !tooLarge,
    };
  }
}

/** The text of a response's body as far as it was read, coding undone; '' when there is none. Never throws. */
export function textOf({ headers, body }: Answer): string {
  if (body.kind === 'none' || body.kind === 'not-recorded') return '';
  const coding = codingOf(headers);
  let { bytes } = body;
  if (coding !== undefined) {
    try {
      bytes = undoCodings(bytes, coding);
    } catch {
      // If a coding cannot be undone, the body may have been recorded decoded.
    }
  }
  return new TextDecoder().decode(bytes.subarray(0, MOST_TEXT));
}

/** The most bytes of a text that are searched. */
const MOST_TEXT = 200_000;

function codingOf(headers: Answer['headers']): string | undefined {
  const coding = headerValue(headers, 'Content-Encoding');
  return coding === undefined || /^\s*(identity\s*)?$/i.test(coding) ? undefined : coding;
}

/** Reads JSON in UTF-8, as it must be; if that fails, in the declared charset. */
function parseBytes(bytes: Uint8Array, headers: Answer['headers']): AnswerBody {
  const asDocumented = parseIn(bytes, 'utf-8');
  const charset = /charset\s*=\s*["']?([^"';,\s]+)/i.exec(headerValue(headers, 'Content-Type') ?? '')?.[1];
  if (isJson(asDocumented) || charset === undefined || /^(utf-?8|us-ascii|ascii)$/i.test(charset)) return asDocumented;
  const declared = parseIn(bytes, charset);
  return isJson(declared) ? { ...declared, lenient: `in the charset ${charset}, not in UTF-8` } : declared;
}

function parseIn(bytes: Uint8Array, charset: string): AnswerBody {
  const decoder = decoderOf(charset);
  if (decoder === undefined)
    return { kind: 'not-json', why: `it is in the charset ${charset}, which petvet does not know`, sure: false };
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { kind: 'not-json', why: `it is not ${charset.toUpperCase()}`, sure: true };
  }
  const marked = text.startsWith('\uFEFF');
  const json = marked ? text.slice(1) : text;
  const lenient = marked ? { lenient: 'with a byte order mark before it' } : {};
  const reading = parseExactJson(json);
  if (reading.ok) return { kind: 'json', value: reading.value, ...lenient };
  if (/^\s*$/.test(json)) return { kind: 'none' };
  const { why, passedOver, items } = reading;
  if (!passedOver) return { kind: 'not-json', why, sure: true };
  return { kind: 'passed-over', why, ...(items !== undefined && { items }), ...lenient };
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/** The pets that an allowed response shows: the items of a list, or the one of getPet and createPet. */
export function petsShown(reading: Reading): readonly ExactJson[] {
  const { exchange, expectation, body } = reading;
  const shape = allowedBody(expectation, exchange.answer.status);
  if (body.kind !== 'json') return [];
  if (shape === 'Pets') return isExactArray(body.value) ? body.value : [];
  return shape === 'Pet' && isExactObject(body.value) ? [body.value] : [];
}

/** A member of a JSON object; undefined when there is none or the value is not an object. */
export function memberOf(value: ExactJson | undefined, name: string): ExactJson | undefined {
  return isExactObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * Whether a response shows the pet that a request created: a 201, or a 200 with an id and the name of petvet's own that was sent. The
 * latter violates CREATE-1 by its status; the fields and the pet are judged all the same. Source: section 4.2.
 */
export function showsCreated({ exchange, expectation: { operation, newPet }, body }: Reading): boolean {
  const { status } = exchange.answer;
  if (operation !== 'createPet' || status !== 200) return operation === 'createPet' && status === 201;
  if (newPet?.kind !== 'valid' || !isOwnName(newPet.name) || body.kind !== 'json') return false;
  return memberOf(body.value, 'name') === newPet.name && typeof memberOf(body.value, 'id') === 'bigint';
}
