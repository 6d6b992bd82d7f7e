import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Answer, Body, HeaderPair, Failure } from '../evidence/exchange.ts';
import type { Clock } from './clock.ts';
import { proxyWords, readFailure } from './failure.ts';
import { proxyOf } from './lines.ts';
import { limitTime } from './time-limit.ts';

/** Limits of one exchange, in milliseconds and bytes. `body` limits the whole body, not the pause between two pieces. */
export interface Bounds {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly bodyBytes: number;
}

/** A request with its secrets filled in. Never kept, never handed out. */
export interface OpenRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | undefined;
  /** The body is sent in pieces, and the library announces no length. */
  readonly chunked: boolean;
}

/** The outcome before masking: an answer, or a failure. */
export interface Outcome {
  readonly answer?: Answer;
  readonly failure?: Failure;
  readonly answeredAt?: number;
  readonly endedAt: number;
  /** The connection was reset, before or within the answer. */
  readonly reset: boolean;
}

/**
 * Sends one request and waits for the end of its answer, within the limits. Never rejects, never hangs: whatever happens is
 * an outcome. 1xx answers are skipped, redirects are answers like any other.
 *
 * @param interrupted - when it is aborted the exchange ends at once
 */
export function transmit(
  dispatcher: Dispatcher,
  request: OpenRequest,
  bounds: Bounds,
  clock: Clock,
  interrupted: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const host = new URL(request.origin).host;
    const proxy = proxyOf(dispatcher);
    const chunks: Uint8Array[] = [];
    let size = 0;
    let head: { status: number; headers: HeaderPair[]; answeredAt: number } | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let endLimit: (() => void) | undefined;
    let settled = false;

    const settle = (failure?: Failure) => {
      if (settled) return;
      settled = true;
      endLimit?.();
      interrupted.removeEventListener('abort', interrupt);
      const ended = { endedAt: clock.now(), reset: failure?.kind === 'reset' };
      if (head === undefined) {
        resolve({ ...ended, failure: failure ?? { kind: 'protocol', says: `${host} sent no response` } });
      } else {
        const { status, headers, answeredAt } = head;
        resolve({ ...ended, answeredAt, answer: { status, headers, body: bodyOf(chunks, failure) } });
      }
    };
    const giveUp = (failure: Failure) => {
      settle(failure);
      controller?.abort(new Error(failure.says));
    };
    const interrupt = () => giveUp({ kind: 'interrupted', says: 'the run was interrupted' });
    const within = (milliseconds: number, what: string, of: Partial<Failure> = {}) => {
      endLimit?.();
      endLimit = limitTime(milliseconds, () =>
        giveUp({ kind: 'timeout', says: `${what} within ${milliseconds / 1_000} s`, ...of }),
      );
    };

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (settled) started.abort(new Error('given up before it was sent'));
        else within(bounds.headers, `${host} did not respond`);
      },
      onResponseStart(started, status) {
        if (settled || status < 200) return;
        head = { status, headers: headerPairs(started.rawHeaders), answeredAt: clock.now() };
        within(bounds.body, 'the body did not end');
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        const room = bounds.bodyBytes - size;
        chunks.push(chunk.subarray(0, room));
        size += chunk.length;
        if (chunk.length > room)
          giveUp({ kind: 'other', says: `the body is longer than ${bounds.bodyBytes} bytes; the rest was not read` });
      },
      onResponseEnd: () => settle(),
      onResponseError: (_controller, error) => settle(readFailure(error, host, head !== undefined, proxy)),
    };

    if (interrupted.aborted) return interrupt();
    interrupted.addEventListener('abort', interrupt);
    within(
      bounds.connect,
      `no connection to ${proxy === undefined ? host : proxyWords(proxy)} was made`,
      proxy === undefined ? {} : { isOfProxy: true as const },
    );
    try {
      const { origin, path, method } = request;
      dispatcher.dispatch(
        {
          origin,
          path,
          method,
          headers: iterableHeaders(request.headers),
          body: bodyToSend(request),
        },
        handler,
      );
    } catch (error) {
      settle(readFailure(error, host, false, proxy));
    }
  });
}

/** The number of chunks of a body; a shorter one is sent in chunks of one byte. */
const CHUNKS = 3;

/** A stream of unknown length is what makes the library send chunks: one for each piece. */
function bodyToSend({ body, chunked }: OpenRequest): Buffer | Readable | null {
  if (body === undefined) return null;
  const bytes = Buffer.from(body);
  if (!chunked) return bytes;
  const size = Math.ceil(bytes.length / CHUNKS);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Readable.from(pieces);
}

function bodyOf(chunks: readonly Uint8Array[], failure: Failure | undefined): Body {
  const bytes = new Uint8Array(Buffer.concat(chunks));
  if (failure !== undefined) {
    const { kind, says: why } = failure;
    return { kind: 'truncated', bytes, why, ...((kind === 'reset' || kind === 'protocol') && { by: kind }) };
  }
  return bytes.length === 0 ? { kind: 'none' } : { kind: 'bytes', bytes };
}

/** Header bytes are read as latin1: each byte is preserved. Blanks around a value are not part of it (RFC 9110, section 5.5). */
function headerPairs(raw: Dispatcher.DispatchController['rawHeaders']): HeaderPair[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return Array.from({ length: Math.floor(texts.length / 2) }, (_, index) => [
    texts[2 * index] ?? '',
    (texts[2 * index + 1] ?? '').replaceAll(/^[ \t]+|[ \t]+$/g, ''),
  ]);
}

/** Neither a flat array nor an object: the proxy agent would lose duplicates of the first, the second has none. */
function iterableHeaders(headers: readonly HeaderPair[]): Iterable<[string, string]> {
  return {
    *[Symbol.iterator]() {
      for (const [name, value] of headers) yield [name, value];
    },
  };
}
