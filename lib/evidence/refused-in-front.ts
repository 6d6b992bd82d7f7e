import { codingByItsMark, knowsCodings } from './content-coding.ts';
import { headerValue, headerValues, type SentRequest } from './exchange.ts';

/** A request target longer than this may be refused with 414; RFC 9110, section 4.1 recommends 8000 octets. */
const LONG_TARGET = 2_000;

/** A header value longer than this may be refused with 431, and so may all headers together from the second figure on. */
const LONG_HEADER = 2_000;
const LONG_HEADERS = 7_500;
const MANY_HEADERS = 60;

/** A body longer than this may be refused with 413. */
const LONG_BODY = 8_192;

/** In the middle of a body longer than this a server may close the connection rather than read on. */
const ENDLESS_BODY = 1_000_000;

/** What an HTTP parser or a gateway answers to requests that it does not let through. Source: rule RATE-1. */
const IN_FRONT: ReadonlySet<number> = new Set([400, 408, 413, 414, 421, 431, 501, 505]);

/** What a content filter answers: the specification has neither. */
const FILTERED: ReadonlySet<number> = new Set([403, 406]);

/** What such filters take for an attack: quotes, markup, templates, escapes, comments, and whatever is not ASCII. */
const DISLIKED = /['<>`;|\\]|\{\{|\$\{|--|\.\.|&[#\w]|%[\da-f]{2}|[^\t\n\r\u0020-\u007e]/i;

/** Placeholders in recorded targets stand for secrets: their braces were never sent. */
const PLACEHOLDERS = /\{(?:primary|second|wrong|proxy|header)(?::[\w.-]+)?\}/g;

/** What a target may contain unescaped: RFC 3986, sections 3.3 and 3.4. */
const LEGAL_TARGET = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*$/i;

/** In a path these may make it another one, or be refused for that: an escaped slash, backslash, dot, percent sign or semicolon. */
const AMBIGUOUS_PATH = /%(?:2f|5c|2e|25|3b)/i;

/**
 * Whether a response came from in front of the service: the HTTP parser or a gateway refused a request that is not legal
 * HTTP, or beyond usual sizes. Such a response says nothing about the service's limit and clock, and may carry the figures of
 * another caller, or none. The same goes for a filter that inspects content and rejected it. Source: rule RATE-1; RFC 9110,
 * section 15.5; RFC 9112, section 3.
 */
export function isRefusedInFront(request: SentRequest, status: number): boolean {
  // Which key, if any, was read from malformed credentials is not known either.
  if (hasFurtherWord(request.headers)) return status >= 400 && status < 500 && status !== 429;
  if (FILTERED.has(status)) return isDislikedByFilters(request);
  if (!IN_FRONT.has(status)) return false;
  const [path = ''] = request.target.split('?', 1);
  return beyondUsualHttp(request).length > 0 || AMBIGUOUS_PATH.test(path);
}

/**
 * What about a request, apart from the content of its body, is not legal HTTP or exceeds usual sizes, in words; none where every
 * HTTP parser lets it through.
 */
export function beyondUsualHttp(request: SentRequest): string[] {
  const { target, headers, body, isPartlyRecorded = false } = request;
  const odd: string[] = [];
  const note = (isOdd: boolean, what: string) => {
    if (isOdd) odd.push(what);
  };
  note(isPartlyRecorded, 'some headers were not recorded');
  note(target.length > LONG_TARGET, 'the request target is very long');
  note(hasOddCharacters(target), `the request target ${oddCharacters(target)}`);
  note(target.includes('#'), 'the request target has a fragment');
  note(
    headers.some(([, value]) => value.length > LONG_HEADER),
    'a header is very long',
  );
  note(
    headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > LONG_HEADERS,
    'the headers are very long',
  );
  note(
    headers.some(([, value]) => /[^\t\u0020-\u007e]/.test(value)),
    'a header has odd characters',
  );
  note(headers.length > MANY_HEADERS, 'there are very many headers');
  note(hasFurtherWord(headers), 'a further word follows the key');
  for (const name of ['Authorization', 'Content-Type', 'Content-Length', 'Host'])
    note(headerValues(headers, name).length > 1, `header ${name} is given twice`);
  note(
    headers.some(([name]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name)),
    'a header has an odd name',
  );
  note(headerValues(headers, 'Transfer-Encoding').length > 0, 'the body comes in chunks');
  note('bytes' in body && body.bytes.length > LONG_BODY, 'the body is very long');
  note(isBrokenGzip(request), 'the body is not gzip');
  note(hasUnknownCoding(request), 'the body has an unknown content coding');
  return odd;
}

/** Whether a content filter may mistake a request for an attack because of its target or its body. */
function isDislikedByFilters({ target, body }: Pick<SentRequest, 'target' | 'body'>): boolean {
  const sent = decoded(target.replace(PLACEHOLDERS, 'x').replaceAll('&', ' '));
  if (DISLIKED.test(sent) || /["{}$]/.test(sent)) return true;
  return 'bytes' in body && DISLIKED.test(new TextDecoder().decode(body.bytes));
}

/** As text, with its percent-encoding undone where it is well formed. */
function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Whether another word follows a bearer token, which the syntax of credentials does not allow. Source: RFC 9110, section 11.4. */
export function hasFurtherWord(headers: SentRequest['headers']): boolean {
  const credentials = headerValue(headers, 'Authorization') ?? '';
  if (credentials !== last.credentials)
    last = { credentials, hasOne: /^\s*bearer\s+[^\s,=]+\s+[^\s,]/i.test(credentials) };
  return last.hasOne;
}

/** They are mostly the same as for the request before. */
let last = { credentials: '', hasOne: false };

/** Whether the connection may be closed while a request is being sent. Source: RFC 9110, section 15.5.14. */
export function mayBeCutShort({ body }: SentRequest): boolean {
  return 'bytes' in body && body.bytes.length > ENDLESS_BODY;
}

/** Whether a body is declared as gzip but does not begin like gzip. */
function isBrokenGzip({ headers, body }: SentRequest): boolean {
  const isSaid = /^(?:x-)?gzip$/i.test(headerValue(headers, 'Content-Encoding') ?? '');
  return isSaid && body.kind === 'bytes' && codingByItsMark(body.bytes) !== 'gzip';
}

/** Whether a body has a coding that no server can undo, so that it may be refused before the service reads it. Source: RFC 9110, section 8.4. */
function hasUnknownCoding({ headers, body }: SentRequest): boolean {
  const codings = headerValue(headers, 'Content-Encoding');
  return codings !== undefined && body.kind === 'bytes' && !knowsCodings(codings);
}

/** Raw characters that a target may not contain, broken escapes, and escapes of controls and of what is beyond ASCII. */
function hasOddCharacters(target: string): boolean {
  const [sent = ''] = target.replace(PLACEHOLDERS, 'x').split('#', 1);
  return !LEGAL_TARGET.test(sent) || /%(?:[01][\da-f]|7f|[89a-f][\da-f])/i.test(sent);
}

/** What is unusual about them, in words. */
function oddCharacters(target: string): string {
  if (/%(?![\da-f]{2})/i.test(target)) return 'has a broken percent-encoding';
  if (target.includes('%00')) return 'holds a NUL';
  return isUtf8(target) ? 'has odd characters' : 'is not UTF-8';
}

function isUtf8(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}
