import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { startNullServer } from './null-server.ts';
import { ProcessorWatch } from './processor-watch.ts';

it('a server that does nothing answers everything alike, with as many bytes as are asked for', async () => {
  await using server = await startNullServer(300, 900);
  for (const request of [{}, { method: 'POST', body: '{"name":"Rex","categoryId":1}' }]) {
    const response = await fetch(`${server.baseUrl}/pets?limit=3`, request);
    expect(response.status).toBe(200);
    expect([...response.headers].filter(([name]) => name.startsWith('x-ratelimit-l'))).toEqual([
      ['x-ratelimit-limit', '300'],
    ]);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('299');
    const text = await response.text();
    expect(JSON.parse(text)).toEqual([]);
    expect(text.length).toBeGreaterThan(600);
    expect(text.length).toBeLessThan(900);
  }
});

it('a server that does nothing ends when it is no longer wanted', async () => {
  const { baseUrl } = await (async () => {
    await using server = await startNullServer(60, 2);
    expect((await fetch(`${server.baseUrl}/pets`)).status).toBe(200);
    return server;
  })();
  await expect(fetch(`${baseUrl}/pets`)).rejects.toThrow('fetch failed');
});

it.runIf(process.platform === 'linux')('the processors that a child takes are seen', async () => {
  const watch = new ProcessorWatch();
  watch.follow(process.pid);
  const from = Date.now();
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const used = () => watch.between(from, Date.now())?.generator ?? 0;
  try {
    await expect.poll(used, { timeout: 15_000 }).toBeGreaterThan(0.02);
    expect(watch.between(from, Date.now())?.machine).toBeGreaterThan(0);
  } finally {
    watch.end();
    child.kill('SIGKILL');
  }
});
