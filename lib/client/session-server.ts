import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { VERSION_SEGMENT } from '../contract/operations.ts';
import { isCalendarDate } from '../targets/as-of.ts';
import { renderClientJunit } from './client-junit.ts';
import { renderClientPage } from './client-page.ts';
import { drawFreedoms } from './freedoms.ts';
import { KEEP_ALIVE, listen } from './scripted-server.ts';
import { MOST_SESSIONS, SESSION_IDLE_MS, Sessions, type Session } from './sessions.ts';
import { SITUATION_NAMES, SITUATIONS } from './situations.ts';

/** What `POST /sessions` takes; everything has a default. */
export const NewSession = z.strictObject({
  situation: z.enum(SITUATION_NAMES).default('plain'),
  grease: z.int().nonnegative().exactOptional(),
  asOf: z.string().refine(isCalendarDate, 'is not a date of the form YYYY-MM-DD').exactOptional(),
  client: z.string().max(200).default('a client in a session'),
});

/** A server that makes sessions for clients which something else starts. */
export interface SessionServer {
  /** `http://127.0.0.1:PORT/sessions` */
  readonly url: string;
  close(): Promise<void>;
}

/** A longer body asks for no session, in bytes. */
const MOST_BODY = 65_536;

/**
 * Starts the server.
 *
 * | request                          | response                                                  |
 * | -------------------------------- | --------------------------------------------------------- |
 * | `POST /sessions`                 | 201, the address and the key of a service of its own      |
 * | `GET /sessions`                  | 200, the open sessions                                    |
 * | `GET /sessions/ID`               | 200, the verdicts until now, as in client.json            |
 * | `GET /sessions/ID/junit.xml`     | the same for CI, and `report.html` for readers            |
 * | `DELETE /sessions/ID`            | 200, the last verdicts; the session is over               |
 * | anything at `/sessions/ID/v1`    | what the service of the session answers                   |
 *
 * @param today - YYYY-MM-DD, where a session names no other day
 */
export async function startSessionServer(port: number, today: string): Promise<SessionServer> {
  const sessions = new Sessions();
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE }, (incoming, outgoing) => {
    const [, id = '', rest = ''] = /^\/sessions\/([\w-]+)(\/v1(?:[/?].*)?)$/s.exec(incoming.url ?? '') ?? [];
    const session = sessions.find(id);
    if (session !== undefined) session.service.handle(incoming, outgoing, rest);
    else if (id !== '')
      say(outgoing, 404, { error: `there is no session ${id}: it was ended, or not used for too long` });
    else
      void control(incoming, outgoing).catch((error: unknown) => {
        say(outgoing, 500, { error: error instanceof Error ? error.message : 'the request could not be answered' });
      });
  });
  const origin = await listen(server, port);

  async function control(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const [, id, file] = /^\/sessions(?:\/([\w-]+))?(?:\/(junit\.xml|report\.html))?\/?$/.exec(url) ?? [];
    if (!url.startsWith('/sessions') || (id === undefined && !/^\/sessions\/?$/.test(url)))
      return say(outgoing, 404, { error: 'sessions are at /sessions: POST makes one' });
    if (id === undefined) return method === 'POST' ? await create(incoming, outgoing) : list(method, outgoing);
    const session = sessions.find(id);
    if (session === undefined)
      return say(outgoing, 404, { error: `there is no session ${id}: it was ended, or not used for too long` });
    const report = session.report();
    if (method === 'DELETE' && file === undefined) await sessions.end(session);
    else if (method !== 'GET') return say(outgoing, 405, { error: 'a session takes GET and DELETE' });
    if (file === 'junit.xml') return send(outgoing, 'application/xml', renderClientJunit(report));
    if (file === 'report.html') return send(outgoing, 'text/html; charset=utf-8', renderClientPage(report));
    return say(outgoing, 200, report);
  }

  function list(method: string, outgoing: ServerResponse): void {
    if (method !== 'GET') return say(outgoing, 405, { error: '/sessions takes POST and GET' });
    const open = sessions
      .all()
      .map(({ id, requests, options: { situation, client } }) => ({ id, situation, client, requests }));
    return say(outgoing, 200, open);
  }

  async function create(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await textOf(incoming);
    const read = NewSession.safeParse(text?.trim() === '' ? {} : parsed(text));
    if (!read.success) return say(outgoing, 400, { error: whatIsWrong(read.error) });
    const { situation, asOf = today, client, grease } = read.data;
    const session = await sessions.start({ situation, asOf, client, grease });
    if (session === undefined)
      return say(outgoing, 503, { error: `${MOST_SESSIONS} sessions are open: end some with DELETE /sessions/ID` });
    return say(outgoing, 201, describe(session));
  }

  function describe({ id, key, options: { situation, asOf, grease } }: Session) {
    const url = `${origin}/sessions/${id}`;
    return {
      id,
      baseUrl: `${url}${VERSION_SEGMENT}`,
      apiKey: key,
      situation,
      says: SITUATIONS[situation].says,
      asOf,
      ...(grease !== undefined && { grease, freedoms: drawFreedoms(grease).map(({ name, says }) => ({ name, says })) }),
      report: url,
      junit: `${url}/junit.xml`,
      endsAfterIdleSeconds: SESSION_IDLE_MS / 1_000,
    };
  }

  return {
    url: `${origin}/sessions`,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await sessions.close();
    },
  };
}

/** @returns undefined where it is too long */
async function textOf(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MOST_BODY) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** One sentence on the first thing that is wrong. */
function whatIsWrong({ issues: [first] }: z.ZodError): string {
  const place = first?.path.join('.') ?? '';
  const what = first?.message ?? 'it cannot be read';
  return place === ''
    ? `the body is no session: ${what}; send {"situation": "refusals"}, for example`
    : `${place}: ${what}`;
}

function say(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json' });
  outgoing.end(`${JSON.stringify(body, undefined, 2)}\n`);
}

function send(outgoing: ServerResponse, type: string, body: string): void {
  outgoing.writeHead(200, { 'Content-Type': type });
  outgoing.end(body);
}
