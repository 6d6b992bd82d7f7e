import type { IncomingMessage } from 'node:http';
import type { Operation } from '../contract/operations.ts';

/** Where a request goes, as the router found it: a documented operation, a known path with another method, or neither. */
export type Route =
  | { readonly operation: 'listPets' | 'createPet' }
  | { readonly operation: 'getPet'; readonly petId: string }
  | { readonly operation?: undefined; readonly allow?: string };

/** A request, read to its end. */
export interface PetRequest {
  readonly method: string;
  /** Path and query as they stood on the wire. */
  readonly target: string;
  readonly route: Route;
  readonly query: URLSearchParams;
  /** The values of all Authorization headers. */
  readonly authorization: readonly string[];
  readonly incoming: IncomingMessage;
  /** undefined when it is longer than {@link LONGEST_BODY}. Read for createPet only. */
  readonly body: Uint8Array | undefined;
  /** The address of the caller's end of the connection. */
  readonly remote: string;
}

/** A longer body is answered 413. In bytes; the specification shows no limit (section 8). */
const LONGEST_BODY = 1_048_576;

/** What is sent beyond the longest body is let pass unread up to here, so that the sender hears the 413. In bytes. */
const LONGEST_PATIENCE = 32 * LONGEST_BODY;

/**
 * Reads a request to its end.
 *
 * @param target - the request target as received, before anything normalised it
 * @returns undefined when the caller went away, or does not stop sending
 */
export async function readRequest(
  incoming: IncomingMessage,
  target: string,
  route: Route,
): Promise<PetRequest | undefined> {
  const body = route.operation === 'createPet' ? await readBody(incoming) : new Uint8Array();
  if (body === 'gone') return undefined;
  const at = target.indexOf('?');
  return {
    method: incoming.method ?? 'GET',
    target,
    route,
    query: new URLSearchParams(at < 0 ? '' : target.slice(at)),
    authorization: incoming.headersDistinct['authorization'] ?? [],
    incoming,
    body,
    remote: incoming.socket.remoteAddress ?? 'unknown',
  };
}

/** Whether a request addresses an operation. */
export function addresses({ route }: PetRequest, operation: Operation): boolean {
  return route.operation === operation;
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array | 'gone' | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > LONGEST_PATIENCE) return 'gone';
      if (length <= LONGEST_BODY) chunks.push(chunk);
    }
  } catch {
    return 'gone';
  }
  return length > LONGEST_BODY ? undefined : Buffer.concat(chunks);
}
