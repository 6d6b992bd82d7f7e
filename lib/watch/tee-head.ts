import { headerValues, type HeaderPair } from '../evidence/exchange.ts';
import { NotWatchedError, unreadable } from './tee-skipped.ts';

/** How many bytes of a body follow a head: 0 for none, Infinity for all until the connection is closed; or they come in chunks. */
export type Framing = number | 'chunked';

/** The head of a request; each byte beyond ASCII is one character (latin1). */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
}

/** The head of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** The connection does not outlive this response. */
  readonly isLast: boolean;
}

const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) ([!-~\u0080-\u00ff]+) HTTP\/1\.([01])$/;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d{2})(?: [\t -~\u0080-\u00ff]*)?$/;
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~\u0080-\u00ff]*)$/;

/** More digits than a number holds exactly are no length of a body. */
const LENGTH = /^\d{1,15}$/;

/**
 * Reads the lines of a request's head.
 *
 * @throws {NotWatchedError} when two readers could understand them differently
 */
export function readRequestHead([first = '', ...rest]: readonly string[]): RequestHead & { readonly framing: Framing } {
  const [, method, target, minor] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || target === undefined) throw unreadable('a request line');
  const headers = rest.map(readHeaderLine);
  return { method, target, headers, framing: announcedFraming(headers, minor === '0') ?? 0 };
}

/**
 * Reads the lines of a response's head.
 *
 * @param method - of the request that it responds to: a response to HEAD has no body, whatever it announces
 * @returns with undefined instead of a response for an interim one, which another follows
 * @throws {NotWatchedError} when two readers could understand them differently, or HTTP ends here
 */
export function readResponseHead(
  [first = '', ...rest]: readonly string[],
  method: string,
): { readonly response: ResponseHead | undefined; readonly framing: Framing } {
  const [, minor, code] = STATUS_LINE.exec(first) ?? [];
  if (code === undefined) throw unreadable('a status line');
  const status = Number(code);
  const isOld = minor === '0';
  const headers = rest.map(readHeaderLine);
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300))
    throw new NotWatchedError('upgraded', 'the connection changes to another protocol');
  if (status < 200) return { response: undefined, framing: 0 };
  const announced = announcedFraming(headers, isOld) ?? Infinity;
  const framing = method === 'HEAD' || status === 204 || status === 304 ? 0 : announced;
  const isLast = framing === Infinity || endsConnection(headers, isOld);
  return { response: { status, headers, isLast }, framing };
}

/** Checks a line of trailers, or reads one of a head. A value folded over two lines (RFC 9112, section 5.2) is read by few, and differently. */
export function readHeaderLine(line: string): HeaderPair {
  const [, name, value] = HEADER_LINE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw unreadable('a header line');
  return [name, value.replace(/[ \t]+$/, '')];
}

/**
 * Undefined where nothing is announced. Two announcements that may contradict are how requests are smuggled, and HTTP/1.0 knows no chunks.
 * Source: RFC 9112, sections 6.1 and 6.3.
 */
function announcedFraming(headers: readonly HeaderPair[], isOld: boolean): Framing | undefined {
  const codings = headerValues(headers, 'Transfer-Encoding');
  const lengths = headerValues(headers, 'Content-Length');
  if (codings.length + lengths.length > 1) throw unreadable('the length of a body');
  const [[coding], [length]] = [codings, lengths];
  if (coding !== undefined && (isOld || coding.toLowerCase() !== 'chunked')) throw unreadable('a transfer coding');
  if (length !== undefined && !LENGTH.test(length)) throw unreadable('the length of a body');
  if (coding !== undefined) return 'chunked';
  return length === undefined ? undefined : Number(length);
}

function endsConnection(headers: readonly HeaderPair[], isOld: boolean): boolean {
  const options = headerValues(headers, 'Connection').flatMap((value) => value.toLowerCase().split(/[\s,]+/));
  return options.includes('close') || (isOld && !options.includes('keep-alive'));
}
