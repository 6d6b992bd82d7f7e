import { headerValue, type Body, type Exchange, type HeaderPair } from './exchange.ts';
import { sortCredentials, type ForeignCredentials } from './har-credentials.ts';
import { belowBase } from './below-base.ts';
import { requestedAddress } from './har-address.ts';
import type { HarEntry } from './har-shape.ts';
import { isAnsweredElsewhere } from './har-source.ts';
import { readTimes } from './har-times.ts';

/** Entries of a file that are not judged, and the reason. */
export interface PassedOver {
  readonly count: number;
  readonly why: string;
}

/** An entry about the service: what follows the base address, and headers without pseudo-headers. */
interface Relevant {
  readonly entry: HarEntry;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly answerHeaders: readonly HeaderPair[];
  readonly status: number;
}

/**
 * Makes exchanges of the entries that a browser, a proxy or another tool recorded, in the order of sending.
 *
 * What may not be a response of the service, or is recorded too poorly to be judged, is skipped. No bearer token of the
 * file is in the exchanges.
 *
 * @param isOfExport - the recorder tells when it exported instead of when a request was sent
 * @returns with `elsewhere`, the addresses of what is outside the base address, the most frequent first
 */
export function readForeignEntries(
  entries: readonly HarEntry[],
  baseUrl: string,
  authenticated: boolean,
  isOfExport = false,
): { exchanges: Exchange[]; passedOver: PassedOver[]; elsewhere: string[] } {
  const passedOver = new Map<string, number>();
  const elsewhere = new Map<string, number>();
  const relevant: Relevant[] = [];
  const passOver = (why: string) => passedOver.set(why, (passedOver.get(why) ?? 0) + 1);
  for (const entry of entries) {
    const reading = readEntry(entry, baseUrl);
    if (typeof reading !== 'string') {
      relevant.push(reading);
      continue;
    }
    passOver(reading);
    const address = reading === OUTSIDE ? addressOf(entry.request.url) : undefined;
    if (address !== undefined) elsewhere.set(address, (elsewhere.get(address) ?? 0) + 1);
  }
  const times = readTimes(relevant, isOfExport);
  const timed = relevant.flatMap((reading, index) => {
    const of = times[index];
    if (of === undefined) passOver('nothing tells when the request was sent');
    return of === undefined ? [] : [{ ...reading, times: of }];
  });
  const credentials = sortCredentials(timed, authenticated);
  return {
    exchanges: timed
      .toSorted((a, b) => a.times.startedAt - b.times.startedAt)
      .map((reading, index) => exchangeOf(reading, index + 1, credentials)),
    passedOver: Array.from(passedOver, ([why, count]) => ({ count, why })),
    elsewhere: [...elsewhere].toSorted(([, a], [, b]) => b - a).map(([address]) => address),
  };
}

const OUTSIDE = 'outside the base address';

/** What could be the base address of an entry: up to its version segment where it has one, else the host alone. */
function addressOf(url: string): string | undefined {
  const parts = partsOf(url);
  if (parts === undefined) return undefined;
  const [versioned = ''] = /^[^?#]*?\/v1(?=[/?#]|$)/.exec(parts.rest) ?? [];
  return `${parts.origin}${versioned}`;
}

function readEntry(entry: HarEntry, baseUrl: string): Relevant | string {
  const { request, response } = entry;
  const { status, _error: error, _failureText: failure } = response;
  const headers = pairs(request.headers);
  if (targetOf(request.url, baseUrl) === undefined) return OUTSIDE;
  const address = requestedAddress(request);
  const target = address && targetOf(address, baseUrl);
  if (target === undefined) return 'the parameters of the request are not certain';
  if (isPreflight(request.method, headers)) return 'a preflight of the browser';
  if (isAnsweredElsewhere(entry)) return 'perhaps answered from a cache, or by something else than the service';
  if (entry.startedDateTime === '' || status < 100 || `${error ?? ''}${failure ?? ''}` !== '')
    return 'aborted, without a whole answer';
  const answerHeaders = pairs(response.headers);
  if (answerHeaders.length === 0) return "the answer's headers were not recorded";
  return { entry, target, headers, answerHeaders, status };
}

/** Undefined when the address is not at or below the base; letter case of the host and default ports do not matter. */
function targetOf(url: string, baseUrl: string): string | undefined {
  const base = partsOf(baseUrl);
  const address = partsOf(url);
  if (base === undefined || address === undefined || address.origin !== base.origin) return undefined;
  const path = base.rest.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return belowBase(path, address.rest.replace(/#.*$/s, ''));
}

function partsOf(url: string): { origin: string; rest: string } | undefined {
  const [, start, rest = ''] = /^(https?:\/\/[^/?#]+)(.*)$/is.exec(url) ?? [];
  return start !== undefined && URL.canParse(start) ? { origin: new URL(start).origin, rest } : undefined;
}

function isPreflight(method: string, headers: readonly HeaderPair[]): boolean {
  return method === 'OPTIONS' && headerValue(headers, 'Access-Control-Request-Method') !== undefined;
}

function exchangeOf(
  reading: Relevant & Pick<Exchange, 'times'>,
  id: number,
  { roleOf, maskHeaders, mask }: ForeignCredentials,
): Exchange {
  const { entry, target, headers, answerHeaders, status, times } = reading;
  const body = answerBody(entry);
  const masked = (part: Body): Body => (part.kind === 'bytes' ? { ...part, bytes: mask.maskBytes(part.bytes) } : part);
  return {
    id,
    request: {
      method: mask.mask(entry.request.method),
      target: mask.mask(target),
      headers: maskHeaders(headers),
      body: masked(requestBody(entry.request, headers)),
      credential: roleOf(headers),
    },
    answer: {
      status,
      headers: maskHeaders(body.kind === 'bytes' ? withoutCoding(answerHeaders) : answerHeaders),
      body: masked(body),
    },
    times,
  };
}

/** HAR stores decoded bodies: headers about the encoded one no longer apply. */
function withoutCoding(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
}

function answerBody({ request, response: { content, bodySize } }: HarEntry): Body {
  if (typeof content?.text !== 'string') return { kind: 'not-recorded' };
  if (content.text !== '') return { kind: 'bytes', bytes: bytesOf(content.text, content.encoding) };
  const isEmpty = request.method === 'HEAD' || ((content.size ?? 0) <= 0 && (bodySize ?? 0) <= 0);
  return { kind: isEmpty ? 'none' : 'not-recorded' };
}

function requestBody({ method, postData, bodySize }: HarEntry['request'], headers: readonly HeaderPair[]): Body {
  const { text, encoding, _encoding: ownEncoding } = postData ?? {};
  if (typeof text === 'string' && text !== '') return { kind: 'bytes', bytes: bytesOf(text, encoding ?? ownEncoding) };
  const announced = Number(headerValue(headers, 'Content-Length') ?? 0);
  const isChunked = headerValue(headers, 'Transfer-Encoding') !== undefined;
  if (announced > 0 || isChunked || (bodySize ?? 0) > 0) return { kind: 'not-recorded' };
  const mayHaveOne = !/^(GET|HEAD|OPTIONS|DELETE)$/.test(method) && (bodySize ?? -1) < 0;
  return { kind: mayHaveOne && headerValue(headers, 'Content-Length') === undefined ? 'not-recorded' : 'none' };
}

function bytesOf(text: string, encoding: string | null | undefined): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'));
}

/** Pseudo-headers of HTTP/2 (`:authority`) are not headers. */
function pairs(headers: HarEntry['request']['headers']): HeaderPair[] {
  return headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]);
}
