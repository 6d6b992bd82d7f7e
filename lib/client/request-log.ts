import type { SentRequest } from '../evidence/exchange.ts';
import type { DISTURBANCES, SituationName } from './situations.ts';

/** A 429, of the script or recorded, and what it asked for. */
export interface ScriptedRefusal {
  /** In seconds, as Retry-After said it; a date is rounded up. */
  readonly retryAfter: number;
  /** 1 for the first of several in a row; 0 where its place is not known. */
  readonly inARow: number;
}

/** A request of the client under test, as the scripted server saw it. Instants in milliseconds since the client was started. */
export interface ClientRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** Of the situation and the run in which it came; absent where neither is known, as in a recording. */
  readonly situation?: SituationName;
  readonly run?: number;
  /** `credential` says whether it has the key that the client was given. */
  readonly sent: SentRequest;
  readonly arrivedAt: number;
  /** Undefined as long as there was no response. */
  status?: number;
  /** When the last byte of the response was handed over. */
  endedAt?: number;
  /** When the client closed the connection before that. */
  abandonedAt?: number;
  /** The 429 of the script that it got; absent for a request that was answered as the service answers. */
  refusal?: ScriptedRefusal;
  /** Anything else that the script did to it. */
  readonly disturbance?: (typeof DISTURBANCES)[number];
  /** What X-RateLimit-Reset said, where it is a 429 of the script. */
  resetAt?: number;
  /** It came while the 429 with that number still asked to wait. */
  readonly duringWaitOf?: number;
  /** It cannot have known of that 429: it was under way when the 429 was sent. */
  readonly underWay?: boolean;
}

/** Whether two requests certainly ask for the same: the second one is then taken for a retry of the first. */
export function isSameRequest(one: SentRequest, other: SentRequest): boolean {
  return one.method === other.method && one.target === other.target && sameBody(one, other);
}

function sameBody({ body: one }: SentRequest, { body: other }: SentRequest): boolean {
  if (one.kind !== 'bytes' || other.kind !== 'bytes') return one.kind === 'none' && other.kind === 'none';
  return Buffer.compare(one.bytes, other.bytes) === 0;
}
