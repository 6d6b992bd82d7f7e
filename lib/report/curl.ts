import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Body, Exchange, HeaderPair, SentRequest } from '../evidence/exchange.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import { writeReport } from '../files/write-report.ts';
import { prefixOfRecorded } from '../targets/choice.ts';
import { isPrintable } from '../text/printable.ts';
import { printfFormat, shellWord } from '../text/shell-word.ts';

/** Longer ones go into a file, or are cut where there is none, and a note says so: a line of megabytes helps nobody. */
const MOST_TARGET = 2_000;
const MOST_HEADER = 1_000;
const MOST_HEADERS = 30;
const MOST_BODY = 2_000;

/** A longer body is kept packed: two megabytes of one letter would be most of a report's folder. */
const MOST_UNPACKED = 65_536;
const PACKED = '.gz';

/** What curl sets by itself, and what says who asked rather than what. */
const LEFT_TO_CURL = new Set(['host', 'content-length', 'user-agent', 'connection']);

/** The folder within that of a report that holds what is too long for a line. */
export const REQUESTS_FOLDER = 'requests';

/** A file that a line names: a part of the request, byte for byte, which is packed where the name says so. */
export interface RequestFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A request as a line for a POSIX shell, and the files that it reads. */
interface Curl {
  readonly line: string;
  readonly files: readonly RequestFile[];
}

/** The service that a request went to. */
export interface CurlService {
  /** The base address that the request target follows. */
  readonly baseUrl: string;
  /** The name of the target, whose variables hold the keys. */
  readonly target: string;
}

/** The line as it is built: its notes, and its files where there is a place for them. */
interface Building {
  readonly notes: string[];
  /** Keeps a part of the request, and returns the path as the line names it; undefined where there is no place. */
  readonly keep: ((part: string, bytes: Uint8Array) => string) | undefined;
  /** A text as one word of it. */
  readonly word: (text: string, encoding: 'wire' | 'utf-8') => string;
}

/**
 * The request of an exchange as one line for a POSIX shell. Keys stand in it as the variables of the target,
 * `"$PETVET_STAGING_API_KEY"` and `"$PETVET_STAGING_SECOND_API_KEY"` for `staging`. What the line cannot hold (an altered key, a part
 * that was not recorded, a part that is too long and has no file) is told in a comment at its end.
 *
 * @param folder - of the report, as it can be typed where the line is; none where its {@link REQUESTS_FOLDER} has no files
 */
export function curlLine(exchange: Pick<Exchange, 'id' | 'request'>, service: CurlService, folder?: string): string {
  return curlOf(exchange, service, folder).line;
}

/** The files that the curl line of an exchange names; mostly none. */
export function requestFiles(exchange: Pick<Exchange, 'id' | 'request'>, service: CurlService): readonly RequestFile[] {
  return mayNeedFiles(exchange.request) ? curlOf(exchange, service, '').files : [];
}

/** Whether anything of a request may be too long for a line; few are. */
function mayNeedFiles({ target, headers, body }: SentRequest): boolean {
  return (
    target.length > MOST_TARGET ||
    headers.length > MOST_HEADERS ||
    headers.some(([, value]) => value.length > MOST_HEADER) ||
    ('bytes' in body && body.bytes.length > MOST_BODY)
  );
}

function curlOf(
  { id, request }: Pick<Exchange, 'id' | 'request'>,
  { baseUrl, target }: CurlService,
  folder: string | undefined,
): Curl {
  const prefix = prefixOfRecorded(target);
  const files: RequestFile[] = [];
  const keep = (part: string, bytes: Uint8Array) => {
    const name = `${id}-${part}`;
    files.push({ name, bytes });
    return [...(folder === '' ? [] : [folder]), REQUESTS_FOLDER, name].join('/');
  };
  const building: Building = {
    notes: [],
    keep: folder === undefined ? undefined : keep,
    word: (text, encoding) => shellWord(text, encoding, prefix),
  };
  const { before, args: body } = bodyArguments(request.body, building);
  const args = [
    'curl -sS -i',
    ...methodArguments(request.method, building),
    ...versionArguments(request.headers),
    ...headerArguments(request.headers, body.length > 0, building),
    ...body,
    ...urlArguments(request.target, baseUrl, building),
  ];
  const { notes } = building;
  notes.push(...alteredKeys(request));
  const line = before + args.join(' ');
  return { line: notes.length === 0 ? line : `${line}  # ${notes.join('; ')}`, files };
}

