import { AlikeValues } from '../evidence/alike-values.ts';
import type { Exchange, SentRequest } from '../evidence/exchange.ts';

/**
 * Lets exchanges share equal requests: a load run has a million of them, but few kinds. The content of an exchange is
 * not changed. Requests can then be compared by identity.
 */
export class Alike {
  readonly #requests = new AlikeValues<SentRequest>();
  /** By the requests themselves, where the reader shares them already. */
  readonly #known = new WeakMap<SentRequest, SentRequest>();

  /** The same exchange, with a shared request. */
  shared(exchange: Exchange): Exchange {
    const known = this.#known.get(exchange.request);
    const request = known ?? this.#sharedRequest(exchange.request);
    if (known === undefined) this.#known.set(exchange.request, request);
    return request === exchange.request ? exchange : { ...exchange, request };
  }

  #sharedRequest(request: SentRequest): SentRequest {
    const { method, target, headers, credential, body, isPartlyRecorded = false } = request;
    if ('bytes' in body) return request;
    let key = `${body.kind}\n${isPartlyRecorded}\n${credential}\n${method}\n${target}`;
    for (const [name, value] of headers) key += `\n${name}\n${value}`;
    return this.#requests.of(key, () => request);
  }
}
