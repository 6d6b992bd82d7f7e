import type { Exchange, HeaderPair } from '../evidence/exchange.ts';
import type { Expectation } from '../expectation/expectation.ts';
import type { Reading } from './reading.ts';

/** So many different ones are kept; whatever comes later stays as it is. */
const MOST_KEPT = 20_000;

/**
 * Lets readings share what is alike in them: a load run has a hundred thousand requests, but few kinds of them, and the same
 * headers come back in every window. What a reading says is not changed.
 */
export class Alike {
  readonly #requests = new Map<string, { readonly request: Exchange['request']; readonly expectation: Expectation }>();
  readonly #headers = new Map<string, HeaderPair>();

  /** The same reading, with what others have as well in one place. */
  shared(reading: Reading): Reading {
    const { exchange, expectation } = reading;
    const { answer, request } = exchange;
    const { request: sameRequest, expectation: sameExpectation } = this.#sharedRequest(request, expectation);
    return {
      ...reading,
      expectation: sameExpectation,
      exchange: {
        ...exchange,
        request: sameRequest,
        answer: { ...answer, headers: answer.headers.map((pair) => this.#sharedPair(pair)) },
      },
    };
  }

  /** A list's expectation follows from its request alone; those of the others, from what is known by then as well. */
  #sharedRequest(request: Exchange['request'], expectation: Expectation) {
    const own = { request, expectation };
    if (expectation.operation !== 'listPets' || request.body.kind !== 'none') return own;
    const { method, target, headers, credential } = request;
    const key = JSON.stringify([method, target, credential, headers]);
    return kept(this.#requests, key, own);
  }

  #sharedPair(pair: HeaderPair): HeaderPair {
    return kept(this.#headers, `${pair[0]}\n${pair[1]}`, pair);
  }
}

function kept<T>(pool: Map<string, T>, key: string, own: T): T {
  const known = pool.get(key);
  if (known !== undefined) return known;
  if (pool.size < MOST_KEPT) pool.set(key, own);
  return own;
}
