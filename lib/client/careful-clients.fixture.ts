import { setTimeout as sleep } from 'node:timers/promises';
import { isExactArray, isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import {
  askedBy,
  backingOff,
  clientOf,
  create,
  expectThat,
  list,
  petsIn,
  withConnections,
  type Backoff,
  type Call,
  type Reply,
  type Send,
} from './pet-client.fixture.ts';
import type { ClientAccess, RunnableClient } from './vet-client.ts';

/** A client that does what the specification asks for, and relies on nothing else. */
export interface CarefulClient {
  readonly what: string;
  readonly client: RunnableClient;
}

/** The ways to wait. */
const DOUBLING: Backoff = { wait: ({ n, asked }) => Math.max(asked, 250 * 2 ** n) };
const TRIPLING: Backoff = { wait: ({ n, asked }) => Math.max(asked, 200 * 3 ** n) };
const FULL_JITTER: Backoff = { wait: ({ n, asked }) => Math.max(asked, Math.random() * 400 * 2 ** n) };
const EQUAL_JITTER: Backoff = { wait: ({ n, asked }) => Math.max(asked, (0.5 + Math.random() / 2) * 400 * 2 ** n) };
const DECORRELATED: Backoff = {
  wait: ({ asked, before }) =>
    Math.max(asked, Math.min(5_000, 150 + Math.random() * (3 * Math.max(150, before) - 150))),
};
const ADDED_JITTER: Backoff = { wait: ({ n, asked }) => asked + Math.random() * 200 * 2 ** n };
const UNTIL_RESET: Backoff = {
  wait: ({ n, asked, reply }) => Math.max(asked, untilReset(reply), 300 * 2 ** n),
};
const THREE_ATTEMPTS: Backoff = { ...TRIPLING, retries: 2, goesOn: true };
const FOUR_ATTEMPTS: Backoff = { ...FULL_JITTER, retries: 3, goesOn: true };

function untilReset({ headers }: Pick<Reply, 'headers'>): number {
  return 1_000 * Number(headers['x-ratelimit-reset'] ?? 0) - Date.now();
}

const readers = (calls: number) => (nth: number) => (nth < calls ? list(1 + (nth % 100)) : undefined);
const writers = (calls: number) => (nth: number) => (nth < calls ? create(`Rex ${nth}`) : undefined);
const both = (calls: number) => (nth: number) =>
  nth < calls ? (nth % 4 === 1 ? create(`Milo ${nth}`) : list(20 + nth)) : undefined;
const STATUSES = ['available', 'pending', 'sold'] as const;
const filters = (nth: number) => (nth < 12 ? list(10 + nth, `&status=${STATUSES[nth % 3] ?? 'sold'}`) : undefined);

/** Sends one call after the other. @param callOf - undefined after the last one */
function inTurn(
  what: string,
  backoff: Backoff,
  callOf: (nth: number) => Call | undefined,
  {
    onReply,
    pacing = async () => {},
    keepAlive = true,
  }: {
    readonly onReply?: (reply: Reply) => void;
    /** What it waits for after a reply. */
    readonly pacing?: (reply: Reply) => Promise<void>;
    readonly keepAlive?: boolean;
  } = {},
): CarefulClient {
  const work = async (send: Send) => {
    const again = backingOff(send, backoff);
    for (let [nth, call] = [0, callOf(0)]; call !== undefined; call = callOf(++nth)) {
      const reply = await again(call);
      onReply?.(reply);
      await pacing(reply);
    }
  };
  return { what, client: clientOf((access) => withConnections(access, work, { keepAlive })) };
}

/** The ids of a list, with every digit. */
function exactIds({ text }: Reply): bigint[] {
  const reading = parseExactJson(text);
  const value: ExactJson = 'value' in reading ? reading.value : null;
  return isExactArray(value) ? value.flatMap((pet) => (isExactObject(pet) ? idOf(pet['id']) : [])) : [];
}

function idOf(id: ExactJson | undefined): bigint[] {
  return typeof id === 'bigint' ? [id] : [];
}

/** The same over fetch: decompressed, and read as it comes. */
function byFetch(what: string, backoff: Backoff, calls: readonly Call[]): CarefulClient {
  const work = async ({ baseUrl, key }: ClientAccess) => {
    const send: Send = async ({ method = 'GET', path, json }) => {
      const headers = {
        Authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      };
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers,
        ...body,
        signal: AbortSignal.timeout(10_000),
      });
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        names: [],
        text,
        wasReused: false,
      };
    };
    const again = backingOff(send, backoff);
    for (const call of calls) expectThat((await again(call)).status < 300);
  };
  return { what, client: clientOf(work) };
}

