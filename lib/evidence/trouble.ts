import type { Exchange } from './exchange.ts';

/**
 * Whether an exchange met an unavailable service or gateway: 502, 503, 504, 520 to 527, a request
 * that HTTP lets the client repeat (408, 421, 425), no connection, or one that was closed before the answer.
 */
export function isTrouble({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): boolean {
  if (answer !== undefined) return isGatewayStatus(answer.status) || asksForRepetition(answer.status);
  return failure?.kind === 'refused' || failure?.kind === 'reset';
}

/**
 * Whether a status is one that a gateway gives for an unavailable service behind it. Source: RFC 9110, sections 15.6.3 to
 * 15.6.5; those from 520 on are given only by a content delivery network.
 */
export function isGatewayStatus(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 527);
}

/**
 * Whether a status says that the request was not read to its end, came over the wrong connection, or too early: the client may
 * send it once more. A proxy gives 408 on a connection that was idle. Source: RFC 9110, sections 15.5.9 and 15.5.20; RFC 8470, section 5.2.
 */
export function asksForRepetition(status: number): boolean {
  return status === 408 || status === 421 || status === 425;
}
