import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { TEST_TLS } from './tls.fixture.ts';
import { aTarget, aWire, bodyText, httpServer, listening, rawServer } from './wire.fixture.ts';

const { authority, certificate, key } = TEST_TLS;

function secureServer(): Promise<number> {
  return listening(
    createHttpsServer({ cert: certificate, key }, (request, response) => {
      request.resume();
      response.end(JSON.stringify({ url: request.url, http: request.httpVersion }));
    }),
  );
}

/** A small proxy: forwards plain requests, tunnels the others, and notes what it was asked for. */
async function aProxy({ answers = 200 }: { answers?: number | 'never' } = {}) {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    const url = new URL(request.url ?? '');
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    if (answers !== 200) return response.writeHead(Number(answers)).end();
    const pairs = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [name, all[at + 1] ?? ''] : []));
    const onward = httpRequest({
      host: url.hostname,
      port: url.port,
      path: url.pathname + url.search,
      method: request.method,
      headers: pairs,
    });
    onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)));
    return request.pipe(onward);
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (answers === 'never') return;
    if (answers !== 200) {
      socket.end(`HTTP/1.1 ${answers} No\r\n\r\n`);
      return;
    }
    const onward = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  });
  return { port: await listening(server), asked };
}

describe('TLS', () => {
  it('trusts the authority of the configuration, and speaks HTTP/1.1', async () => {
    const wire = aWire(aTarget(0, { baseUrl: `https://localhost:${await secureServer()}/v1`, ca: authority }));
    expect(bodyText(await wire.get())).toBe('{"url":"/v1/pets","http":"1.1"}');
    expect((await wire.send({ method: 'POST', target: '/pets', headers: [], body: '{}' }, 'p')).answer?.status).toBe(
      200,
    );
  });

  it('shows the certificate of the configuration to a service that demands one, through a proxy, too', async () => {
    const demanding = { cert: certificate, key, ca: authority, requestCert: true, rejectUnauthorized: true };
    const port = await listening(createHttpsServer(demanding, (_request, response) => response.end('[]')));
    const target = { baseUrl: `https://localhost:${port}/v1`, ca: authority };
    const clientCertificate = { certificate, key };
    const proxy = await aProxy();
    expect(await aWire(aTarget(0, target)).get()).toMatchObject({ failure: expect.anything() });
    for (const through of [{}, { proxy: `http://127.0.0.1:${proxy.port}` }])
      expect((await aWire(aTarget(0, { ...target, clientCertificate, ...through })).get()).answer?.status).toBe(200);
  });

  it('is a failure of its own kind with an authority that nobody knows', async () => {
    const wire = aWire(aTarget(0, { baseUrl: `https://localhost:${await secureServer()}/v1` }));
    expect(await wire.get()).toMatchObject({ failure: { kind: 'tls', says: expect.stringContaining('localhost') } });
    expect(wire.facts().sent).toBe(1);
  });

  it('is a failure of its own kind where nobody speaks it', async () => {
    const plain = await httpServer((_request, response) => response.end());
    const wire = aWire(aTarget(0, { baseUrl: `https://127.0.0.1:${plain}/v1`, ca: authority }));
    expect(await wire.get()).toMatchObject({ failure: { kind: 'tls' } });
  });
});

describe('a proxy', () => {
  it('forwards plain requests, duplicates of headers included', async () => {
    const raw: string[][] = [];
    const service = await httpServer((request, response) => {
      raw.push(request.rawHeaders);
      request.pipe(response);
    });
    const proxy = await aProxy();
    const wire = aWire(aTarget(service, { proxy: `http://me:w%C3%B6rd@127.0.0.1:${proxy.port}` }));
    const headers = [['X-A', '1'] as const, ['X-A', '2'] as const, ['Authorization', 'Bearer {primary}'] as const];
    expect((await wire.send({ method: 'GET', target: '/pets?limit=1', headers }, 'p')).answer?.status).toBe(200);
    expect(bodyText(await wire.send({ method: 'POST', target: '/pets', headers, body: 'cat' }, 'p'))).toBe('cat');
    const authorization = `Basic ${Buffer.from('me:wörd').toString('base64')}`;
    expect(proxy.asked).toEqual([
      `GET http://127.0.0.1:${service}/v1/pets?limit=1 ${authorization}`,
      `POST http://127.0.0.1:${service}/v1/pets ${authorization}`,
    ]);
    for (const names of raw) expect(names.filter((name) => name === 'X-A')).toHaveLength(2);
  });

  it('tunnels TLS', async () => {
    const service = await secureServer();
    const proxy = await aProxy();
    const target = aTarget(0, {
      baseUrl: `https://localhost:${service}/v1`,
      ca: authority,
      proxy: `http://127.0.0.1:${proxy.port}`,
    });
    expect((await aWire(target).get()).answer?.status).toBe(200);
    expect(proxy.asked).toEqual([`CONNECT localhost:${service}`]);
  });

  it.each([
    ['refuses', 403 as const, 'other'],
    ['does not answer', 'never' as const, 'timeout'],
  ])('that %s is a failure, not a hang', async (_name, answers, kind) => {
    const proxy = await aProxy({ answers });
    const target = aTarget(0, { baseUrl: 'https://localhost:1/v1', proxy: `http://127.0.0.1:${proxy.port}` });
    expect(await aWire(target, { bounds: { connect: 200 } }).get()).toMatchObject({
      failure: { kind, isOfProxy: true },
    });
  });

  it('that wants a password, or is not there, is a failure', async () => {
    const proxy = await aProxy({ answers: 407 });
    const wire = aWire(aTarget(1, { proxy: `http://127.0.0.1:${proxy.port}` }));
    expect(await wire.get()).toMatchObject({ failure: { says: expect.stringContaining('407') } });
    expect(await aWire(aTarget(1, { proxy: 'http://127.0.0.1:1' })).get()).toMatchObject({
      failure: { kind: 'refused' },
    });
  });
});

describe('kept connections', () => {
  it('are closed by us before a service that closes idle ones after a second can cross with a request', async () => {
    const closedByUs: boolean[] = [];
    const port = await rawServer((socket) => {
      let ours = true;
      const idle = setTimeout(() => {
        ours = false;
        socket.end();
      }, 1_000);
      socket.on('close', () => {
        clearTimeout(idle);
        closedByUs.push(ours);
      });
      socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=30\r\nContent-Length: 0\r\n\r\n');
    });
    await aWire(aTarget(port)).get();
    await expect.poll(() => closedByUs, { timeout: 5_000 }).toEqual([true]);
  });
});
