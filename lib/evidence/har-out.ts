import { isUtf8 } from 'node:buffer';
import { open, rename, rm } from 'node:fs/promises';
import type * as z from 'zod';
import { UsageError } from '../errors.ts';
import { plainBytes } from './decoded.ts';
import { headerValue, type Answer, type Body, type Exchange, type HeaderPair } from './exchange.ts';
import type { ownAttribution } from './har-shape.ts';
import type { EvidenceItem } from './lines.ts';
import { recordOfBody, recordOfKnowledge } from './record.ts';

/** As a module of its own, `node:http` would load the whole of Node's fetch, which takes longer than to write the file. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * Writes evidence as HAR 1.2, entry by entry; petvet's own data is under `_petvet`. The file gets its name only
 * when it is complete.
 *
 * @throws UsageError when it cannot be written; an error of reading the items is passed on
 */
export async function writeHar(
  file: string,
  items: AsyncIterable<EvidenceItem>,
  creator: { readonly name: string; readonly version: string },
): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  const written = await attempt(file, open(unfinished, 'w'));
  try {
    for await (const chunk of harText(items, creator)) await attempt(file, written.writeFile(chunk));
    await attempt(file, written.close());
    await attempt(file, rename(unfinished, file));
  } catch (error) {
    await written.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function attempt<T>(file: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be written (${cause})`, 'choose a folder that can be written');
  }
}

/** Evidence as the text of a HAR, a part for each entry; between two parts there may be white space. */
export async function* harText(
  items: AsyncIterable<EvidenceItem>,
  { name, version }: { readonly name: string; readonly version: string },
): AsyncIterable<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[`;
  const own: Record<string, unknown> = {};
  let baseUrl = '';
  let separator = '\n';
  for await (const item of items) {
    if ('exchange' in item) {
      yield separator + JSON.stringify(entryOf(item.exchange, baseUrl));
      separator = ',\n';
    } else if ('knowledge' in item) {
      baseUrl = item.knowledge.baseUrl;
      own['knowledge'] = recordOfKnowledge(item.knowledge);
    } else Object.assign(own, item);
  }
  yield `\n],"_petvet":${JSON.stringify(own)}}}\n`;
}

function entryOf(exchange: Exchange, baseUrl: string): Record<string, unknown> {
  const { id, request, answer, failure, times, probe, retryOf, retried } = exchange;
  const content = answer && contentOf(answer);
  const own: z.input<typeof ownAttribution> = {
    id,
    credential: request.credential,
    times,
    ...(probe !== undefined && { probe }),
    ...(retryOf !== undefined && { retryOf }),
    ...(retried !== undefined && { retried }),
    ...(failure && { failure }),
    ...(!isPlainText(request.body) && { requestBody: recordOfBody(request.body) }),
    ...(answer && !content?.isRaw && { answerBody: recordOfBody(answer.body) }),
  };
  const timings = timingsOf(times);
  return {
    startedDateTime: isoInstant(times.startedAt),
    time: timings.send + timings.wait + timings.receive,
    request: requestOf(exchange, baseUrl),
    response: {
      status: answer?.status ?? 0,
      statusText: STATUS_CODES[answer?.status ?? 0] ?? '',
      httpVersion: answer ? HTTP_VERSION : '',
      cookies: [],
      headers: named(answer?.headers ?? []),
      content: content?.har ?? { size: 0, mimeType: UNKNOWN_TYPE },
      redirectURL: headerValue(answer?.headers ?? [], 'Location') ?? '',
      headersSize: -1,
      bodySize: answer ? sizeOf(answer.body) : -1,
      ...(failure && { _error: failure.says }),
    },
    cache: {},
    timings,
    _petvet: own,
  };
}

/** The wire uses no other version; HAR requires one. */
const HTTP_VERSION = 'HTTP/1.1';

/** HAR requires a media type even where none was sent. */
const UNKNOWN_TYPE = 'x-unknown';

function requestOf({ request }: Exchange, baseUrl: string): Record<string, unknown> {
  const { method, target, headers, body } = request;
  const mimeType = headerValue(headers, 'Content-Type') ?? UNKNOWN_TYPE;
  return {
    method,
    url: baseUrl + target,
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: named(headers),
    queryString: queryOf(target),
    ...('bytes' in body && { postData: { mimeType, text: Buffer.from(body.bytes).toString() } }),
    headersSize: -1,
    bodySize: sizeOf(body),
  };
}

/** A longer text is not written beside the bytes that it is decoded from: some kilobytes may stand for megabytes. */
const LONGEST_DECODED = 1_048_576;
const LEFT_OUT = 'the text is left out; the bytes as they were sent are in _petvet.answerBody';

/** HAR's content, decoded for the reader; `isRaw` when it alone gives back what crossed the wire. */
function contentOf(answer: Answer): { har: Record<string, unknown>; isRaw: boolean } {
  const { headers, body } = answer;
  const mimeType = headerValue(headers, 'Content-Type') ?? UNKNOWN_TYPE;
  const plain = plainBytes(answer);
  if (plain === undefined || !('bytes' in body)) return { har: { size: 0, mimeType }, isRaw: false };
  const bytes = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
  if (plain !== body.bytes && bytes.length > LONGEST_DECODED)
    return { har: { size: bytes.length, mimeType, comment: LEFT_OUT }, isRaw: false };
  const text = isUtf8(bytes) ? { text: bytes.toString() } : { text: bytes.toString('base64'), encoding: 'base64' };
  return {
    har: { size: bytes.length, mimeType, ...text },
    isRaw: plain === body.bytes && body.kind === 'bytes' && bytes.length > 0,
  };
}

function isPlainText(body: Body): boolean {
  return body.kind === 'bytes' && body.bytes.length > 0 && isUtf8(body.bytes);
}

function sizeOf(body: Body): number {
  if ('bytes' in body) return body.bytes.length;
  return body.kind === 'none' ? 0 : -1;
}

function named(headers: readonly HeaderPair[]): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function queryOf(target: string): { name: string; value: string }[] {
  const at = target.indexOf('?');
  if (at < 0) return [];
  return [...new URLSearchParams(target.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

function isoInstant(milliseconds: number): string {
  const instant = new Date(milliseconds);
  return (Number.isNaN(instant.getTime()) ? new Date(0) : instant).toISOString();
}

function timingsOf({ startedAt, answeredAt, endedAt }: Exchange['times']) {
  const answered = answeredAt ?? endedAt;
  return {
    blocked: -1,
    dns: -1,
    connect: -1,
    send: 0,
    wait: between(startedAt, answered),
    receive: between(answered, endedAt),
    ssl: -1,
  };
}

function between(from: number, to: number): number {
  return Math.max(0, to - from);
}
