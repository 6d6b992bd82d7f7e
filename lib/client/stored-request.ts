import type { HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { createMask, type Mask } from '../evidence/masking.ts';
import type { ClientRequest } from './request-log.ts';

/** Headers whose values tell what a client is and how it sends; any other value may be a secret. */
const PLAIN =
  /^(?:accept|accept-encoding|accept-language|access-control-request-(?:headers|method)|connection|content-length|content-type|expect|host|origin|transfer-encoding|user-agent)$/i;

/** Parameters that are documented. */
const DOCUMENTED = /^(?:limit|status)$/;

/** A log as it may be stored: the key and whatever may be a secret of the client are placeholders, and equal requests stay equal. */
export function stored(log: readonly ClientRequest[], key: string): ClientRequest[] {
  const values = new Map<string, string>();
  const mask = createMask({ primary: key, wrong: '' });
  return log.map((request) => ({ ...request, sent: storedRequest(request.sent, mask, values) }));
}

/** @param values - placeholders of the values of undocumented parameters */
function storedRequest({ body, ...sent }: SentRequest, mask: Mask, values: Map<string, string>): SentRequest {
  const [path = '', ...query] = mask.mask(sent.target).split('?');
  const parameters = query.join('?').replaceAll(/([^&=]*)=([^&]*)/g, (whole, name: string, value: string) => {
    if (DOCUMENTED.test(decoded(name))) return whole;
    const placeholder = values.get(value) ?? `{value${values.size + 1}}`;
    values.set(value, placeholder);
    return `${name}=${placeholder}`;
  });
  return {
    ...sent,
    target: query.length === 0 ? path : `${path}?${parameters}`,
    headers: sent.headers.map(([name, value]): HeaderPair => [mask.mask(name), mask.mask(storedValue(name, value))]),
    body: body.kind === 'bytes' ? { ...body, bytes: mask.maskBytes(body.bytes) } : body,
  };
}

/** Of a credential stays whether it is the key that the client was given. */
function storedValue(name: string, value: string): string {
  if (PLAIN.test(name)) return value;
  if (!/^authorization$/i.test(name)) return '{value}';
  const parts = value
    .split(',')
    .map((part) => /^\s*bearer\s+\{(?:primary|second)\}(?=\s|$)/i.exec(part)?.[0] ?? '{value}');
  return parts.join(',');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
