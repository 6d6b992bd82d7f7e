import { describe, expect, it } from 'vitest';
import { readJson } from './server-json.ts';
import { startReferenceServer } from './server.ts';
import { NOON, PRIMARY, SECOND, withServer, type Speech } from './speak.fixture.ts';

const create = (body: string, more: Partial<Speech> = {}): Speech => ({
  method: 'POST',
  path: '/v1/pets',
  body,
  ...more,
});
const RATE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

describe('listing', () => {
  it.each([
    ['', 20],
    ['?limit=1', 1],
    ['?limit=100', 100],
    ['?status=sold&limit=100', 20],
    ['?status=sold&limit=3', 3],
    ['?status=pending&colour=brown', 20],
  ])('GET /pets%s gives %i pets', async (query, count) => {
    await withServer({}, async (speak) => {
      const answer = await speak({ path: `/v1/pets${query}` });
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toBe('application/json');
      expect(answer.json()).toHaveLength(count);
    });
  });

  it('filters before it cuts the page, and keeps the order', async () => {
    await withServer({}, async (speak) => {
      const sold = readJson((await speak({ path: '/v1/pets?status=sold&limit=100' })).text);
      const ids = Array.isArray(sold) ? sold.map((pet: { id: bigint; status: string }) => pet) : [];
      expect(ids.every(({ status }) => status === 'sold')).toBe(true);
      expect(ids.map(({ id }) => id)).toEqual(ids.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1)));
    });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'status=adopted',
    'status=SOLD',
    'status=',
  ])('refuses %s with an Error', async (query) => {
    await withServer({}, async (speak) => {
      const answer = await speak({ path: `/v1/pets?${query}` });
      expect([answer.status, answer.json()]).toEqual([
        400,
        { code: expect.any(String), message: expect.any(String), status: 400 },
      ]);
    });
  });
});

describe('adding and fetching', () => {
  it('keeps every digit of int64, everywhere', async () => {
    await withServer({ pets: 0 }, async (speak) => {
      const created = await speak(
        create('{"name":"Rex \\u732b","categoryId":9007199254740993,"status":"pending","id":1}'),
      );
      expect(created.status).toBe(201);
      const id = /"id":(\d+)/.exec(created.text)?.[1];
      expect(id).not.toBe('1');
      expect(created.text).toBe(`{"id":${id},"name":"Rex 猫","categoryId":9007199254740993,"status":"pending"}`);
      expect((await speak({ path: `/v1/pets/${id}` })).text).toBe(created.text);
      expect((await speak({ path: '/v1/pets?status=pending' })).text).toBe(`[${created.text}]`);
    });
  });

  it('finds a pet beyond 2^53 by its exact id only', async () => {
    await withServer({}, async (speak) => {
      const id = [...(await speak({ path: '/v1/pets?limit=100' })).text.matchAll(/"id":(\d{16,})/g)].at(-1)?.[1] ?? '';
      expect((await speak({ path: `/v1/pets/${id}` })).text).toContain(`"id":${id},`);
      expect((await speak({ path: `/v1/pets/${BigInt(id) - 1n}` })).status).toBe(404);
    });
  });

  it('stores nothing that it refuses', async () => {
    await withServer({ pets: 0 }, async (speak) => {
      expect((await speak(create('{"name":"Rex"}'))).status).toBe(400);
      expect((await speak(create('{"name":"Rex","categoryId":1}', { authorization: null }))).status).toBe(401);
      expect((await speak(create(`{"name":"Rex","categoryId":1}${' '.repeat(1_048_576)}`))).status).toBe(413);
      expect((await speak({ path: '/v1/pets' })).text).toBe('[]');
    });
  });

  it('gives concurrent creations ids of their own', async () => {
    await withServer({}, async (speak) => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => speak(create('{"name":"Rex","categoryId":1}'))),
      );
      expect(new Set(answers.map(({ text }) => /"id":(\d+)/.exec(text)?.[1])).size).toBe(40);
    });
  });

  it.each([
    'abc',
    '1.0',
    '1e3',
    '9223372036854775808',
    '-9223372036854775809',
    '0x10',
    '%00',
    '1%2F2',
    '12abc',
    '%F0%9F%90%88',
  ])('petId %s gets 404 with an Error', async (petId) => {
    await withServer({}, async (speak) => {
      const answer = await speak({ path: `/v1/pets/${petId}` });
      expect([answer.status, answer.json()]).toMatchObject([404, { status: 404 }]);
    });
  });
});

