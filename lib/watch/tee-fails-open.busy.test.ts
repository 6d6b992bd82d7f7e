import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpServer, rawServer } from '../wire/wire.fixture.ts';
import { MessageReader } from './tee-reader.ts';
import { aTee, client, firstOf, GET, OK, outcome, eventually } from './tee.fixture.ts';

describe('a service that goes away', () => {
  it('is seen by the client as without the proxy: the response breaks off, and then nothing is there', async () => {
    const { port, kill } = await serviceProcess();
    const tee = await aTee(port);
    const first = client(tee.port);
    const seen = outcome(first);
    first.write(GET);
    await once(first, 'data');
    kill();
    expect((await seen).got).toBe('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n[{"id"');
    await eventually(() => expect(tee.observed).toHaveLength(1));
    expect(firstOf(tee.observed)?.answer?.body).toMatchObject({ kind: 'truncated', by: 'reset' });

    const second = client(tee.port);
    const refused = outcome(second);
    second.write(GET);
    expect(await refused).toEqual({ how: 'ECONNRESET', got: '' });
  });

  it('is told of where a request was under way', async () => {
    const tee = await aTee(1);
    const socket = client(tee.port);
    const seen = outcome(socket);
    socket.write(GET);
    expect(await seen).toEqual({ how: 'ECONNRESET', got: '' });
    await eventually(() => expect(tee.counts.connections).toBe(1));
    for (const { exchange } of tee.observed) expect(exchange.failure?.kind).toBe('refused');
  });
});

it('a response that comes before an upload is over is not lost, though nothing more can be sent', async () => {
  const port = await httpServer((incoming, outgoing) => {
    incoming.once('data', () => {
      outgoing.writeHead(413, { Connection: 'close' });
      outgoing.end('too long', () => incoming.socket.destroy());
    });
  });
  const tee = await aTee(port);
  for (let nth = 1; nth <= 20; nth++) {
    const socket = client(tee.port);
    const seen = outcome(socket);
    socket.write('POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n');
    for (let piece = 0; piece < 300; piece++) socket.write(Buffer.alloc(65_536));
    await seen;
    await eventually(() => expect(tee.observed).toHaveLength(nth));
  }
  expect(new Set(tee.observed.map(({ exchange }) => exchange.answer?.status))).toEqual(new Set([413]));
});

describe('whatever petvet does wrong, the connection goes on:', () => {
  it('a fault in reading', async () => {
    const tee = await aTee(await rawServer((socket) => socket.write(OK)));
    const read = vi.spyOn(MessageReader.prototype, 'read').mockImplementation(() => {
      throw new TypeError('a fault of petvet');
    });
    onTestFinished(() => read.mockRestore());
    const socket = client(tee.port);
    for (let nth = 0; nth < 3; nth++) {
      socket.write(GET);
      const [got] = await once(socket, 'data');
      expect(String(got)).toBe(OK);
    }
    await eventually(() => expect(tee.counts.skipped).toEqual({ fault: 1 }));
    read.mockRestore();
    const next = client(tee.port);
    next.write(GET);
    await eventually(() => expect(tee.observed).toHaveLength(1));
  });

  it('a fault of whoever is told', async () => {
    const told = vi.fn<() => void>(() => {
      throw new Error('a fault of the listener');
    });
    const tee = await aTee(await rawServer((socket) => socket.write(OK)), { onExchange: told, onSkipped: told });
    const socket = client(tee.port);
    for (let nth = 0; nth < 2; nth++) {
      socket.write(GET);
      const [got] = await once(socket, 'data');
      expect(String(got)).toBe(OK);
    }
    await eventually(() => expect(tee.counts.skipped).toEqual({ fault: 1 }));
  });

  it('more passes than is read in time', async () => {
    const tee = await aTee(
      await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5_000)}`)),
      {
        maxHeld: 2_000,
      },
    );
    const socket = client(tee.port);
    socket.write(GET);
    let length = 0;
    socket.on('data', (bytes: Buffer) => (length += bytes.length));
    await eventually(() => expect(length).toBeGreaterThan(5_000));
    await eventually(() => expect(tee.counts.skipped).toEqual({ memory: 1 }));
  });

  it('and what was held of connections that are not judged any more is free for others', async () => {
    const port = await rawServer((socket, head) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n${'x'.repeat(3_000)}`);
      if (head.includes('/reset')) socket.resetAndDestroy();
    });
    const tee = await aTee(port, { maxHeld: 20_000 });
    const sent = [
      GET,
      `${GET}NO HTTP\r\n\r\n`,
      GET.replace('/pets', '/reset'),
      GET.replace('/v1', ''),
      GET.slice(0, -2),
    ];
    for (let nth = 0; nth < 40; nth++) {
      const socket = client(tee.port);
      await new Promise((resolve) => {
        socket.write(sent[nth % sent.length] ?? GET, resolve);
      });
      if (nth % sent.length < 4) await once(socket, 'data');
      socket.destroy();
      await eventually(() => expect(tee.counts.connections).toBe(nth + 1));
    }
    await eventually(() => expect(tee.counts.skipped.unreadable).toBe(8));
    expect(tee.counts.skipped.memory).toBeUndefined();
  });

  it('the thread that reads is busy all the while', async () => {
    const { port } = await serviceProcess(OK);
    const tee = await aTee(port);
    const { status } = spawnSync(process.execPath, ['--eval', CLIENT, `${tee.port}`], { timeout: 20_000 });
    expect(status).toBe(0);
    await eventually(() => expect(tee.observed).toHaveLength(20));
  });
});

