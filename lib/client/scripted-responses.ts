import type { ServerResponse } from 'node:http';
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { PLANS } from '../contract/plans.ts';
import type { Figures } from './script.ts';

/** How a request is refused. */
export interface RefusalForm {
  /** In seconds. */
  readonly retryAfter: number;
  /** Retry-After is a date in place of seconds. */
  readonly form?: 'date';
  /** An Error in JSON, unless given. */
  readonly body?: 'none' | 'html';
}

/** The body of a 429, which the specification does not show. */
const BODIES = {
  json: [
    'application/json',
    JSON.stringify({ code: 'rate_limited', message: 'the rate limit is exceeded', status: 429 }),
  ],
  html: ['text/html', '<html><body><h1>429 Too Many Requests</h1></body></html>'],
  none: ['', ''],
} as const;

/** A refusal as the service itself would write it. Source: sections 7 and 8. @returns its X-RateLimit-Reset, in seconds */
export function refuse(outgoing: ServerResponse, { retryAfter, form, body }: RefusalForm): number {
  const reset = Math.ceil(Date.now() / 1_000) + retryAfter;
  const [type, text] = BODIES[body ?? 'json'];
  outgoing.writeHead(429, {
    ...(text !== '' && { 'Content-Type': type }),
    'Content-Length': Buffer.byteLength(text),
    'Retry-After': form === 'date' ? new Date(1_000 * reset).toUTCString() : retryAfter,
    [RATE_LIMIT_HEADERS.limit]: PLANS.business.perMinute,
    [RATE_LIMIT_HEADERS.remaining]: 0,
    [RATE_LIMIT_HEADERS.reset]: reset,
  });
  outgoing.end(text);
  return reset;
}

/** What a proxy says for a service that is away. Source: RFC 9110, section 15.6.4. @returns the status */
export function sayUnavailable(outgoing: ServerResponse, retryAfter: number): number {
  const body = 'Service Unavailable\n';
  outgoing.writeHead(503, {
    'Content-Type': 'text/plain',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': retryAfter,
  });
  outgoing.end(body);
  return 503;
}

/** The headers that announce what remains, by their names in lower case. @param now - as the script tells time, in milliseconds */
export function figuresOf({ remaining, resetAt }: Figures, now: number): Readonly<Record<string, string>> {
  const reset = Math.ceil((Date.now() + resetAt - now) / 1_000);
  return {
    [RATE_LIMIT_HEADERS.remaining.toLowerCase()]: `${remaining}`,
    [RATE_LIMIT_HEADERS.reset.toLowerCase()]: `${reset}`,
  };
}
