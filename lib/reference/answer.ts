import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { isJsonArray, isJsonObject, readJson, writeJson, type JsonObject } from './server-json.ts';

/** A header as it will stand on the wire: name in its own spelling. */
export type HeaderPair = readonly [name: string, value: string];

/** A finished answer, before it is written to a connection. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

const JSON_TYPE: HeaderPair = ['Content-Type', 'application/json'];

/** An answer with a JSON body. */
export function jsonAnswer(status: number, value: unknown, headers: readonly HeaderPair[] = []): Answer {
  return { status, headers: [JSON_TYPE, ...headers], body: Buffer.from(writeJson(value)) };
}

/** An answer with an Error. Source: specification, section 2. */
export function errorAnswer(
  status: number,
  code: string,
  message: string,
  headers: readonly HeaderPair[] = [],
): Answer {
  return jsonAnswer(status, { code, message, status: BigInt(status) }, headers);
}

/** The same answer with a header set (instead of all of that name) or, without a value, left out. */
export function withHeader(answer: Answer, name: string, value?: string): Answer {
  const others = answer.headers.filter(([present]) => present.toLowerCase() !== name.toLowerCase());
  return { ...answer, headers: value === undefined ? others : [...others, [name, value]] };
}

/** The same answer without the three headers that tell of the limit. */
export function withoutRateLimit(answer: Answer): Answer {
  return Object.values(RATE_LIMIT_HEADERS).reduce((left, name) => withHeader(left, name), answer);
}

/** The value of a header; undefined when it is absent. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([present]) => present.toLowerCase() === name.toLowerCase())?.[1];
}

/** The same answer with another body, and another media type when one is given. */
export function withBody(answer: Answer, body: string | Uint8Array, mediaType?: string): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const changed = { ...answer, body: bytes };
  return mediaType === undefined ? changed : withHeader(changed, 'Content-Type', mediaType);
}

/** The same answer with its JSON body changed; an answer whose body is no JSON stays as it is. */
export function withJson(answer: Answer, change: (value: unknown) => unknown): Answer {
  const value = readJson(textOf(answer));
  return value === undefined ? answer : withBody(answer, writeJson(change(value)));
}

/** The same answer with the items of its list changed; any other answer stays as it is. */
export function withItems(answer: Answer, change: (items: readonly unknown[]) => readonly unknown[]): Answer {
  return withJson(answer, (value) => (isJsonArray(value) ? change(value) : value));
}

/** The same answer with the object in its body (an Error or one Pet) changed; any other answer stays as it is. */
export function withObject(answer: Answer, change: (object: JsonObject) => unknown): Answer {
  return withJson(answer, (value) => (isJsonObject(value) ? change(value) : value));
}

/** The body as text. */
export function textOf({ body }: Answer): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}