describe('a huge body', () => {
  const SIZE = 200 * 1_048_576;
  const PIECE = Buffer.alloc(262_144, 'x');

  it('passes as fast as the client reads, and little of it is kept', async () => {
    let sent = 0;
    const port = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${SIZE}\r\n\r\n`);
      const more = () => {
        let isTaken = true;
        while (isTaken && sent < SIZE) {
          sent += PIECE.length;
          isTaken = socket.write(PIECE);
        }
      };
      socket.on('drain', more);
      more();
    });
    const tee = await aTee(port, { maxBody: 1_000 });
    const before = process.memoryUsage().rss;
    const socket = client(tee.port).pause();
    socket.write(GET);
    let last = -1;
    await vi.waitFor(
      () => {
        const isStill = sent > 0 && sent === last;
        last = sent;
        expect(isStill).toBe(true);
      },
      { interval: 300, timeout: 30_000 },
    );
    // What the systems of this machine buffer on four sockets.
    expect(sent).toBeLessThan(SIZE / 8);
    let got = 0;
    let most = 0;
    socket.on('data', (bytes: Buffer) => {
      got += bytes.length;
      most = Math.max(most, process.memoryUsage.rss());
    });
    socket.resume();
    await eventually(() => expect(got).toBeGreaterThanOrEqual(SIZE));
    await eventually(() => expect(tee.observed).toHaveLength(1));
    expect(firstOf(tee.observed)?.answer?.body).toMatchObject({
      kind: 'truncated',
      bytes: new Uint8Array(1_000).fill(120),
    });
    expect(most - before).toBeLessThan(SIZE / 2);
  });
});

/** Sends twenty requests on one connection, each after the response to the last one. */
const CLIENT = `
const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1');
const GET = ${JSON.stringify(GET)};
let left = 20;
socket.on('data', () => (--left > 0 ? socket.write(GET) : process.exit(0))).write(GET);`;

const SERVICE = `
require('node:net').createServer((socket) => {
  socket.on('error', () => {}).on('data', () => socket.write(process.argv[1]));
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** A service in a process of its own, which the test may kill; by default its responses never come to their end. */
async function serviceProcess(
  response = 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n[{"id"',
): Promise<{ port: number; kill: () => void }> {
  const child = spawn(process.execPath, ['--eval', SERVICE, response], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => void child.kill('SIGKILL');
  onTestFinished(kill);
  const [line] = await once(child.stdout, 'data');
  return { port: Number(line), kill };
}
