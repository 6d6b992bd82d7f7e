import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { createMask } from '../evidence/masking.ts';
import type { Target } from '../targets/target.ts';
import { createWire, type Wire, type WireEvent, type WireOptions } from './wire.ts';

export const KEY = 'k3y-Of-the-Caller-77341';
export const SECOND_KEY = 'an0ther-Caller-99120';

/** Lets a server listen on a port of the system's choice until the test ends. @returns the port */
export async function listening(server: TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // A client that gives up is not a failure of the server.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** An HTTP server on loopback. @returns its port */
export function httpServer(listener: RequestListener): Promise<number> {
  const server: Server = createHttpServer({ keepAliveTimeout: 30_000 }, listener);
  return listening(server);
}

/**
 * A server that sends whatever the test wants, once a whole request head has been received.
 *
 * @param talk - gets the socket, the head, and the number of the request on this server, from 1
 */
export function rawServer(talk: (socket: Socket, head: string, request: number) => void): Promise<number> {
  let requests = 0;
  return listening(
    createTcpServer((socket) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (!text.includes('\r\n\r\n')) return;
        const head = text;
        text = '';
        talk(socket, head, ++requests);
      });
    }),
  );
}

/** A target on loopback. */
export function aTarget(port: number, over: Partial<Target> = {}): Target {
  return {
    name: 'test',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: KEY,
    secondApiKey: SECOND_KEY,
    plan: { name: 'auto' },
    writes: true,
    headers: [],
    loopback: true,
    windows: { minute: 60, day: 86_400, testInstallation: false },
    ...over,
  };
}

/** A wire with everything that it emitted. */
export interface TestWire extends Wire {
  readonly appended: Exchange[];
  readonly events: WireEvent[];
  /** `GET` of a target with the key. */
  get(target?: string): Promise<Exchange>;
}

/** A wire to a target, closed when the test ends. */
export function aWire(target: Target, over: Partial<WireOptions> = {}): TestWire {
  const appended: Exchange[] = [];
  const events: WireEvent[] = [];
  const wire = createWire({
    target,
    mask: createMask({
      primary: KEY,
      second: SECOND_KEY,
      wrong: 'wr0ng-Key-Of-Nobody-5512',
      extra: Object.fromEntries(target.headers.map(([name, value]) => [`header:${name}`, value])),
    }),
    append: (exchange) => appended.push(exchange),
    maxRequests: 1_000,
    runId: 'r1',
    version: '0.0.0',
    onEvent: (event) => events.push(event),
    ...over,
  });
  onTestFinished(() => wire.close());
  const get = (path = '/pets') =>
    wire.send({ method: 'GET', target: path, headers: [['Authorization', 'Bearer {primary}']] }, 'a probe');
  return { ...wire, appended, events, get };
}

/** The text of an answer's body. */
export function bodyText({ answer }: Exchange): string | undefined {
  if (answer === undefined || answer.body.kind === 'none' || answer.body.kind === 'not-recorded') return undefined;
  return Buffer.from(answer.body.bytes).toString('utf8');
}
