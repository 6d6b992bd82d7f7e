import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { headerValue } from '../evidence/exchange.ts';
import { aTarget, aWire, bodyText, httpServer, KEY, rawServer, SECOND_KEY } from './wire.fixture.ts';

const json = (status: number, body: string, headers = '') =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('what is sent', () => {
  it('goes out as it is, with petvet recognisable, and is recorded without the key', async () => {
    const heads: string[] = [];
    const port = await rawServer((socket, head) => {
      heads.push(head);
      socket.write(json(200, '[]'));
    });
    const wire = aWire(aTarget(port, { headers: [['X-Gate', 'gate-s3cret-word']] }));
    const exchange = await wire.send(
      {
        method: 'GET',
        target: '/pets?limit=5&x=%7e/../y',
        headers: [
          ['authorization', 'Bearer {primary}'],
          ['X-b', '1'],
          ['x-B', '2'],
          ['User-Agent', 'somebody else'],
        ],
      },
      'a probe',
    );
    expect(heads[0]?.split('\r\n')).toEqual([
      'GET /v1/pets?limit=5&x=%7e/../y HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'connection: keep-alive',
      'User-Agent: petvet/0.0.0 (run r1)',
      'X-Gate: gate-s3cret-word',
      'Accept: application/json',
      `authorization: Bearer ${KEY}`,
      'X-b: 1',
      'x-B: 2',
      '',
      '',
    ]);
    expect(exchange).toMatchObject({
      id: 1,
      probe: 'a probe',
      request: { method: 'GET', target: '/pets?limit=5&x=%7e/../y', body: { kind: 'none' }, credential: 'primary' },
    });
    expect(exchange.request.headers).toEqual([
      ['User-Agent', 'petvet/0.0.0 (run r1)'],
      ['X-Gate', '{header:X-Gate}'],
      ['Accept', 'application/json'],
      ['authorization', 'Bearer {primary}'],
      ['X-b', '1'],
      ['x-B', '2'],
    ]);
    const { startedAt, answeredAt = 0, endedAt } = exchange.times;
    expect(startedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(answeredAt).toBeGreaterThanOrEqual(startedAt);
    expect(endedAt).toBeGreaterThanOrEqual(answeredAt);
    expect(wire.appended).toEqual([exchange]);
  });

  it('has a JSON content type for a POST with a body, unless the request says otherwise', async () => {
    const port = await httpServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { 'content-type': type = 'none', 'content-length': length = 'none' } = request.headers;
          response.end(`${type}|${length}|${Buffer.concat(chunks).toString('hex')}`);
        });
    });
    const wire = aWire(aTarget(port));
    const post = async (over: object) =>
      bodyText(await wire.send({ method: 'POST', target: '/pets', headers: [], ...over }, 'p'));
    expect(await post({ body: 'ä' })).toBe('application/json|2|c3a4');
    expect(await post({ body: new Uint8Array([0, 255]) })).toBe('application/json|2|00ff');
    expect(await post({ body: '{}', headers: [['content-type', 'text/plain']] })).toBe('text/plain|2|7b7d');
    expect(await post({ body: '{}', headers: [['Content-Type', '']] })).toBe('|2|7b7d');
    expect(await post({ body: '{}', without: ['Content-Type'] })).toBe('none|2|7b7d');
    expect(await post({})).toBe('none|0|');
  });

  it('goes out in chunks where that is asked for, and is recorded whole', async () => {
    const talks: string[] = [];
    const port = await rawServer((socket, head) => {
      talks.push(head);
      if (head.endsWith('0\r\n\r\n')) socket.write(json(400, '{}'));
      else socket.on('data', (more) => more.toString().endsWith('0\r\n\r\n') && socket.write(json(400, '{}')));
      socket.on('data', (more) => talks.push(more.toString('latin1')));
    });
    const wire = aWire(aTarget(port));
    const headers = [
      ['Transfer-Encoding', 'chunked'],
      ['X-A', '1'],
      ['x-a', '2'],
    ] as const;
    const exchange = await wire.send(
      { method: 'POST', target: '/pets', headers, body: '{"name":"é"}', chunked: true },
      'p',
    );
    expect(exchange.answer?.status).toBe(400);
    expect(exchange.request.headers.slice(-3)).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
      ['transfer-encoding', 'chunked'],
    ]);
    expect(exchange.request.body).toEqual({ kind: 'bytes', bytes: new Uint8Array(Buffer.from('{"name":"é"}')) });
    const sent = talks.join('');
    expect(sent).toMatch(/\r\nX-A: 1\r\nx-a: 2\r\ntransfer-encoding: chunked\r\n/);
    expect(sent.toLowerCase()).not.toContain('content-length');
    expect(sent).toContain('\r\n\r\n5\r\n{"nam\r\n5\r\ne":"\xc3\r\n3\r\n\xa9"}\r\n0\r\n\r\n');
  });

  it.each<[string, (socket: Socket) => void, object]>([
    ['is reset', (socket) => socket.resetAndDestroy(), { failure: { kind: 'reset' } }],
    ['never answers', () => {}, { failure: { kind: 'timeout' } }],
    ['answers before the end', (socket) => socket.end(json(413, '{}')), {}],
  ])('in chunks ends as any other request where the service %s', async (_what, talk, ends) => {
    const port = await rawServer(talk);
    const wire = aWire(aTarget(port), { bounds: { headers: 200 } });
    const body = 'x'.repeat(3_000_000);
    const exchange = await wire.send({ method: 'POST', target: '/pets', headers: [], body, chunked: true }, 'p');
    expect(exchange).toMatchObject(ends);
    expect(wire.appended).toHaveLength(1);
  });

  it('has no chunks without a body', async () => {
    const port = await httpServer((request, response) => response.end(JSON.stringify(request.headers)));
    const exchange = await aWire(aTarget(port)).send(
      { method: 'POST', target: '/pets', headers: [], body: '', chunked: true },
      'p',
    );
    expect(bodyText(exchange)).not.toContain('transfer-encoding');
    expect(headerValue(exchange.request.headers, 'transfer-encoding')).toBeUndefined();
  });

  it('never holds a credential in an address outside loopback', async () => {
    const wire = aWire(aTarget(1, { loopback: false }));
    await expect(wire.get('/pets?key={primary}')).rejects.toThrow('never put into an address');
    expect(wire.facts().sent).toBe(0);
  });

  it('is a failure when HTTP has no form for it', async () => {
    const wire = aWire(aTarget(await httpServer((_request, response) => response.end())));
    expect(await wire.get('/a b')).toMatchObject({
      failure: { kind: 'other', says: expect.stringContaining('cannot be sent') },
    });
  });
});

