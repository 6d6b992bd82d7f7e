import { describe, expect, it } from 'vitest';
import { createVisitor, type VisitorSetup } from './visitor.ts';
import { aTarget, httpServer } from './wire.fixture.ts';

const SETUP: VisitorSetup = { userAgent: 'petvet/test', interrupt: new AbortController().signal };

/** A service that answers its first request so, and counts. */
async function answeringFirst(status: number, headers: Readonly<Record<string, string>>) {
  const keys: (string | undefined)[] = [];
  const port = await httpServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(keys.length === 1 ? status : 200, keys.length === 1 ? headers : {}).end('[]');
  });
  return { keys, target: aTarget(port) };
}

describe('a visitor', () => {
  it.each([200, 301, 400, 401, 403, 404, 418, 429, 500, 501, 502, 503, 504])(
    'sends nothing within the Retry-After of a %i, with or without the key',
    async (status) => {
      const { keys, target } = await answeringFirst(status, { 'Retry-After': '30' });
      const visitor = createVisitor(target, SETUP);
      expect(await visitor.get('/pets')).toMatchObject({ answer: { status } });
      const silent = { why: `the service said to wait 30 s (Retry-After on a ${status})` };
      expect(await visitor.get('/pets', 'a-key')).toMatchObject(silent);
      expect(await visitor.get('/pets')).toMatchObject(silent);
      expect([keys, visitor.silence()?.why]).toEqual([[undefined], silent.why]);
    },
  );

  it('goes on after that time', async () => {
    const { keys, target } = await answeringFirst(503, { 'Retry-After': '30' });
    let now = Date.now();
    const visitor = createVisitor(target, { ...SETUP, clock: { now: () => now, sleep: () => Promise.resolve() } });
    await visitor.get('/pets');
    now += 30_500;
    expect(visitor.silence()).toBeUndefined();
    expect(await visitor.get('/pets', 'a-key')).toMatchObject({ answer: { status: 200 } });
    expect(keys).toEqual([undefined, 'Bearer a-key']);
  });

  it('goes on where a 200 only tells of its window', async () => {
    const reset = `${Math.ceil(Date.now() / 1_000) + 30}`;
    const { keys, target } = await answeringFirst(200, {
      'Retry-After': '30',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': reset,
    });
    const visitor = createVisitor(target, SETUP);
    await visitor.get('/pets');
    expect(await visitor.get('/pets', 'a-key')).toMatchObject({ answer: { status: 200 } });
    expect(keys).toHaveLength(2);
  });
});
