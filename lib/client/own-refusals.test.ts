import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FREEDOMS, type Freedom } from './freedoms.ts';
import { list, withConnections, type Reply } from './pet-client.fixture.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';
import type { SituationName } from './situations.ts';

/** Those that are about pets, or about what a 429 has no part in. */
const NOT_OF_REFUSALS = [
  'large-ids',
  'negative-ids',
  'odd-categories',
  'absent-status',
  'created-pending',
  'unordered-lists',
  'linked-pages',
  'more-pet-fields',
  'integers-with-point',
  'limit-of-the-day',
];

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer('2026-11-27');
});
afterAll(() => server.close());

const named = (...names: readonly string[]) => FREEDOMS.filter(({ name }) => names.includes(name));

/** The last of the first replies in a situation. */
function replyIn(situation: SituationName, freedoms: readonly Freedom[], requests: number): Promise<Reply> {
  return withConnections(server, async (send) => {
    await server.enter(situation, freedoms);
    const replies: Reply[] = [];
    while (replies.length < requests) replies.push(await send({ ...list(2), headers: { 'Accept-Encoding': 'gzip' } }));
    return replies[requests - 1] ?? Promise.reject(new Error('no reply'));
  });
}

/** What does not go by the clock. */
function seen({ headers, names, text }: Reply): unknown {
  const { date, 'x-ratelimit-reset': reset, ...others } = headers;
  expect(Number(reset) * 1_000).toBeGreaterThan(Date.parse(date ?? ''));
  return { others, names, text };
}

describe('a 429 of a script', () => {
  it('is one of the service: an Error, and the three headers', async () => {
    const { status, headers, text } = await replyIn('greased', [], 1);
    expect([status, headers['retry-after'], headers['x-ratelimit-remaining']]).toEqual([429, '1', '0']);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limit_exceeded', status: 429 });
  });

  it.each(FREEDOMS.map(({ name }) => name).filter((name) => !NOT_OF_REFUSALS.includes(name)))(
    'uses the freedom %s',
    async (name) => {
      expect(seen(await replyIn('greased', named(name), 1))).not.toEqual(seen(await replyIn('greased', [], 1)));
    },
  );

  it('has what its situation is about, and no freedom against it', async () => {
    const bare = await replyIn('no-body', named('html-429', 'gzip'), 2);
    expect([bare.status, bare.text, bare.headers['content-encoding']]).toEqual([429, '', undefined]);
    const dated = await replyIn('retry-after-date', [], 2);
    const until = Date.parse(dated.headers['retry-after'] ?? '');
    expect(until).toBe(1_000 * Number(dated.headers['x-ratelimit-reset']));
    expect(until - Date.now()).toBeGreaterThan(1_000);
  });

  it('with a date, that a slow response is late with, asks to wait until then', async () => {
    await withConnections(server, async (send) => {
      await server.enter('greased', named('retry-after-date', 'slow-responses'));
      const { headers } = await send(list(2));
      await expect
        .poll(() => Date.now(), { timeout: 5_000 })
        .toBeGreaterThanOrEqual(Date.parse(headers['retry-after'] ?? ''));
      expect((await send(list(2))).status).toBe(200);
    });
  });
});
