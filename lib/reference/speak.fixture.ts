import { Agent, request } from 'node:http';
import { startReferenceServer, type ReferenceOptions, type ReferenceServer } from './server.ts';

/** What came back, as it stood on the wire. */
export interface Spoken {
  readonly status: number;
  /** The statuses of the answers that came before the final one. */
  readonly early: readonly number[];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
  header(name: string): string | undefined;
  json(): unknown;
}

/** One request; the Authorization header is the valid one of the primary key unless given, null sends none. */
export interface Speech {
  readonly method?: string;
  readonly path: string;
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

export const PRIMARY = 'key-of-the-first-caller-4a7f19c2';
export const SECOND = 'key-of-the-second-caller-90be53d1';

/** An instant for servers whose clock stands still, within a minute: 2026-11-21T12:00:20.250Z. */
export const NOON = Date.UTC(2026, 10, 21, 12, 0, 20, 250);

/** Starts a server with known keys, hands it to a test, and closes it. */
export async function withServer<T>(
  options: ReferenceOptions,
  use: (speak: (speech: Speech) => Promise<Spoken>, server: ReferenceServer) => Promise<T>,
): Promise<T> {
  const server = await startReferenceServer({ keys: [{ key: PRIMARY }, { key: SECOND }], ...options });
  const agent = new Agent({ keepAlive: true });
  try {
    return await use((speech) => speakTo(server.port, agent, speech), server);
  } finally {
    agent.destroy();
    await server.close();
  }
}

function speakTo(port: number, agent: Agent, speech: Speech): Promise<Spoken> {
  const { method = 'GET', path, authorization = `Bearer ${PRIMARY}`, headers = {}, body } = speech;
  return new Promise((resolve, reject) => {
    const early: number[] = [];
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: { ...headers, ...(authorization !== null && { authorization }) },
      },
      (incoming) => {
        const chunks: Uint8Array[] = [];
        incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = Buffer.concat(chunks);
          const text = received.toString();
          resolve({
            status: incoming.statusCode ?? 0,
            early,
            rawHeaders: incoming.rawHeaders,
            body: received,
            text,
            header: (name) => incoming.headersDistinct[name.toLowerCase()]?.join(', '),
            json: () => JSON.parse(text),
          });
        });
      },
    );
    sent.on('information', ({ statusCode }) => early.push(statusCode));
    sent.on('error', reject);
    sent.end(body);
  });
}
