import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parsedJson } from '../evidence/parsed-json.ts';
import { UsageError } from '../errors.ts';
import type { ClientAccess, RunnableClient } from './vet-client.ts';

/** A request as a client thinks of it. */
export interface Call {
  readonly method?: 'GET' | 'POST';
  /** After the base address. */
  readonly path: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came of one request. */
export interface Reply {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The names as they were spelled. */
  readonly names: readonly string[];
  readonly text: string;
  /** Whether the connection was used before. */
  readonly wasReused: boolean;
}

/** Sends one request, and again or not. */
export type Send = (call: Call) => Promise<Reply>;

/** What the client knows when a request was refused. */
interface Refusal {
  /** How often this request was refused before. */
  readonly n: number;
  /** Retry-After in milliseconds, whatever its form. */
  readonly asked: number;
  /** What it waited the last time. */
  readonly before: number;
  readonly reply: Reply;
}

/** How a client goes on after a 429. */
export interface Backoff {
  /** In milliseconds. */
  readonly wait: (refusal: Refusal) => number;
  /** 9 unless given. */
  readonly retries?: number;
  /** Gives the refused request up after that, and returns its 429; it throws otherwise. */
  readonly goesOn?: boolean;
}

/** A client that is a function: what it throws is an exit status of 1. */
export function clientOf(work: (access: ClientAccess) => Promise<unknown>): RunnableClient {
  return {
    async run(access) {
      const from = performance.now();
      const status = await work(access).then(
        () => 0,
        () => 1,
      );
      return { status, tookTooLong: false, seconds: (performance.now() - from) / 1_000 };
    },
    silent: () => new UsageError('the client sent nothing', 'it must send something'),
  };
}

/** Sends requests over connections of its own, as they are; those end with the use. */
export async function withConnections<T>(
  { baseUrl, key }: ClientAccess,
  use: (send: Send) => Promise<T>,
  { keepAlive = true } = {},
): Promise<T> {
  const agent = new Agent({ keepAlive });
  try {
    return await use((call) => sendOnce(agent, baseUrl, key, call));
  } finally {
    agent.destroy();
  }
}

function sendOnce(agent: Agent, baseUrl: string, key: string, call: Call): Promise<Reply> {
  const { method = 'GET', path, json, headers } = call;
  const body = json === undefined ? undefined : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${baseUrl}${path}`,
      {
        agent,
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (incoming) => {
        readReply(incoming).then((reply) => resolve({ ...reply, wasReused: sent.reusedSocket }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readReply(incoming: IncomingMessage): Promise<Omit<Reply, 'wasReused'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const { statusCode: status = 0, headersDistinct, rawHeaders } = incoming;
  const headers = Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.join()]));
  const names = rawHeaders.filter((_name, index) => index % 2 === 0);
  return { status, headers, names, text: Buffer.concat(chunks).toString() };
}

/** Retry-After in milliseconds from now; 0 where there is none. */
export function askedBy({ headers }: Pick<Reply, 'headers'>): number {
  const after = headers['retry-after'] ?? '0';
  return /^\d+$/.test(after) ? 1_000 * Number(after) : Math.max(0, Date.parse(after) - Date.now());
}

/** Sends again what was refused. @param look - sees every reply, also a 429 */
export function backingOff(
  send: Send,
  { wait, retries = 9, goesOn = false }: Backoff,
  look?: (one: Reply) => void,
): Send {
  return async (call) => {
    let before = 0;
    for (let n = 0; ; n += 1) {
      const reply = await send(call);
      look?.(reply);
      if (reply.status !== 429) return reply;
      const asked = askedBy(reply);
      if (n >= retries && !goesOn) throw new Error('refused too often');
      before = n >= retries ? asked : wait({ n, asked, before, reply });
      await sleep(before);
      if (n >= retries) return reply;
    }
  };
}

/** A list with that many pets at most, and a new pet. */
export const list = (limit: number, more = ''): Call => ({ path: `/pets?limit=${limit}${more}` });
export const create = (name: string, status?: string): Call => ({
  method: 'POST',
  path: '/pets',
  json: { name, categoryId: 3, ...(status !== undefined && { status }) },
});

const Objects = z.array(z.record(z.string(), z.unknown()));

/** The pets of a reply, as `JSON.parse` reads them: none of one that is no success. @throws where it is not JSON */
export function petsIn({ status, text }: Reply): z.output<typeof Objects> {
  if (status >= 400) return [];
  const value: unknown = JSON.parse(text);
  return Objects.parse(Array.isArray(value) ? value : [value]);
}

/** The Error of a 429; undefined where it has none. */
export function errorIn({ status, text }: Reply): Readonly<Record<string, unknown>> | undefined {
  return status === 429 ? Objects.safeParse([parsedJson(text)]).data?.[0] : undefined;
}

/** Throws what a client throws that did not expect that. */
export function expectThat(isAsExpected: boolean): void {
  if (!isAsExpected) throw new TypeError('that was not expected');
}
