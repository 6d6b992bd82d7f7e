import { describe, expect, it, vi } from 'vitest';
import { BudgetSpentError, InterruptedError } from '../errors.ts';
import { aTarget, aWire, bodyText, httpServer, rawServer } from './wire.fixture.ts';

const json = (status: number, body: string, headers = '') =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('instability', () => {
  it.each([502, 503, 504, 522, 408])('a GET is tried once more after %i', async (status) => {
    let requests = 0;
    const port = await httpServer((_request, response) =>
      response.writeHead(++requests === 1 ? status : 200).end('[]'),
    );
    const wire = aWire(aTarget(port));
    expect(await wire.get()).toMatchObject({ id: 2, retryOf: 1, answer: { status: 200 } });
    expect(wire.appended).toMatchObject([
      { id: 1, retried: true, answer: { status } },
      { id: 2, retryOf: 1 },
    ]);
    expect(wire.events.map(({ kind }) => kind)).toEqual(['sent', 'retrying', 'sent']);
  });

  it('is not tried away: once more is all', async () => {
    const port = await httpServer((_request, response) => response.writeHead(503).end());
    const wire = aWire(aTarget(port));
    expect(await wire.get()).toMatchObject({ retryOf: 1, answer: { status: 503 } });
    expect(wire.facts().sent).toBe(2);
    expect(wire.appended[1]).not.toHaveProperty('retried');
  });

  it('a 500 and a POST are never tried again', async () => {
    const port = await httpServer((request, response) =>
      response.writeHead(request.method === 'GET' ? 500 : 503).end(),
    );
    const wire = aWire(aTarget(port));
    await wire.get();
    await wire.send({ method: 'POST', target: '/pets', headers: [], body: '{}' }, 'p');
    expect(wire.appended.map(({ answer }) => answer?.status)).toEqual([500, 503]);
  });

  it('a reset before the answer is one', async () => {
    const port = await rawServer((socket, _head, request) =>
      request === 1 ? socket.resetAndDestroy() : socket.write(json(200, '[]')),
    );
    const wire = aWire(aTarget(port));
    expect(await wire.get()).toMatchObject({ retryOf: 1, answer: { status: 200 } });
    expect(wire.appended[0]).toMatchObject({ retried: true, failure: { kind: 'reset' } });
  });

  it('a reset within the answer leaves the status and what came of the body', async () => {
    const port = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2', () => socket.end());
    });
    const wire = aWire(aTarget(port));
    const exchange = await wire.get();
    expect(exchange).toMatchObject({ retryOf: 1, answer: { status: 200, body: { kind: 'truncated' } } });
    expect(exchange).not.toHaveProperty('failure');
    expect(bodyText(exchange)).toBe('[1,2');
  });

  it('a service that closes idle connections at once costs no POST', async () => {
    const port = await httpServer((request, response) => {
      request.resume();
      // Says nothing of closing, and closes.
      response.end('[]', () => setTimeout(() => request.socket.destroy(), 5));
    });
    const wire = aWire(aTarget(port));
    for (let round = 0; round < 8; round += 1) {
      await wire.get();
      const posted = await wire.send({ method: 'POST', target: '/pets', headers: [], body: '{}' }, 'p');
      expect(posted.answer?.status).toBe(200);
      await new Promise((resolve) => {
        setTimeout(resolve, round);
      });
    }
  });
});

describe('failures', () => {
  it('refused: nobody listens', async () => {
    const exchange = await aWire(aTarget(1)).get();
    expect(exchange).toMatchObject({ failure: { kind: 'refused', says: expect.stringContaining('127.0.0.1:1') } });
    expect(exchange).not.toHaveProperty('answer');
  });

  it('dns: no such host', async () => {
    const wire = aWire(aTarget(1, { baseUrl: 'http://nowhere.invalid/v1' }));
    expect(await wire.get()).toMatchObject({
      failure: { kind: 'dns', says: expect.stringContaining('nowhere.invalid') },
    });
  });

  it('protocol: no HTTP', async () => {
    const port = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await aWire(aTarget(port)).get()).toMatchObject({ failure: { kind: 'protocol' } });
  });

  it.each([
    ['a second Content-Length', 'Content-Length: 2\r\n', '[]'],
    ['Transfer-Encoding beside Content-Length', 'Transfer-Encoding: chunked\r\n', '2\r\n[]\r\n0\r\n\r\n'],
    ['a header that is none', 'X Y: 1\r\n', '[]'],
  ])('protocol: %s is not called a body of another length', async (_what, header, body) => {
    const port = await rawServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${header}\r\n${body}`),
    );
    const { failure } = await aWire(aTarget(port)).get();
    expect(failure).toMatchObject({ kind: 'protocol', says: expect.stringContaining('its headers are faulty') });
    expect(failure?.says).not.toContain('length does not match');
  });

  it('protocol: headers without end', async () => {
    const port = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}`));
    expect(await aWire(aTarget(port)).get()).toMatchObject({ failure: { kind: 'protocol' } });
  });

  it('timeout: no answer', async () => {
    const port = await rawServer(() => {});
    const exchange = await aWire(aTarget(port), { bounds: { headers: 100 } }).get();
    expect(exchange).toMatchObject({ failure: { kind: 'timeout', says: expect.stringContaining('within 0.1 s') } });
    expect(exchange.times.endedAt - exchange.times.startedAt).toBeLessThan(2_000);
  });

  it('timeout: early hints and then nothing', async () => {
    const port = await rawServer((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
    const exchange = await aWire(aTarget(port), { bounds: { headers: 100 } }).get();
    expect(exchange).toMatchObject({ failure: { kind: 'timeout' } });
    expect(exchange).not.toHaveProperty('answer');
  });

  it('interrupted: stop ends what is on its way, and what comes later', async () => {
    const arrived = vi.fn<() => void>();
    const port = await rawServer(arrived);
    const wire = aWire(aTarget(port));
    const sent = wire.get().catch((error: unknown) => error);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
    wire.stop();
    expect(await sent).toBeInstanceOf(InterruptedError);
    expect(wire.appended).toMatchObject([{ id: 1, failure: { kind: 'interrupted' } }]);
    await expect(wire.get()).rejects.toThrow(InterruptedError);
    expect(wire.facts().sent).toBe(1);
  });

  it('a budget is kept, second tries included', async () => {
    const port = await httpServer((_request, response) => response.writeHead(503).end());
    const wire = aWire(aTarget(port), { maxRequests: 3 });
    await wire.get();
    expect(await wire.get()).toMatchObject({ id: 3 });
    expect(wire.appended[2]).not.toHaveProperty('retried');
    await expect(wire.get()).rejects.toThrow(BudgetSpentError);
  });
});

describe('the way to a service', () => {
  it('ends at a proxy that is down, which is named', async () => {
    const wire = aWire({ ...aTarget(9), proxy: 'http://me:secret@127.0.0.1:10' });
    await wire.get().catch(() => {});
    expect(wire.appended[0]).toMatchObject({
      failure: {
        says: expect.stringMatching(/^no connection to the proxy 127\.0\.0\.1:10 \(PETVET_PROXY\): connection refused/),
      },
    });
    await wire.close();
  });

  it('needs https where the port answers http with an alert of TLS', async () => {
    // A fatal alert: unexpected_message.
    const port = await rawServer((socket) => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 10])));
    const wire = aWire(aTarget(port));
    await wire.get().catch(() => {});
    expect(wire.appended[0]).toMatchObject({
      failure: { says: expect.stringContaining('should the base address begin with https://') },
    });
  });
});