/** Several workers that all wait while one of them was refused. */
function inParallel(what: string, workers: number): CarefulClient {
  const work = async (send: Send) => {
    let until = 0;
    const behindGate: Send = async (call) => {
      while (until > Date.now()) await sleep(until - Date.now() + 5);
      const reply = await send(call);
      if (reply.status === 429) until = Math.max(until, Date.now() + askedBy(reply) + 20);
      return reply;
    };
    const again = backingOff(behindGate, EQUAL_JITTER);
    const worker = async (one: number) => {
      for (let nth = 0; nth < 6; nth += 1) await again(list(1 + one + workers * nth));
    };
    await Promise.all(Array.from({ length: workers }, (_one, index) => worker(index)));
  };
  return { what, client: clientOf((access) => withConnections(access, work)) };
}

/** Goes from page to page by Link where there is one; a longer page tells the rest otherwise. */
const BY_LINKS: CarefulClient = {
  what: 'follows Link where there is one',
  client: clientOf((access) =>
    withConnections(access, async (send) => {
      const again = backingOff(send, DOUBLING);
      let path = '/pets?limit=25';
      for (let page = 0; page < 10; page += 1) {
        const { headers } = await again({ path });
        const next = /<([^>]*)>; *rel="?next/.exec(headers['link'] ?? '')?.[1];
        const { pathname, search } = new URL(next ?? `pets?limit=${30 + page}`, `${access.baseUrl}/`);
        path = `${pathname.replace(/^\/v1/, '')}${search}`;
      }
    }),
  ),
};

/** Sends nothing while its circuit is open. */
const BREAKER: CarefulClient = {
  what: 'opens a circuit at each 429',
  client: clientOf((access) =>
    withConnections(access, async (send) => {
      let [opened, failures] = [0, 0];
      for (let nth = 0; nth < 20;) {
        await sleep(Math.max(0, opened - Date.now()));
        const reply = await send(list(1 + nth));
        failures = reply.status === 429 ? failures + 1 : 0;
        expectThat(failures < 10);
        if (failures === 0) nth += 1;
        else opened = Date.now() + Math.max(askedBy(reply), 250 * 2 ** (failures - 1)) + 5;
      }
    }),
  ),
};

/** As many as stand for the rest. */
export const CAREFUL: readonly CarefulClient[] = [
  inTurn('lists, with waits that double', DOUBLING, readers(12)),
  inTurn('lists and creates, with full jitter', FULL_JITTER, both(16)),
  inTurn('lists and creates, with equal jitter', EQUAL_JITTER, both(12)),
  inTurn('decorrelated jitter', DECORRELATED, readers(20)),
  inTurn('jitter on top of Retry-After', ADDED_JITTER, readers(16)),
  inTurn('waits until X-RateLimit-Reset', UNTIL_RESET, readers(12)),
  inTurn('gives up after three attempts', THREE_ATTEMPTS, readers(40)),
  inTurn('gives up after four attempts, with full jitter', FOUR_ATTEMPTS, readers(40)),
  inTurn('creates only', DOUBLING, writers(10)),
  inTurn('filters only', EQUAL_JITTER, filters, {
    onReply: (reply) => petsIn(reply).forEach(({ status = 'unknown' }) => expectThat(typeof status === 'string')),
  }),
  inTurn('keeps a pace by X-RateLimit-Remaining', DOUBLING, readers(12), {
    pacing: async ({ headers }) => {
      const remaining = Number(headers['x-ratelimit-remaining'] ?? 1);
      await sleep(remaining === 0 ? Math.max(0, untilReset({ headers })) : Math.max(5, 100 / remaining));
    },
  }),
  inTurn('knows integers of any length', TRIPLING, readers(12), {
    onReply: (reply) => expectThat(new Set(exactIds(reply)).size === exactIds(reply).length),
  }),
  inTurn('a connection for each request', DOUBLING, both(12), { keepAlive: false }),
  inTurn('asks whether a page has changed', DOUBLING, (nth) =>
    nth < 12 ? { ...list(20 + nth), headers: { 'If-None-Match': '"7"', Accept: 'application/json' } } : undefined,
  ),
  byFetch('fetch, read as it comes', DOUBLING, [
    list(100),
    create('Luna', 'pending'),
    ...[2, 3, 4, 5, 6, 7].map((limit) => list(limit)),
  ]),
  byFetch('fetch, with equal jitter', EQUAL_JITTER, [list(100), list(50), list(20), list(10), create('Luna')]),
  inParallel('three workers behind one gate', 3),
  BY_LINKS,
  BREAKER,
];
