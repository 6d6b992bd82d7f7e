import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { VERSION_SEGMENT } from '../contract/operations.ts';
import { PLANS } from '../contract/plans.ts';
import { NO_BODY, type HeaderPair, type SentRequest } from '../evidence/exchange.ts';
import { credentialRole } from '../evidence/masking.ts';
import { startReferenceServer } from '../reference/server.ts';
import type { ClientRequest } from './request-log.ts';
import { Script } from './script.ts';

/** The service that a client is tested with: the reference server, in front of which a script refuses some requests with 429. */
export interface ScriptedServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** The one key that is accepted; made for this server. */
  readonly key: string;
  /** Every request, in the order of arrival; it grows as long as the server runs. */
  readonly log: readonly ClientRequest[];
  close(): Promise<void>;
}

/** What a response takes at least, so that requests of one time are seen to overlap. In milliseconds. */
const TAKES_MS = 25;

/** A larger body is answered 413, and is not a NewPet that a client sends. In bytes. */
const MOST_BODY = 8 * 1_048_576;

/** What belongs to one connection, or is written anew with the body. Source: RFC 9110, section 7.6.1. */
const OF_ONE_HOP =
  /^(?:connection|keep-alive|transfer-encoding|content-length|expect|te|trailer|upgrade|proxy-connection)$/i;

/**
 * @param asOf - the day at which the service lives (YYYY-MM-DD)
 * @param work - what is over before a response is sent
 */
export async function startScriptedServer(
  asOf: string,
  port = 0,
  work: () => Promise<unknown> = () => setTimeout(TAKES_MS),
): Promise<ScriptedServer> {
  const service = await startReferenceServer({ plan: 'business', today: asOf });
  const log: ClientRequest[] = [];
  const script = new Script();
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const arrivedAt = now();
    const body = await bodyOf(incoming);
    if (body === undefined) return void outgoing.writeHead(413, { Connection: 'close' }).end();
    const sent = sentBy(incoming, body, service.keys.primary);
    const number = log.length + 1;
    const turn = sent.credential === 'primary' ? script.next(number, sent, arrivedAt) : { kind: 'admit' as const };
    const entry: ClientRequest = {
      number,
      sent,
      arrivedAt,
      ...(turn.kind === 'refuse' && { refusal: turn.refusal }),
      ...(turn.kind === 'early' && { duringWaitOf: turn.of, underWay: turn.underWay }),
    };
    log.push(entry);
    outgoing.once('finish', () => {
      entry.endedAt = now();
      script.ended(number, entry.endedAt);
    });
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return;
      // It cannot keep what it was never told.
      delete entry.refusal;
      script.lost(number);
    });
    await work();
    if (outgoing.destroyed) return;
    if (turn.kind === 'admit') {
      entry.status = await passOn(incoming, body, outgoing, service.port);
      return;
    }
    entry.status = 429;
    const reset = refuse(
      outgoing,
      turn.kind === 'refuse' ? turn.refusal.retryAfter : Math.ceil(turn.remaining / 1_000),
    );
    entry.resetAt = now() + 1_000 * reset - Date.now();
  }

  const baseUrl = await listen(server, port).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  return {
    baseUrl,
    key: service.keys.primary,
    log,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await service.close();
    },
  };
}

/** A refusal as the service itself would write it. Source: sections 7 and 8. @returns its X-RateLimit-Reset, in seconds */
function refuse(outgoing: ServerResponse, retryAfter: number): number {
  const reset = Math.ceil(Date.now() / 1_000) + retryAfter;
  const body = JSON.stringify({ code: 'rate_limited', message: 'the rate limit is exceeded', status: 429 });
  outgoing.writeHead(429, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': retryAfter,
    [RATE_LIMIT_HEADERS.limit]: PLANS.business.perMinute,
    [RATE_LIMIT_HEADERS.remaining]: 0,
    [RATE_LIMIT_HEADERS.reset]: reset,
  });
  outgoing.end(body);
  return reset;
}

/** The body of a request; undefined where it is larger than any that is read. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MOST_BODY) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function sentBy(incoming: IncomingMessage, bytes: Buffer, key: string): SentRequest {
  const headers = pairsOf(incoming.rawHeaders);
  const named = headers.map(([name, value]): HeaderPair => [name, value.replaceAll(key, '{primary}')]);
  const path = (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replaceAll(key, '{primary}');
  return {
    method: incoming.method ?? 'GET',
    // Outside the base address nothing is documented: such a target keeps its whole path.
    target: path.startsWith(`${VERSION_SEGMENT}/`) ? path.slice(VERSION_SEGMENT.length) : path,
    headers: named,
    body: bytes.length === 0 ? NO_BODY : { kind: 'bytes', bytes },
    credential: credentialRole(named),
  };
}

/** @returns the status that the service answered with */
function passOn(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, port: number): Promise<number> {
  const headers = pairsOf(incoming.rawHeaders).filter(([name]) => !OF_ONE_HOP.test(name));
  if (body.length > 0 || incoming.headers['content-length'] !== undefined)
    headers.push(['Content-Length', `${body.length}`]);
  return new Promise((resolve, reject) => {
    const forwarded = send(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: headers.flat() },
      (response) => {
        const status = response.statusCode ?? 500;
        const own = pairsOf(response.rawHeaders).filter(
          ([name]) => !OF_ONE_HOP.test(name) || /^content-length$/i.test(name),
        );
        outgoing.writeHead(status, own.flat());
        response.pipe(outgoing);
        response.on('end', () => resolve(status));
        response.on('error', reject);
      },
    );
    forwarded.on('error', reject);
    forwarded.end(body);
  });
}

function pairsOf(raw: readonly string[]): HeaderPair[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string')
        return reject(new TypeError('the server listens on no port'));
      resolve(`http://127.0.0.1:${address.port}${VERSION_SEGMENT}`);
    });
  });
}