function methodArguments(method: string, { word }: Building): string[] {
  if (method === 'HEAD') return ['--head'];
  return ['-X', /^[A-Z]+$/.test(method) ? method : word(method.slice(0, MOST_HEADER), 'wire')];
}

/** curl sends a body in chunks where a header says so, but only HTTP/1.1 has them. */
function versionArguments(headers: readonly HeaderPair[]): string[] {
  return headers.some(([name]) => name.toLowerCase() === 'transfer-encoding') ? ['--http1.1'] : [];
}

function headerArguments(headers: readonly HeaderPair[], hasBody: boolean, building: Building): string[] {
  const { notes, keep, word } = building;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = headers.filter(([name]) => !LEFT_TO_CURL.has(name.toLowerCase()));
  const sendable = own.filter(([name]) => /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name));
  if (sendable.length < own.length)
    notes.push(`${own.length - sendable.length} headers omitted: curl cannot send their names`);
  const { onLine, inFile } = keep === undefined ? { onLine: shortened(sendable, notes), inFile: [] } : parted(sendable);
  const lines = inFile.map((header) => `${asCurlTakesIt(header)}\n`).join('');
  return [
    ...onLine.flatMap((header) => ['-H', word(asCurlTakesIt(header), 'wire')]),
    ...(keep === undefined || lines === ''
      ? []
      : ['-H', word(`@${keep('headers.txt', Buffer.from(lines, 'latin1'))}`, 'utf-8')]),
    ...(names.has('accept') ? [] : ['-H', "'Accept:'"]),
    ...(hasBody && !names.has('content-type') ? ['-H', "'Content-Type:'"] : []),
  ];
}

/** An empty header would be taken for a wish to send none. */
function asCurlTakesIt([name, value]: HeaderPair): string {
  return value.trim() === '' ? `${name};` : `${name}: ${value}`;
}

function shortened(headers: readonly HeaderPair[], notes: string[]): HeaderPair[] {
  if (headers.length > MOST_HEADERS) notes.push(`shortened: there are ${headers.length} headers`);
  return headers.slice(0, MOST_HEADERS).map(([name, value]) => {
    if (value.length > MOST_HEADER) notes.push(`shortened: ${name.slice(0, 40)} has ${value.length} characters`);
    return [name, value.slice(0, MOST_HEADER)];
  });
}

/** The headers that stand on the line, and those that are read from a file, in which a # begins a comment and no variable counts. */
function parted(headers: readonly HeaderPair[]) {
  const onLine: HeaderPair[] = [];
  const inFile: HeaderPair[] = [];
  for (const header of headers) {
    const [name, value] = header;
    const isMuch = value.length > MOST_HEADER || onLine.length >= MOST_HEADERS;
    (isMuch && !name.startsWith('#') && !hasKey(value) ? inFile : onLine).push(header);
  }
  return { onLine, inFile };
}

/** Keys are variables of the shell, which no file can hold. */
function hasKey(text: string): boolean {
  return /\{(?:primary|second)\}/.test(text);
}