describe('the removal of getPet', () => {
  it('is announced until its day', async () => {
    await withServer({ today: '2030-12-04' }, async (speak) => {
      const id = /"id":(\d+)/.exec((await speak({ path: '/v1/pets?limit=1' })).text)?.[1];
      const answer = await speak({ path: `/v1/pets/${id}` });
      expect(answer.status).toBe(200);
      expect(answer.header('Deprecation')).toMatch(/^@\d{10}$/);
      expect(answer.header('Sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    });
  });

  it.each([[{ today: '2030-12-05' }], [{ now: () => Date.UTC(2030, 11, 5) }]])(
    'is done on its day',
    async (options) => {
      await withServer(options, async (speak) => {
        const id = /"id":(\d+)/.exec((await speak({ path: '/v1/pets?limit=1' })).text)?.[1];
        const answer = await speak({ path: `/v1/pets/${id}` });
        expect([answer.status, answer.json()]).toMatchObject([410, { status: 410 }]);
      });
    },
  );
});

describe('authentication', () => {
  it.each([
    null,
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    `Basic ${PRIMARY}`,
    PRIMARY,
    `Bearer ${PRIMARY}x`,
    `Bearer ${PRIMARY.slice(1)}`,
    `Bearer ${PRIMARY} ${PRIMARY}`,
  ])('refuses %s on every operation', async (authorization) => {
    await withServer({}, async (speak) => {
      for (const speech of [{ path: '/v1/pets' }, { path: '/v1/pets/1' }, create('{"name":"Rex","categoryId":1}')]) {
        const answer = await speak({ ...speech, authorization });
        expect([answer.status, answer.json()]).toMatchObject([401, { status: 401 }]);
        expect(answer.header('WWW-Authenticate')).toBe('Bearer');
        expect(answer.text).not.toContain(PRIMARY);
      }
    });
  });

  it.each([`Bearer ${SECOND}`, `bearer ${PRIMARY}`, `BEARER  ${PRIMARY}`])('accepts %s', async (authorization) => {
    await withServer({}, async (speak) => {
      expect((await speak({ path: '/v1/pets', authorization })).status).toBe(200);
    });
  });
});

describe('rate limits', () => {
  it('have their three headers on every response', async () => {
    const speeches: Speech[] = [
      { path: '/v1/pets' },
      { path: '/v1/pets', method: 'HEAD' },
      { path: '/v1/pets?limit=0' },
      { path: '/v1/pets', authorization: null },
      { path: '/v1/pets/1' },
      { path: '/v1/pets', method: 'DELETE' },
      { path: '/v1/pets', method: 'OPTIONS' },
      { path: '/v1/pets/1', method: 'PUT', body: '{}' },
      { path: '/v1/pets/' },
      { path: '/' },
      { path: '/v1/../pets' },
      { path: '/v1/pets', headers: { Expect: 'the-unexpected' } },
      { path: '/v1/pets', headers: { Host: 'no such host!' } },
      create('{'),
      create('{"name":"Rex","categoryId":1}'),
      { path: '/v1/pets', headers: { 'X-Long': 'x'.repeat(20_000) } },
    ];
    await withServer({}, async (speak) => {
      for (const speech of speeches) {
        const answer = await speak(speech);
        expect([speech.path, RATE.map((name) => answer.header(name))]).toEqual([
          speech.path,
          RATE.map(() => expect.stringMatching(/^\d+$/)),
        ]);
      }
    });
  });

  it("are kept: the plan's figure, then 429 with Retry-After, then the next window", async () => {
    let now = NOON;
    await withServer({ plan: 'free', windowSeconds: 2, now: () => now }, async (speak) => {
      const answers = [];
      for (let sent = 0; sent < 62; sent++) answers.push(await speak({ path: '/v1/pets?limit=1' }));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(60).fill(200), 429, 429]);
      expect(answers[0]?.header('X-RateLimit-Remaining')).toBe('59');
      expect(answers[61]?.header('Retry-After')).toBe('2');
      expect(answers[61]?.header('X-RateLimit-Reset')).toBe(`${Math.floor(NOON / 1_000) + 2}`);
      expect(answers[61]?.json()).toMatchObject({ status: 429 });
      expect((await speak({ path: '/v1/pets', authorization: `Bearer ${SECOND}` })).status).toBe(200);
      expect((await speak({ path: '/v1/pets', authorization: null })).status).toBe(401);
      now += 2_000;
      expect((await speak({ path: '/v1/pets' })).status).toBe(200);
    });
  });

  it('end in a ban for those who do not wait', async () => {
    let now = NOON;
    await withServer({ perMinute: 1, banAfter: 2, now: () => now }, async (speak) => {
      const statuses = [];
      for (let sent = 0; sent < 6; sent++) statuses.push((await speak({ path: '/v1/pets' })).status);
      expect(statuses).toEqual([200, 429, 429, 429, 429, 403]);
      now += 61_000;
      const banned = await speak({ path: '/v1/pets' });
      expect([banned.status, banned.json()]).toMatchObject([403, { code: 'banned', status: 403 }]);
      now += Number(banned.header('Retry-After')) * 1_000;
      expect((await speak({ path: '/v1/pets' })).status).toBe(200);
    });
  });

  it("are shared by the keys of one account, and follow a key's own plan", async () => {
    const keys = [
      { key: PRIMARY, account: 'a' },
      { key: SECOND, account: 'a' },
      { key: 'third', plan: 'pro' as const },
    ];
    await withServer({ keys }, async (speak) => {
      const left = async (key: string) =>
        (await speak({ path: '/v1/pets', authorization: `Bearer ${key}` })).header('X-RateLimit-Remaining');
      expect([await left(PRIMARY), await left(SECOND), await left('third')]).toEqual(['999', '998', '299']);
    });
  });
});

describe('the server', () => {
  it('makes up two keys, and tells its address', async () => {
    const server = await startReferenceServer();
    try {
      expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}/v1`);
      expect(server.keys.primary).not.toBe(server.keys.second);
      const answer = await fetch(`${server.baseUrl}/pets`, {
        headers: { authorization: `Bearer ${server.keys.second}` },
      });
      expect(await answer.json()).toHaveLength(20);
    } finally {
      await server.close();
    }
  });

  it('closes at once although a connection is kept open', async () => {
    await withServer({}, async (speak, server) => {
      await speak({ path: '/v1/pets' });
      const before = performance.now();
      await server.close();
      expect(performance.now() - before).toBeLessThan(1_000);
    });
  });

  it.each([{ pets: -1 }, { windowSeconds: 0 }, { perMinute: 1.5 }, { today: 'tomorrow' }])(
    'refuses %j',
    async (options) => {
      await expect(startReferenceServer(options)).rejects.toThrow(RangeError);
    },
  );

  it('says so when its port is taken', async () => {
    await withServer({}, async (_speak, { port }) => {
      await expect(startReferenceServer({ port })).rejects.toThrow(/EADDRINUSE/);
    });
  });
});
