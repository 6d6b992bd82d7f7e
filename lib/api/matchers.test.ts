import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startReferenceServer, type ReferenceServer } from '../reference/server.ts';
import { httpServer } from '../wire/wire.fixture.ts';
import { listQueries, newPets, oddIds, oddListQueries } from './arbitraries.ts';
import { beforeAnyExchange, expect as specification, knowledgeOf } from './expect.ts';
import { toConform, violationsOf, type ConformOptions } from './matchers.ts';
// oxlint-disable-next-line import/no-unassigned-import -- as its users import it
import './vitest.ts';

const KEY = 'matcher-5d0e8b-key';
const HEADERS = { authorization: `Bearer ${KEY}` };

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ keys: [{ key: KEY, plan: 'enterprise' }] });
});
afterAll(() => server.close());

/** Sends a request, and gives what the matcher is to be told of it. */
async function send(target: string, request: NonNullable<ConformOptions['request']> = {}, baseUrl = server.baseUrl) {
  const sent = {
    ...request,
    headers: {
      ...HEADERS,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...Object(request.headers),
    },
  };
  const { body, ...rest } = sent;
  const response = await fetch(`${baseUrl}${target}`, {
    ...rest,
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  return { response, request: sent };
}

describe('toConform', () => {
  it('passes what the reference server responds to any documented list, and to odd ones', async () => {
    const property = fc.asyncProperty(fc.oneof(listQueries, oddListQueries), async (query) => {
      const { response, request } = await send(`/pets?${query}`);
      expect((await toConform(response, { request })).pass).toBe(true);
    });
    await fc.assert(property, { numRuns: 60, seed: 7 });
    expect(server.requests()).toBeGreaterThan(50);
  });

  it('passes what it responds to valid pets, and to ids that are none', async () => {
    const { response: list } = await send('/pets?limit=1');
    const [pet] = z.array(z.object({ categoryId: z.number() })).parse(await list.json());
    await fc.assert(
      fc.asyncProperty(newPets(pet?.categoryId ?? 0), async (body) => {
        const { response, request } = await send('/pets', { method: 'POST', body });
        expect([response.status, await violationsOf(response, { request })]).toEqual([201, []]);
      }),
      { numRuns: 30, seed: 7 },
    );
    await fc.assert(
      fc.asyncProperty(oddIds, async (id) => {
        const { response, request } = await send(`/pets/${id}`);
        await expect(response).toConform({ request });
      }),
      { numRuns: 30, seed: 7 },
    );
  });

  it('names the rule that a response violates, and lets it be read afterwards', async () => {
    await using wrong = await altered('limit-1-gives-2');
    const { response, request } = await send('/pets?limit=1', {}, wrong.baseUrl);
    const { pass, message } = await toConform(response, { request });
    expect({ pass, message: message() }).toEqual({
      pass: false,
      message: expect.stringMatching(/\nLIST-2: .*\n {2}expected: /),
    });
    await expect(response).not.toConform({ request, rules: ['LIST-2'] });
    expect(await violationsOf(response, { request, rules: ['LIST-1'] })).toEqual([]);
    expect(await response.json()).toHaveLength(2);
    await expect(violationsOf(response, { request })).rejects.toThrow('the response was read already');
  });

  it('knows a request without a key, and one with a wrong key', async () => {
    const bare = await fetch(`${server.baseUrl}/pets?limit=1`);
    await expect(bare).toConform();
    const headers = { authorization: 'Bearer nobodys-key-123456' };
    const wrong = await fetch(`${server.baseUrl}/pets?limit=1`, { headers });
    await expect(wrong).toConform({ request: { headers }, credential: 'wrong' });
    const believed = await violationsOf(await fetch(`${server.baseUrl}/pets?limit=1`, { headers }), {
      request: { headers },
    });
    expect(believed.map(({ rule }) => rule)).toContain('AUTH-3');
  });

  it('takes a single pet of another status for a violation: in a test nobody else edits one', async () => {
    const other = await startReferenceServer({ keys: [{ key: KEY }], defect: 'filter-last-item-wrong' });
    const { response, request } = await send('/pets?status=pending&limit=1', {}, other.baseUrl);
    const violations = await violationsOf(response, { request });
    await other.close();
    expect(violations.map(({ rule }) => rule)).toEqual(['LIST-6']);
  });

  it('repeats no key', async () => {
    const port = await httpServer((_, outgoing) => {
      outgoing.writeHead(500, { 'x-key': KEY }).end(`{"code":"${KEY}"}`);
    });
    const { response, request } = await send('/pets?limit=1', {}, `http://127.0.0.1:${port}/v1`);
    const { pass, message } = await toConform(response, { request });
    expect([pass, message().includes(KEY)]).toEqual([false, false]);
  });

  it('says what it cannot take', async () => {
    await expect(toConform('[]')).rejects.toThrow('toConform takes a Response of fetch');
    await expect(violationsOf(new Response('[]'))).rejects.toThrow('give toConform the baseUrl');
    expect(() => knowledgeOf('https://pets.example')).toThrow('must end with /v1');
  });
});

describe('expect of the package', () => {
  it('says what the specification allows, before anything is known', () => {
    const knowledge = beforeAnyExchange(knowledgeOf('https://pets.example/v1', { asOf: '2026-11-21' }));
    const request = {
      method: 'GET',
      target: '/pets?limit=5',
      headers: [],
      body: { kind: 'none' },
      credential: 'none',
    } as const;
    expect(specification(request, knowledge).answers.map(({ status }) => status)).toEqual(
      expect.arrayContaining([401]),
    );
  });
});

async function altered(defect: string) {
  const wrong = await startReferenceServer({ keys: [{ key: KEY }], defect });
  return { baseUrl: wrong.baseUrl, [Symbol.asyncDispose]: () => wrong.close() };
}
