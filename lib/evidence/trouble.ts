import type { Exchange } from './exchange.ts';

/**
 * Whether an exchange met what a service does that is away, or a gateway in front of it: 502, 503, 504, no connection, or one
 * that was closed before the answer.
 */
export function isTrouble({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): boolean {
  if (answer !== undefined) return isGatewayStatus(answer.status);
  return failure?.kind === 'refused' || failure?.kind === 'reset';
}

/** Whether a status is one that a gateway gives for a service behind it that is away. Source: RFC 9110, sections 15.6.3 to 15.6.5. */
export function isGatewayStatus(status: number): boolean {
  return status >= 502 && status <= 504;
}