function bodyArguments(body: Body, { notes, keep, word }: Building): { before: string; args: string[] } {
  if (body.kind === 'none') return { before: '', args: [] };
  if (body.kind === 'not-recorded') {
    notes.push('a body, if there was one, was not recorded');
    return { before: '', args: [] };
  }
  if (body.kind === 'truncated') notes.push('only part of the body was recorded');
  const { bytes } = body;
  if (bytes.length > MOST_UNPACKED && keep !== undefined) {
    const file = word(keep(`body.bin${PACKED}`, bytes), 'utf-8');
    return { before: `gzip -dc ${file} | `, args: ['--data-binary', '@-'] };
  }
  if (bytes.length > MOST_BODY && keep !== undefined)
    return { before: '', args: ['--data-binary', word(`@${keep('body.bin', bytes)}`, 'utf-8')] };
  if (bytes.length > MOST_BODY) {
    notes.push(`shortened: put the body of ${bytes.length} bytes into the file body.bin`);
    return { before: '', args: ['--data-binary', '@body.bin'] };
  }
  const text = utf8(bytes);
  return text !== undefined && isPrintable(text)
    ? { before: '', args: ['--data-raw', word(text, 'utf-8')] }
    : { before: `printf ${printfFormat(bytes)} | `, args: ['--data-binary', '@-'] };
}

/** curl would drop a fragment, undo dot segments, expand brackets and refuse blanks: each is told to go as it is. */
function urlArguments(target: string, baseUrl: string, { notes, keep, word }: Building): string[] {
  const base = baseUrl.replace(/\/+$/, '');
  const isLong = target.length > MOST_TARGET;
  const isWhole = !isLong || (keep !== undefined && !hasKey(target));
  const path = isWhole ? target : target.slice(0, MOST_TARGET);
  if (!isWhole) notes.push(`shortened: the request target has ${target.length} characters`);
  const isOdd = !/^(\/[!"$-~]*)?$/.test(path);
  const sentTarget = isOdd ? base.replace(/^[a-z]+:\/\/[^/]*/i, '') + path : undefined;
  const url = isOdd ? base : base + path;
  const flags = isOdd
    ? []
    : [
        ...(/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(path) ? ['--path-as-is'] : []),
        ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
      ];
  if (isLong && isWhole && keep !== undefined) {
    const options = [...(sentTarget === undefined ? [] : [option('request-target', sentTarget)]), option('url', url)];
    return [...flags, '-K', word(keep('target.txt', Buffer.from(options.join(''), 'latin1')), 'utf-8')];
  }
  const address = word(url, 'wire');
  return [
    ...(sentTarget === undefined ? [] : ['--request-target', word(sentTarget, 'wire')]),
    ...flags,
    ...(/^'https?:\/\//i.test(address) ? [address] : ['--url', address]),
  ];
}

/** A line of a file of options of curl. */
function option(name: string, value: string): string {
  const escaped = value.replaceAll(/["\\]/g, String.raw`\$&`);
  return `${name} = "${escaped
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)}"\n`;
}

/** Keys that petvet made of a valid one are not stored: the reader has to make them again. */
function alteredKeys({ headers, target }: SentRequest): string[] {
  const text = [target, ...headers.map(([, value]) => value)].join('\n').slice(0, 10 * MOST_HEADER);
  const found = new Set(Array.from(text.matchAll(/\{(primary|second):([a-z]+)\}/g), ([placeholder]) => placeholder));
  return [...found].map((placeholder) => {
    const [role, how = ''] = placeholder.slice(1, -1).split(':');
    return `${placeholder} stands for ${role === 'primary' ? 'the key' : "the second caller's key"}, ${how}`;
  });
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Writes beside a report what is too long for the curl lines of its exchanges; mostly there is nothing. The evidence is streamed once.
 *
 * @throws {UsageError} when it cannot be written; an error of reading the evidence is passed on
 */
export async function writeRequestFiles(
  dir: string,
  service: CurlService,
  evidence: AsyncIterable<EvidenceItem>,
): Promise<void> {
  for await (const item of evidence) {
    const files = 'exchange' in item ? requestFiles(item.exchange, service) : [];
    for (const { name, bytes } of files) {
      const content = name.endsWith(PACKED) ? gzipSync(bytes, { level: 1 }) : bytes;
      await writeReport(join(dir, REQUESTS_FOLDER), name, content);
    }
  }
}

/** Whether such files lie beside a report: one of an earlier petvet has none. */
export function hasRequestFiles(dir: string): boolean {
  return existsSync(join(dir, REQUESTS_FOLDER));
}
