import type { HeaderPair } from '../evidence/exchange.ts';

/** A request that a probe wants sent. */
export interface OutgoingRequest {
  readonly method: string;
  /** What follows the base address, such as `/pets?limit=5`: sent unchanged, except that placeholders are filled in. */
  readonly target: string;
  /**
   * With placeholders for credentials, such as `Bearer {primary}`. Order, case and duplicates are kept. A header given here,
   * even an empty one, is sent instead of the default of that name; only User-Agent is always petvet's own.
   */
  readonly headers: readonly HeaderPair[];
  /** Text is sent as UTF-8, unchanged: no placeholder is filled in. */
  readonly body?: string | Uint8Array;
  /** Defaults to leave out altogether. */
  readonly without?: readonly ('Accept' | 'Content-Type')[];
  /** The body is sent in several chunks, without its length; an empty body has none, and is sent as usual. */
  readonly chunked?: true;
}

/** The header of a request whose body is chunked, as the HTTP library writes it: the last one. */
export const CHUNKED: HeaderPair = ['transfer-encoding', 'chunked'];

/** Whether a header is the one for chunks: it is never given by hand, but follows from `chunked`. */
export function tellsOfChunks([name]: HeaderPair): boolean {
  return name.toLowerCase() === CHUNKED[0];
}

/**
 * The headers of a request except Host, Connection and those on the body's length, which the HTTP library adds: petvet's User-Agent, the
 * configured extra ones, `Accept: application/json`, `Content-Type: application/json` for a POST with a body, then the
 * request's own. What the request gives itself is not added a second time.
 */
export function composeHeaders(
  { method, headers, body, without = [] }: OutgoingRequest,
  extra: readonly HeaderPair[],
  userAgent: string,
): HeaderPair[] {
  const own = headers.filter(([name]) => name.toLowerCase() !== 'user-agent');
  const taken = new Set(own.map(([name]) => name.toLowerCase()));
  const defaults: HeaderPair[] = [...extra];
  const configured = new Set(extra.map(([name]) => name.toLowerCase()));
  if (!without.includes('Accept') && !configured.has('accept')) defaults.push(['Accept', 'application/json']);
  if (method === 'POST' && body !== undefined && !without.includes('Content-Type'))
    defaults.push(['Content-Type', 'application/json']);
  return [['User-Agent', userAgent], ...defaults.filter(([name]) => !taken.has(name.toLowerCase())), ...own];
}
