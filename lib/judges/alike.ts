import { AlikeValues } from '../evidence/alike-values.ts';
import { NO_BODY, UNRECORDED_BODY, type Exchange, type SentRequest } from '../evidence/exchange.ts';

/**
 * Lets exchanges share their requests where they are alike: a load run has a million of them, but few kinds. What an exchange says is
 * not changed. Whoever looks at requests may know one again by its identity.
 */
export class Alike {
  readonly #requests = new AlikeValues<SentRequest>();

  /** The same exchange, with a request that others have as well in one place. */
  shared(exchange: Exchange): Exchange {
    return { ...exchange, request: this.#sharedRequest(exchange.request) };
  }

  #sharedRequest(request: SentRequest): SentRequest {
    const { method, target, headers, credential, body } = request;
    if ('bytes' in body) return request;
    let key = `${body.kind}\n${credential}\n${method}\n${target}`;
    for (const [name, value] of headers) key += `\n${name}\n${value}`;
    return this.#requests.of(key, () => ({ ...request, body: body.kind === 'none' ? NO_BODY : UNRECORDED_BODY }));
  }
}
