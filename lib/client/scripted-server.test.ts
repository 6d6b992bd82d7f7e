import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startScriptedServer } from './scripted-server.ts';

it('does not hold a client to a 429 that it did not wait for', async () => {
  let work: Promise<unknown> = Promise.resolve();
  const server = await startScriptedServer('2026-11-27', 0, () => work);
  await server.enter('refusals');
  try {
    const headers = { Authorization: `Bearer ${server.key}` };
    const list = async () => (await fetch(`${server.baseUrl}/pets`, { headers })).status;
    expect(await list()).toBe(200);
    const { promise: isGone, resolve: goes } = Promise.withResolvers<void>();
    work = isGone;
    const impatient = request(`${server.baseUrl}/pets`, { headers });
    impatient.on('error', () => {});
    impatient.end();
    await expect.poll(() => server.log[1]?.refusal).toBeDefined();
    impatient.destroy(new Error('too slow'));
    await expect.poll(() => server.log[1]?.refusal).toBeUndefined();
    goes();
    expect(await list()).toBe(429);
    expect(server.log.map(({ status, refusal }) => [status, refusal?.inARow])).toEqual([
      [200, undefined],
      [undefined, undefined],
      [429, 1],
    ]);
    expect(server.log[2]?.duringWaitOf).toBeUndefined();
  } finally {
    await server.close();
  }
});
