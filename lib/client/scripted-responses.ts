import type { ServerResponse } from 'node:http';
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import type { Figures } from './script.ts';

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
