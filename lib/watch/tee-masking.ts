import { headerValue, headerValues, type Body, type Exchange, type HeaderPair } from '../evidence/exchange.ts';
import { bearerToken, isPrivateHeader, sortCredentials } from '../evidence/har-credentials.ts';
import { createMask } from '../evidence/masking.ts';
import type { RawExchange } from './tee-pairing.ts';

/** An exchange without its credentials, and whose it was. */
export interface MaskedExchange {
  readonly exchange: Exchange;
  /** The value of Authorization as it was sent, to be hashed and forgotten; undefined where there was none. */
  readonly caller: string | undefined;
}

/** To make a mask takes some milliseconds, so those of the last callers are kept; each takes a megabyte, and several for a long token. */
const MASKS_KEPT = 32;

/** So many of the tokens that were last seen on a connection are looked for in what passes on it. */
const TOKENS_SOUGHT = 16;

/**
 * Makes what takes credentials out of exchanges, for all connections: callers come again on other ones.
 *
 * @returns what makes it for one connection. The token of a request becomes `{primary}` wherever the request or the response has it,
 *   coded or not; that of an earlier request on this connection `{other}`. Whether a token is valid nobody knows: its role is `unknown`.
 */
export function createCredentialMasks(): () => (raw: RawExchange) => MaskedExchange {
  const ownMasks = keepLatest((secrets: readonly HeaderPair[]) =>
    sortCredentials([{ headers: secrets, status: 0 }], false),
  );
  const otherMasks = keepLatest((token: string) => createMask({ primary: '', wrong: '', extra: { other: token } }));

  return () => {
    let seen: readonly string[] = [];
    return ({ id, request, answer, failure, times }) => {
      const own = ownMasks(request.headers.filter(([name]) => isPrivateHeader(name)));
      const tokens = headerValues(request.headers, 'Authorization').flatMap((value) => bearerToken(value) ?? []);
      const others = seen.filter((token) => !tokens.includes(token));
      seen = [...others, ...tokens].slice(-TOKENS_SOUGHT);
      const masks = [own.mask, ...others.map(otherMasks)];
      const masked = (text: string) => masks.reduce((left, { mask }) => mask(left), text);
      const headers = (pairs: readonly HeaderPair[]) =>
        own.maskHeaders(pairs).map(([name, value]): HeaderPair => [masked(name), masked(value)]);
      const body = (one: Body, pairs: readonly HeaderPair[]): Body => {
        if (!('bytes' in one)) return one;
        const codings = headerValue(pairs, 'Content-Encoding');
        return { ...one, bytes: masks.reduce((left, { maskBytes }) => maskBytes(left, codings), one.bytes) };
      };
      return {
        caller: headerValue(request.headers, 'Authorization'),
        exchange: {
          id,
          request: {
            method: masked(request.method),
            target: masked(request.target),
            headers: headers(request.headers),
            body: body(request.body, request.headers),
            credential: tokens.length === 0 && !isAuthorized(request.headers) ? 'none' : 'unknown',
          },
          ...(answer !== undefined && {
            answer: {
              status: answer.status,
              headers: headers(answer.headers),
              body: body(answer.body, answer.headers),
            },
          }),
          ...(failure !== undefined && { failure }),
          times,
        },
      };
    };
  };
}

function isAuthorized(headers: readonly HeaderPair[]): boolean {
  return headerValues(headers, 'Authorization').length > 0;
}

/** Makes a function remember what it made of the last arguments that it got. */
function keepLatest<A, T>(make: (argument: A) => T): (argument: A) => T {
  const kept = new Map<string, T>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const made = kept.get(key) ?? make(argument);
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > MASKS_KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
