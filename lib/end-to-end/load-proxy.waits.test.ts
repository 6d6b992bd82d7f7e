import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-behind-a-proxy-5c1d07e9';

/** Loads a service behind a proxy of which nothing but its port is known. */
async function loadThrough(proxy: string, flags: readonly string[] = []) {
  await using place = await folder();
  return await petvetHere(
    ['load', 'ceiling', '--windows', '1', '--yes', '--allow-plain-http', '--report', 'r', ...flags],
    {
      cwd: place.path,
      env: {
        PETVET_K6: realK6(),
        PETVET_BASE_URL: 'http://pets.example/v1',
        PETVET_API_KEY: KEY,
        PETVET_PROXY: proxy,
        PETVET_WINDOW_SECONDS: '5',
      },
    },
  );
}

describe.concurrent('a load through a proxy', { timeout: 120_000 }, () => {
  it('that is down names the proxy, whether petvet or k6 finds out', async () => {
    const down = 'http://me:secret@127.0.0.1:9';
    const [auto, told] = await Promise.all([loadThrough(down), loadThrough(down, ['--plan', 'free'])]);
    expect(auto).toMatchObject({ status: 2, err: expect.stringContaining('is the proxy running') });
    expect(told).toMatchObject({ status: 2, err: expect.stringContaining('through the proxy 127.0.0.1:9') });
    expect(`${auto.err}${told.err}`).not.toContain('secret');
  });

  it('that is all that responds names the proxy', async () => {
    await using proxy = await service((_request, response) => response.writeHead(503).end());
    const ended = await loadThrough(new URL(proxy.baseUrl).origin, ['--plan', 'free']);
    expect(ended).toMatchObject({ status: 2, err: expect.stringMatching(/is unavailable[^]*through the proxy 127/) });
  });

  it('that refuses POST names the proxy', async () => {
    const server = await startReferenceServer({ keys: [{ key: KEY }], plan: 'free', windowSeconds: 5 });
    try {
      const passOn = proxyTo(Number(new URL(server.baseUrl).port));
      const gets: RequestListener = (request, response) =>
        request.method === 'POST' ? response.writeHead(403).end('<h1>no</h1>') : passOn(request, response);
      await using proxy = await service(gets);
      const { origin, host } = new URL(proxy.baseUrl);
      const ended = await loadThrough(origin, ['--plan', 'free', '--create-share', '0.5']);
      expect(ended).toMatchObject({ status: 2, out: expect.stringMatching(new RegExp(`403[^]*proxy ${host}`)) });
    } finally {
      await server.close();
    }
  });
});
