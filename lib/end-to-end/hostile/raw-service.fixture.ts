import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import * as z from 'zod';
import { PET_STATUSES } from '../../contract/pets.ts';
import { parsedJson } from '../../evidence/parsed-json.ts';
import { TEST_TLS } from '../../wire/tls.fixture.ts';

/** The keys that every hostile service takes for valid ones: random, so that no part of them occurs by chance. */
export const HOSTILE_KEY = 'q7Hx2VmZ9pLr4TnW8cKdB3yF';
export const SECOND_HOSTILE_KEY = 'Zt5RkY1wBe6QsNj3GuXaM9vP';

/** A request as it came, and where its answer goes. */
export interface Turn {
  readonly method: string;
  readonly target: string;
  readonly authorization: string;
  readonly body: string;
  readonly socket: Socket;
  /** Counts from 1, over all connections. */
  readonly number: number;
  /** What a conforming service would answer. */
  readonly plain: PlainAnswer;
}

/** An answer before it is written out. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One hostile service. */
export interface HostileService {
  readonly name: string;
  readonly answer: (turn: Turn) => void;
  /** The exit statuses that are right; 130 where a run may wait longer than the test does. */
  readonly statuses: readonly number[];
  /** Whether a report must be there: whenever something was answered. */
  readonly report: boolean;
  /** How many are sent at most, where each costs much; 8 otherwise. */
  readonly requests?: number;
  /** It speaks TLS, with a certificate that nobody trusts. */
  readonly isTls?: boolean;
}

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

const PETS: readonly Stored[] = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'pending' },
  { id: 3, name: 'Tom', categoryId: 1, status: 'sold' },
];

/** A body that creates a pet. */
const NewPet = z.object({
  name: z.string().min(1),
  categoryId: z.int(),
  status: z.enum(PET_STATUSES).default('available'),
});

/** What a conforming service would answer, and keep. */
function plainAnswer(
  { method, target, authorization, body }: Pick<Turn, 'method' | 'target' | 'authorization' | 'body'>,
  number: number,
  pets: Stored[],
): PlainAnswer {
  const headers = {
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': `${Math.max(0, 60 - number)}`,
    'X-RateLimit-Reset': `${Math.ceil(Date.now() / 1_000) + 3}`,
  };
  const error = (status: number) => ({
    status,
    headers,
    body: JSON.stringify({ code: `e${status}`, message: 'no', status }),
  });
  if (![HOSTILE_KEY, SECOND_HOSTILE_KEY].some((key) => authorization === `Bearer ${key}`)) return error(401);
  if (method === 'POST') {
    const wished = NewPet.safeParse(parsedJson(Buffer.from(body, 'latin1').toString()));
    if (!wished.success) return error(400);
    const made = { id: pets.length + 1, ...wished.data };
    pets.push(made);
    return { status: 201, headers, body: JSON.stringify(made) };
  }
  const id = /\/pets\/([^?]*)/.exec(target)?.[1];
  if (id === undefined) {
    const query = new URLSearchParams(target.split('?')[1]);
    const status = query.get('status');
    const listed = pets.filter((pet) => status === null || pet.status === status);
    return { status: 200, headers, body: JSON.stringify(listed.slice(0, Number(query.get('limit') ?? 20))) };
  }
  const pet = pets.find((one) => `${one.id}` === id);
  return pet === undefined ? error(404) : { status: 200, headers, body: JSON.stringify(pet) };
}

/** Writes an answer as HTTP/1.1 has it, with a length. */
export function write({ socket }: Turn, { status, headers, body }: PlainAnswer): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} X\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** A service that conforms but for its body, its headers or its status. */
export function altering(alter: (turn: Turn) => Partial<PlainAnswer>): HostileService['answer'] {
  return (turn) => {
    const { headers, ...rest } = alter(turn);
    write(turn, { ...turn.plain, ...rest, headers: { ...turn.plain.headers, ...headers } });
  };
}

/** Writes the same piece until nobody reads any more, or until that many bytes are out. */
export function pour(socket: Socket, piece: string, most = 40 * 1_048_576): void {
  let written = 0;
  const more = () => {
    while (!socket.destroyed && written < most) {
      written += piece.length;
      if (!socket.write(piece)) return;
    }
    socket.destroy();
  };
  socket.on('drain', more);
  more();
}

/** Writes a piece now and then, as long as the connection is there. */
export function drip(socket: Socket, piece: string, every: number): void {
  const timer = setInterval(() => socket.write(piece), every);
  socket.once('close', () => clearInterval(timer));
}

/** Starts a hostile service on this machine. */
export async function startHostile({
  answer,
  isTls = false,
}: Pick<HostileService, 'answer' | 'isTls'>): Promise<{ baseUrl: string } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const pets = [...PETS];
  let count = 0;
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const read = readRequest(text);
        if (read === undefined) return;
        text = text.slice(read.length);
        const { method, target, authorization, body } = read;
        count++;
        const plain = plainAnswer(read, count, pets);
        answer({ method, target, authorization, body, socket, number: count, plain });
      }
    });
  };
  const { certificate: cert, key } = TEST_TLS;
  const server = isTls ? createTlsServer({ cert, key }, accept) : createServer(accept);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  const { port } = address;
  return {
    baseUrl: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function readRequest(text: string) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const [, method = '', target = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1] ?? '';
  let length = end + 4;
  if (/chunked/i.test(header('transfer-encoding'))) {
    const last = text.indexOf('0\r\n\r\n', end);
    if (last < 0) return undefined;
    length = last + 5;
  } else length += Number(header('content-length') || 0);
  if (text.length < length) return undefined;
  return { method, target, authorization: header('authorization').trim(), body: text.slice(end + 4, length), length };
}
