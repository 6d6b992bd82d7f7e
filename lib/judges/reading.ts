import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { isExactArray, isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import { headerValue, type Answer, type Exchange } from '../evidence/exchange.ts';
import { expect } from '../expectation/expect.ts';
import { allowedBody, type Expectation, type JudgeKnowledge } from '../expectation/expectation.ts';

/** The body of an answer as a judge reads it: content coding undone, parsed where it is JSON. */
export type AnswerBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: ExactJson }
  /** `sure` is false where the text may yet be JSON for another reader (nested too deep, another charset). */
  | { readonly kind: 'not-json'; readonly why: string; readonly sure: boolean }
  | { readonly kind: 'truncated'; readonly why: string }
  | { readonly kind: 'not-recorded' };

/** An exchange with an answer, read once for all judges. */
export interface Reading {
  readonly exchange: Exchange & { readonly answer: Answer };
  readonly expectation: Expectation;
  readonly body: AnswerBody;
}

/** Content codings undone larger than this are cut off: a bomb is evidence, not a reason to die. */
const MOST_DECODED_BYTES = 64 * 1024 * 1024;

/**
 * Reads one exchange for the judges.
 *
 * @returns undefined for an exchange without an answer: a failure of the network is no statement of the service
 */
export function readExchange(exchange: Exchange, knowledge: JudgeKnowledge): Reading | undefined {
  const { answer } = exchange;
  if (answer === undefined) return undefined;
  return {
    exchange: { ...exchange, answer },
    expectation: expect(exchange.request, knowledge),
    body: readBody(answer),
  };
}

/** A reading that keeps no raw bytes, so that thousands of them fit into memory. */
export function withoutRawBodies(reading: Reading): Reading {
  const { exchange } = reading;
  const answer: Answer = { ...exchange.answer, body: { kind: 'not-recorded' } };
  const request =
    exchange.request.body.kind === 'none'
      ? exchange.request
      : { ...exchange.request, body: { kind: 'not-recorded' as const } };
  return { ...reading, exchange: { ...exchange, request, answer } };
}

/** The items of a list answer; undefined when the answer is no 200 with an array. */
export function listedItems({ exchange, expectation, body }: Reading): readonly ExactJson[] | undefined {
  if (expectation.operation !== 'listPets' || exchange.answer.status !== 200) return undefined;
  return body.kind === 'json' && isExactArray(body.value) ? body.value : undefined;
}

function readBody({ headers, body }: Answer): AnswerBody {
  if (body.kind === 'none' || body.kind === 'not-recorded') return { kind: body.kind };
  if (body.kind === 'truncated') return { kind: 'truncated', why: body.why };
  if (body.bytes.length === 0) return { kind: 'none' };
  const plain = parseBytes(body.bytes, headers);
  const coding = headerValue(headers, 'Content-Encoding');
  if (plain.kind === 'json' || coding === undefined || coding.toLowerCase() === 'identity') return plain;
  try {
    return parseBytes(undoCodings(body.bytes, coding), headers);
  } catch (error) {
    return {
      kind: 'not-json',
      why: `its ${coding} coding cannot be undone (${error instanceof Error ? error.message : 'unknown cause'})`,
      sure: true,
    };
  }
}

function undoCodings(bytes: Uint8Array, codings: string): Uint8Array {
  const options = { maxOutputLength: MOST_DECODED_BYTES };
  let decoded = bytes;
  for (const coding of codings.split(',').toReversed()) {
    switch (coding.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        decoded = gunzipSync(decoded, options);
        break;
      case 'deflate':
        decoded = inflateSync(decoded, options);
        break;
      case 'br':
        decoded = brotliDecompressSync(decoded, options);
        break;
      case 'zstd':
        decoded = zstdDecompressSync(decoded, options);
        break;
      case 'identity':
        break;
      default:
        throw new Error('petvet does not know this content coding');
    }
  }
  return decoded;
}

function parseBytes(bytes: Uint8Array, headers: Answer['headers']): AnswerBody {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const charset = /charset="?([^";\s]+)/i.exec(headerValue(headers, 'Content-Type') ?? '')?.[1];
    const declared = charset !== undefined && !/^utf-?8$/i.test(charset);
    return { kind: 'not-json', why: 'it is not UTF-8', sure: !declared };
  }
  const reading = parseExactJson(text);
  if (reading.ok) return { kind: 'json', value: reading.value };
  if (/^\s*$/.test(text)) return { kind: 'none' };
  return { kind: 'not-json', why: reading.why, sure: !reading.tooDeep };
}

/** The animals that an allowed answer shows: the items of a list, or the one of getPet and createPet. */
export function animalsShown(reading: Reading): readonly ExactJson[] {
  const { exchange, expectation, body } = reading;
  const shape = allowedBody(expectation, exchange.answer.status);
  if (body.kind !== 'json') return [];
  if (shape === 'Pets') return isExactArray(body.value) ? body.value : [];
  return shape === 'Pet' && isExactObject(body.value) ? [body.value] : [];
}

/** A member of a JSON object; undefined when there is none or the value is no object. */
export function memberOf(value: ExactJson | undefined, name: string): ExactJson | undefined {
  return isExactObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
