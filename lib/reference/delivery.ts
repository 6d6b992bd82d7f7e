import type { ServerResponse } from 'node:http';
import { headerOf, type Answer } from './answer.ts';

/** Statuses whose answers have no body, and say nothing of its length. Source: RFC 9110, section 8.6. */
const BODILESS = new Set([204, 304]);

/** Writes an answer to its connection, header names in the answer's own spelling. */
export function deliver(answer: Answer, outgoing: ServerResponse): void {
  const { status, headers, body } = answer;
  const length =
    BODILESS.has(status) || headerOf(answer, 'Transfer-Encoding') !== undefined
      ? []
      : ['Content-Length', `${body.length}`];
  outgoing.sendDate = false;
  outgoing.writeHead(status, [...headers.flat(), ...length]);
  outgoing.end(BODILESS.has(status) ? undefined : body);
}