describe('what comes back', () => {
  it('is recorded as it came: names, order, duplicates, bytes', async () => {
    const body = Buffer.from([0, 159, 146, 150, 255, 10]);
    const port = await rawServer((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nX-b: 1\r\nx-B:  two \r\nSet-Cookie: a\r\nContent-Length: ${body.length}\r\nX-Lat: \xe9\r\n\r\n`,
        'latin1',
      );
      socket.write(body);
    });
    const { answer } = await aWire(aTarget(port)).get();
    expect(answer).toEqual({
      status: 200,
      headers: [
        ['X-b', '1'],
        ['x-B', 'two'],
        ['Set-Cookie', 'a'],
        ['Content-Length', '6'],
        ['X-Lat', '\xe9'],
      ],
      body: { kind: 'bytes', bytes: new Uint8Array(body) },
    });
  });

  it('may have no body', async () => {
    const port = await httpServer((_request, response) => response.writeHead(204).end());
    expect((await aWire(aTarget(port)).get()).answer).toMatchObject({ status: 204, body: { kind: 'none' } });
  });

  it('may be a redirect, which is not followed', async () => {
    let requests = 0;
    const port = await httpServer((_request, response) => {
      requests += 1;
      response.writeHead(302, { Location: '/v1/elsewhere' }).end();
    });
    const { answer } = await aWire(aTarget(port)).get();
    expect(answer?.status).toBe(302);
    expect(headerValue(answer?.headers ?? [], 'location')).toBe('/v1/elsewhere');
    expect(requests).toBe(1);
  });

  it('may be preceded by early hints', async () => {
    const port = await rawServer((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n');
      socket.write(json(200, '[]'));
    });
    const wire = aWire(aTarget(port));
    for (const exchange of [await wire.get(), await wire.get()]) {
      expect(exchange.answer?.status).toBe(200);
      expect(headerValue(exchange.answer?.headers ?? [], 'Link')).toBeUndefined();
      expect(bodyText(exchange)).toBe('[]');
    }
  });

  it('is cut off when it has no end', async () => {
    const port = await httpServer((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const { answer } = await aWire(aTarget(port), { bounds: { bodyBytes: 50_001 } }).get();
    expect(answer).toMatchObject({
      status: 200,
      body: { kind: 'truncated', why: expect.stringContaining('50001 bytes') },
    });
    expect(answer?.body.kind === 'truncated' && answer.body.bytes.length).toBe(50_001);
  });

  it('is cut off when it drips on and on', async () => {
    const port = await httpServer((_request, response) => {
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const { answer } = await aWire(aTarget(port), { bounds: { body: 150 } }).get();
    expect(answer).toMatchObject({ status: 200, body: { kind: 'truncated', why: expect.stringContaining('0.15 s') } });
  });

  it('never repeats a key', async () => {
    const port = await httpServer((request, response) => {
      response.writeHead(401, { 'X-Echo': request.headers.authorization, 'X-Gate-Echo': request.headers['x-gate'] });
      response.end(JSON.stringify({ you: request.headers.authorization, url: request.url }));
    });
    const wire = aWire(aTarget(port, { headers: [['X-Gate', 'gate-s3cret-word']] }));
    await wire.get(`/pets?key={primary}`);
    await wire.get(`/pets/${KEY}`);
    await wire.send(
      { method: 'POST', target: '/pets', headers: [['Authorization', 'Bearer {second}']], body: KEY },
      'p',
    );
    await wire.send({ method: 'GET', target: '/pets', headers: [['Authorization', 'Bearer {primary:replaced}']] }, 'p');
    await wire.send({ method: 'GET', target: `/${KEY} x`, headers: [['X', `${SECOND_KEY}\n`]] }, 'p');
    const everything = wire.appended
      .map((exchange) => {
        const sent = exchange.request.body;
        return `${JSON.stringify(exchange)} ${bodyText(exchange)} ${sent.kind === 'bytes' ? Buffer.from(sent.bytes).toString() : ''}`;
      })
      .join('\n');
    for (const secret of [KEY, SECOND_KEY, 'gate-s3cret', KEY.slice(0, 14), KEY.slice(-12)])
      expect(everything).not.toContain(secret);
    expect(wire.appended.map(({ request }) => request.credential)).toEqual([
      'primary',
      'primary',
      'second',
      'wrong',
      'none',
    ]);
    expect(everything).toContain('"you":"Bearer {primary}"');
  });
});

describe('many at once', () => {
  it('have their ids in the order of sending and are all recorded', async () => {
    const port = await httpServer((_request, response) => setTimeout(() => response.end('[]'), Math.random() * 20));
    const wire = aWire(aTarget(port));
    const exchanges = await Promise.all(Array.from({ length: 40 }, (_, index) => wire.get(`/pets/${index}`)));
    expect(exchanges.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(wire.appended).toHaveLength(40);
  });
});
