import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createSecureServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { TEST_TLS } from '../wire/tls.fixture.ts';
import { httpServer, listening, rawServer } from '../wire/wire.fixture.ts';
import { aTee, client, firstOf, GET, OK, outcome, eventually } from './tee.fixture.ts';
import { startTee } from './tee.ts';

describe('many clients at once', () => {
  it('get what the service sends, and every exchange is read as both sides read it', async () => {
    const received = new Map<string, { headers: string[]; body: string }>();
    const port = await httpServer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        received.set(incoming.url ?? '', { headers: incoming.rawHeaders, body });
        outgoing.writeHead(
          body.length % 2 === 0 ? 200 : 404,
          [
            ['X-Got', `${body.length}`],
            ['x-got', 'again'],
          ].flat(),
        );
        for (const letter of body) outgoing.write(letter.repeat(3));
        outgoing.end();
      });
    });
    const tee = await aTee(port);
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    onTestFinished(() => agent.destroy());
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, nth) => {
        const sent = request({ port: tee.port, agent, method: 'POST', path: `/v1/${nth}`, headers: { 'X-Nth': nth } });
        const answered = once(sent, 'response');
        sent.end(nth % 3 === 0 ? undefined : 'abcdefghij'.slice(0, nth % 11));
        const [answer] = await answered;
        if (!(answer instanceof IncomingMessage)) throw new TypeError('no response');
        return { nth, status: answer.statusCode, headers: answer.rawHeaders, body: await text(answer) };
      }),
    );
    await eventually(() => expect(tee.observed).toHaveLength(400));
    const byTarget = new Map(tee.observed.map(({ exchange }) => [exchange.request.target, exchange]));
    for (const { nth, status, headers, body } of answers) {
      const exchange = byTarget.get(`/${nth}`);
      const there = received.get(`/v1/${nth}`);
      expect(exchange?.request.headers.flat()).toEqual(there?.headers);
      expect(exchange && bodyText(exchange.request.body)).toBe(there?.body);
      expect(exchange?.answer).toMatchObject({ status });
      expect(exchange?.answer?.headers.flat()).toEqual(headers);
      expect(exchange?.answer && bodyText(exchange.answer.body)).toBe(body);
    }
    expect(tee.skipped).toEqual([]);
    expect(tee.counts).toMatchObject({ connections: 16, exchanges: 400 });
  });
});

describe('what is not one request after the other', () => {
  it('passes when the protocol changes', async () => {
    const port = await rawServer((socket, head) => {
      socket.write(/^upgrade/im.test(head) ? 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n' : `!${head}`);
    });
    const tee = await aTee(port);
    const socket = client(tee.port);
    socket.write(`${GET.slice(0, -2)}Connection: upgrade\r\nUpgrade: echo\r\n\r\n`);
    expect(String(await once(socket, 'data'))).toContain('101');
    socket.write('\0\u0001anything\r\n\r\n');
    expect(String(await once(socket, 'data'))).toBe('!\0\u0001anything\r\n\r\n');
    await eventually(() => expect(tee.counts).toMatchObject({ exchanges: 0, skipped: { upgraded: 1 } }));
  });

  it('CONNECT is refused by whoever is to refuse it', async () => {
    const tee = await aTee(await httpServer((_incoming, outgoing) => outgoing.end()));
    const socket = client(tee.port);
    const seen = outcome(socket);
    socket.write('CONNECT pets.example:443 HTTP/1.1\r\nHost: pets.example:443\r\n\r\n');
    expect(await seen).toEqual({ how: 'end', got: '' });
    expect(tee.observed).toEqual([]);
  });

  it('a request outside the base address passes and is not judged', async () => {
    const tee = await aTee(await rawServer((socket) => socket.write(OK)));
    const socket = client(tee.port);
    for (const target of ['/health', '/v1x/pets', 'http://pets.example/v1/pets', '/v1/pets']) {
      socket.write(`GET ${target} HTTP/1.1\r\n\r\n`);
      await once(socket, 'data');
    }
    await eventually(() => expect(tee.counts).toMatchObject({ exchanges: 1, skipped: { outside: 3 } }));
    expect(firstOf(tee.observed)).toMatchObject({ id: 4, request: { target: '/pets' } });
  });
});

describe('a client', () => {
  it('that has ended its side still gets the response', async () => {
    const port = await listening(
      createServer({ allowHalfOpen: true }, (socket) => socket.on('end', () => socket.end(OK)).resume()),
    );
    const tee = await aTee(port);
    const socket = client(tee.port);
    const seen = outcome(socket);
    socket.end(GET);
    expect(await seen).toEqual({ how: 'end', got: OK });
    await eventually(() =>
      expect(firstOf(tee.observed)).toMatchObject({ answer: { status: 200, body: { kind: 'bytes' } } }),
    );
  });

  it('that leaves early is the cause of what is missing', async () => {
    let closed = false;
    const port = await rawServer((socket) => {
      socket.on('close', () => (closed = true));
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n[');
    });
    const tee = await aTee(port);
    const socket = client(tee.port);
    socket.write(GET);
    await once(socket, 'data');
    socket.resetAndDestroy();
    await eventually(() => expect(closed).toBe(true));
    await eventually(() => expect(tee.observed).toHaveLength(1));
    expect(firstOf(tee.observed)?.answer?.body).toMatchObject({ kind: 'truncated' });
    expect(firstOf(tee.observed)?.answer?.body).not.toHaveProperty('by');
  });

  it('that is cut off when the proxy closes is told of as interrupted', async () => {
    const tee = await aTee(await rawServer(() => {}));
    const socket = client(tee.port);
    socket.write(GET);
    await eventually(() => expect(tee.counts.connections).toBe(1));
    await tee.close();
    expect(await tee.ended).toBeUndefined();
    for (const { exchange } of tee.observed) expect(exchange.failure?.kind).toBe('interrupted');
  });
});

describe('the proxy itself', () => {
  it('reaches a service by TLS whose authority is named', async () => {
    const { authority, certificate, key } = TEST_TLS;
    const port = await listening(
      createSecureServer({ cert: certificate, key, ALPNProtocols: ['http/1.1'] }, (socket) =>
        socket.once('data', () => socket.end(OK)),
      ),
    );
    const upstream = new URL(`https://localhost:${port}/v1`);
    const trusting = await aTee(port, { upstream, ca: authority });
    const socket = client(trusting.port);
    const seen = outcome(socket);
    socket.write(GET);
    expect(await seen).toEqual({ how: 'end', got: OK });
    await eventually(() => expect(firstOf(trusting.observed)).toMatchObject({ answer: { status: 200 } }));

    const strict = await aTee(port, { upstream });
    const refused = client(strict.port);
    const reset = outcome(refused);
    refused.write(GET);
    expect(await reset).toEqual({ how: 'ECONNRESET', got: '' });
    await eventually(() => expect(firstOf(strict.observed)?.failure?.kind).toBe('tls'));
  });

  it('says by a code why it cannot listen', async () => {
    const port = await listening(createServer());
    const started = startTee({ listen: { port }, upstream: new URL('http://127.0.0.1:1/v1'), onExchange: () => {} });
    await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

function bodyText(body: Exchange['request']['body']): string {
  return 'bytes' in body ? Buffer.from(body.bytes).toString() : '';
}
