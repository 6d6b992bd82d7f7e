import type { SentRequest } from '../evidence/exchange.ts';
import type { ClientRequest } from './request-log.ts';

/** A request with the key; a list, unless told. */
export function sentLike(over: Partial<SentRequest> = {}): SentRequest {
  return {
    method: 'GET',
    target: '/pets',
    headers: [['Authorization', 'Bearer {primary}']],
    body: { kind: 'none' },
    credential: 'primary',
    ...over,
  };
}

/** A request in the place of its number, answered within a millisecond. */
export function aRequest(number: number, arrivedAt: number, over: Partial<ClientRequest> = {}): ClientRequest {
  return { number, sent: sentLike(), arrivedAt, status: 200, endedAt: arrivedAt + 1, ...over };
}

/** The log of a client that was admitted once, and then refused and tried again after each of these waits, in milliseconds. */
export function refusedThenAfter(waits: readonly number[], retryAfter: number): ClientRequest[] {
  const log = [aRequest(1, 0)];
  let at = 10;
  for (let turn = 0; turn <= waits.length; turn += 1) {
    const isLast = turn === waits.length;
    log.push(aRequest(turn + 2, at, isLast ? {} : { status: 429, refusal: { retryAfter, inARow: turn + 1 } }));
    at += 1 + (waits[turn] ?? 0);
  }
  return log;
}
