import { headerValue, type Answer, type Body, type SentRequest } from '../evidence/exchange.ts';
import { credentialRole, type Mask } from '../evidence/masking.ts';
import type { Target } from '../targets/target.ts';
import { CHUNKED, composeHeaders, tellsOfChunks, type OutgoingRequest } from './outgoing.ts';
import type { OpenRequest } from './transmit.ts';

/** A request in two forms: with the secrets, for the socket only, and without them, for everything else. */
export interface PreparedRequest {
  readonly open: OpenRequest;
  readonly recorded: SentRequest;
}

/**
 * Makes both forms of a request.
 *
 * @throws Error when a credential is in the target and the service is not on this machine: addresses end up in logs
 */
export function prepareRequest(
  request: OutgoingRequest,
  { baseUrl, headers: extra, loopback }: Pick<Target, 'baseUrl' | 'headers' | 'loopback'>,
  mask: Mask,
  userAgent: string,
): PreparedRequest {
  const { method, target, body } = request;
  const path = mask.fill(target);
  if (path !== target && !loopback) throw new Error('a credential is never put into an address outside loopback');
  const base = new URL(baseUrl);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const chunked = request.chunked === true && bytes !== undefined && bytes.length > 0;
  const composed = composeHeaders(request, extra, userAgent);
  const headers = chunked ? composed.filter((pair) => !tellsOfChunks(pair)) : composed;
  const configured = new Set(extra);
  return {
    open: {
      origin: base.origin,
      path: `${base.pathname}${path}`,
      method,
      headers: headers.map(([name, value]) => [name, mask.fill(value)]),
      body: bytes,
      chunked,
    },
    recorded: {
      method,
      target: mask.mask(target),
      // A configured header may hold a gateway's secret. Accept is not secret, and judges read it.
      headers: (chunked ? [...headers, CHUNKED] : headers).map((pair) => {
        const [name, value] = pair;
        const hidden = configured.has(pair) && name.toLowerCase() !== 'accept';
        return [mask.mask(name), hidden ? `{header:${name}}` : mask.mask(value)];
      }),
      body:
        bytes === undefined || bytes.length === 0 ? { kind: 'none' } : { kind: 'bytes', bytes: mask.maskBytes(bytes) },
      credential: credentialRole(headers),
    },
  };
}

/** An answer without the secrets that it may repeat. */
export function recordAnswer({ status, headers, body }: Answer, mask: Mask): Answer {
  return {
    status,
    headers: headers.map(([name, value]) => [mask.mask(name), mask.mask(value)]),
    body: maskBody(body, mask, headerValue(headers, 'Content-Encoding')),
  };
}

function maskBody(body: Body, mask: Mask, codings: string | undefined): Body {
  switch (body.kind) {
    case 'bytes':
      return { kind: 'bytes', bytes: mask.maskBytes(body.bytes, codings) };
    case 'truncated':
      return { ...body, bytes: mask.maskBytes(body.bytes, codings), why: mask.mask(body.why) };
    default:
      return body;
  }
}
