import type { Body, Exchange, HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { isPrintable } from './printable.ts';
import { printfFormat, shellWord } from './shell-word.ts';

/** Longer ones are cut, and a note says so: a line of megabytes helps nobody. */
const MOST_TARGET = 2_000;
const MOST_HEADER = 1_000;
const MOST_HEADERS = 30;
const MOST_BODY = 2_000;

/** What curl sets by itself, and what says who asked rather than what. */
const LEFT_TO_CURL = new Set(['host', 'content-length', 'user-agent', 'connection']);

/**
 * The request of an exchange as one line for a POSIX shell. Keys stand in it as `"$PETVET_API_KEY"` and
 * `"$PETVET_SECOND_API_KEY"`. What the line cannot hold (an altered key, a part that is too long or was not recorded)
 * is told in a comment at its end.
 *
 * @param baseUrl - the base address that the request target follows
 */
export function curlLine({ request }: Pick<Exchange, 'request'>, baseUrl: string): string {
  const notes: string[] = [];
  const { before, args: body } = bodyArguments(request.body, notes);
  const args = [
    'curl -sS -i',
    ...methodArguments(request.method),
    ...versionArguments(request.headers),
    ...headerArguments(request.headers, body.length > 0, notes),
    ...body,
    ...urlArguments(request.target, baseUrl, notes),
  ];
  notes.push(...alteredKeys(request));
  const line = before + args.join(' ');
  return notes.length === 0 ? line : `${line}  # ${notes.join('; ')}`;
}

function methodArguments(method: string): string[] {
  if (method === 'HEAD') return ['--head'];
  return ['-X', /^[A-Z]+$/.test(method) ? method : shellWord(method.slice(0, MOST_HEADER), 'wire')];
}

/** curl sends a body in chunks where a header says so, but only HTTP/1.1 has them. */
function versionArguments(headers: readonly HeaderPair[]): string[] {
  return headers.some(([name]) => name.toLowerCase() === 'transfer-encoding') ? ['--http1.1'] : [];
}

function headerArguments(headers: readonly HeaderPair[], hasBody: boolean, notes: string[]): string[] {
  const args: string[] = [];
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = headers.filter(([name]) => !LEFT_TO_CURL.has(name.toLowerCase()));
  const sendable = own.filter(([name]) => /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name));
  if (sendable.length < own.length)
    notes.push(`${own.length - sendable.length} headers omitted: curl cannot send their names`);
  if (sendable.length > MOST_HEADERS) notes.push(`shortened: there are ${sendable.length} headers`);
  for (const [name, value] of sendable.slice(0, MOST_HEADERS)) {
    if (value.length > MOST_HEADER) notes.push(`shortened: ${name.slice(0, 40)} has ${value.length} characters`);
    const header = value.trim() === '' ? `${name};` : `${name}: ${value.slice(0, MOST_HEADER)}`;
    args.push('-H', shellWord(header, 'wire'));
  }
  if (!names.has('accept')) args.push('-H', "'Accept:'");
  if (hasBody && !names.has('content-type')) args.push('-H', "'Content-Type:'");
  return args;
}

function bodyArguments(body: Body, notes: string[]): { before: string; args: string[] } {
  if (body.kind === 'none') return { before: '', args: [] };
  if (body.kind === 'not-recorded') {
    notes.push('a body, if there was one, was not recorded');
    return { before: '', args: [] };
  }
  if (body.kind === 'truncated') notes.push('only part of the body was recorded');
  const { bytes } = body;
  if (bytes.length > MOST_BODY) {
    notes.push(`shortened: put the body of ${bytes.length} bytes into the file body.bin`);
    return { before: '', args: ['--data-binary', '@body.bin'] };
  }
  const text = utf8(bytes);
  return text !== undefined && isPrintable(text)
    ? { before: '', args: ['--data-raw', shellWord(text, 'utf-8')] }
    : { before: `printf ${printfFormat(bytes)} | `, args: ['--data-binary', '@-'] };
}

/** curl would drop a fragment, undo dot segments, expand brackets and refuse blanks: each is told to go as it is. */
function urlArguments(target: string, baseUrl: string, notes: string[]): string[] {
  const base = baseUrl.replace(/\/+$/, '');
  const path = target.slice(0, MOST_TARGET);
  if (target.length > MOST_TARGET) notes.push(`shortened: the request target has ${target.length} characters`);
  const args: string[] = [];
  if (!/^(\/[!"$-~]*)?$/.test(path)) {
    const afterHost = base.replace(/^[a-z]+:\/\/[^/]*/i, '');
    args.push('--request-target', shellWord(afterHost + path, 'wire'), shellWord(base, 'wire'));
  } else {
    const url = base + path;
    if (/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(path)) args.push('--path-as-is');
    if (/[[\]{}]/.test(url)) args.push('--globoff');
    args.push(shellWord(url, 'wire'));
  }
  const address = args.pop() ?? '';
  return /^'https?:\/\//i.test(address) ? [...args, address] : [...args, '--url', address];
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
