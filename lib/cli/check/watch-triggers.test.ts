import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { takesConnections, watchPort } from './watch-triggers.ts';

const HOST = '127.0.0.1';

async function listening(port = 0): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((socket) => socket.destroy()).listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return { server, port: address.port };
}

describe('a look at a port', () => {
  it('tells a service that listens from one that does not', async () => {
    const { server, port } = await listening();
    expect(await takesConnections(HOST, port)).toBe(true);
    server.close();
    await once(server, 'close');
    expect(await takesConnections(HOST, port)).toBe(false);
  });

  it('takes no service for down because this process was busy', async () => {
    const { server, port } = await listening();
    const looked = takesConnections(HOST, port, 20);
    const until = performance.now() + 60;
    while (performance.now() < until);
    expect(await looked).not.toBe(false);
    server.close();
  });
});

describe('watching a port', () => {
  it('tells when it is down, and when it is up again', async () => {
    const first = await listening();
    const ending = new AbortController();
    const told: string[] = [];
    const changed: Array<() => void> = [];
    const next = () =>
      new Promise<void>((resolve) => {
        changed.push(resolve);
      });
    const tell = (what: string) => () => {
      told.push(what);
      changed.shift()?.();
    };
    const watched = watchPort(
      new URL(`http://${HOST}:${first.port}/v1`),
      { onDown: tell('down'), onUp: tell('up') },
      ending.signal,
    );
    const down = next();
    first.server.close();
    await down;
    const up = next();
    const second = await listening(first.port);
    await up;
    ending.abort();
    await watched;
    second.server.close();
    expect(told).toEqual(['down', 'up']);
  });
});
