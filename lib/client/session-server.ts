import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { VERSION_SEGMENT } from '../contract/operations.ts';
import { isCalendarDate } from '../targets/as-of.ts';
import { renderJunit } from '../report/junit.ts';
import { clientRun } from './client-run.ts';
import { renderClientPage } from './client-page.ts';
import { drawFreedoms } from './freedoms.ts';
import { readBody } from './read-body.ts';
import { KEEP_ALIVE, listen } from './scripted-server.ts';
import { MOST_SESSIONS, SESSION_IDLE_MS, Sessions, type Session } from './sessions.ts';
import { NAMED_SITUATIONS, SITUATIONS } from './situations.ts';

const SEED = { error: 'is not a whole number from 0 on' };
const DAY = { error: 'is not a date of the form YYYY-MM-DD' };
const NAME = { error: 'is not a text of at most 200 characters' };

/** What `POST /sessions` takes; everything has a default. */
const NewSession = z.strictObject(
  {
    situation: z.enum(NAMED_SITUATIONS, { error: `is none of ${NAMED_SITUATIONS.join(', ')}` }).default('plain'),
    grease: z.int(SEED).nonnegative(SEED).exactOptional(),
    asOf: z.string(DAY).refine(isCalendarDate, DAY).exactOptional(),
    client: z.string(NAME).max(200, NAME).default('a client in a session'),
  },
  { error: whyNoSession },
);

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
    else if (id !== '') say(outgoing, 404, noSession(id));
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
      return say(outgoing, 404, {
        error: 'nothing is here: POST /sessions makes a session, GET /sessions/ID has its verdicts',
      });
    if (id === undefined) return method === 'POST' ? await create(incoming, outgoing) : list(method, outgoing);
    const session = sessions.find(id);
    if (session === undefined) return say(outgoing, 404, noSession(id));
    const isLast = method === 'DELETE' && file === undefined;
    if (!isLast && method !== 'GET') return say(outgoing, 405, { error: 'a session takes GET and DELETE' });
    const report = session.report();
    if (isLast) await sessions.end(session);
    if (file === 'junit.xml') return send(outgoing, 'application/xml', renderJunit(clientRun(report)));
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
    const text = (await readBody(incoming, MOST_BODY))?.toString('utf8');
    if (text === undefined) return say(outgoing, 413, { error: `the body is longer than ${MOST_BODY} bytes` });
    const read = NewSession.safeParse(text.trim() === '' ? {} : parsed(text));
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whyNoSession(issue: { readonly code?: string; readonly keys?: readonly string[] }): string {
  const [first] = issue.keys ?? [];
  return first === undefined
    ? 'the body is not a JSON object: send {"situation": "refusals"}, for example'
    : `${JSON.stringify(first)} is unknown: a session has situation, grease, asOf and client`;
}

/** One sentence on the first thing that is wrong. */
function whatIsWrong({ issues: [first] }: z.ZodError): string {
  return [...(first?.path ?? []), first?.message].join(' ');
}

function noSession(id: string): { readonly error: string } {
  return { error: `there is no session ${id}: it was ended, or not used for ${SESSION_IDLE_MS / 60_000} minutes` };
}

function say(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json' });
  outgoing.end(`${JSON.stringify(body, undefined, 2)}\n`);
}

function send(outgoing: ServerResponse, type: string, body: string): void {
  outgoing.writeHead(200, { 'Content-Type': type });
  outgoing.end(body);
}
