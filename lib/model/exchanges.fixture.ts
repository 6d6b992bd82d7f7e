import type { Exchange, SentRequest } from '../evidence/exchange.ts';
import type { KnownPet } from '../expectation/expectation.ts';
import { aRequest, utf8 } from '../expectation/request.fixture.ts';

/** What a test says of an exchange; the rest is `GET /pets` by the key, answered 200 with 500 left, after the one before it. */
interface Parts {
  readonly request?: SentRequest;
  /** Absent for a request without a response. */
  readonly status?: number | undefined;
  readonly remaining?: number;
  readonly from?: number;
  readonly to?: number;
  /** The id of the pet that a response has. */
  readonly created?: bigint;
}

/** A maker of exchanges of one run, one after the other unless instants are given. */
export function exchangesOfARun(): (parts?: Parts) => Exchange {
  let [id, clock] = [0, 0];
  return (parts = {}) => {
    const { request = aRequest(), remaining = 500, from = clock + 1, to = from + 4, created } = parts;
    clock = to;
    const status = 'status' in parts ? parts.status : 200;
    const text = created === undefined ? '[]' : `{"id":${created},"name":"Rex","categoryId":7}`;
    const answer = status !== undefined && {
      status,
      headers: [['X-RateLimit-Remaining', `${remaining}`] as const],
      body: { kind: 'bytes', bytes: utf8(text) } as const,
    };
    return { id: ++id, request, ...(answer && { answer }), times: { startedAt: from, endedAt: to } };
  };
}

/** Pets as the responses of a run have shown them. */
export function knownPets(...ids: readonly bigint[]): Map<bigint, KnownPet> {
  return new Map(ids.map((id) => [id, { id, status: 'sold', seenIn: 1 }]));
}
