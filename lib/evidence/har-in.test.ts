import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import { readHar } from './har-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'petvet-har-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.har`);

const BASE = 'https://pets.example/v1';
const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

interface Recorded {
  readonly url?: string;
  readonly method?: string;
  readonly status?: number;
  readonly sent?: Record<string, string>;
  readonly received?: Record<string, string>;
  readonly text?: string | null;
  readonly at?: string;
  readonly entry?: object;
  readonly response?: object;
  readonly request?: object;
}

function named(headers: Record<string, string>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** One after the other, as nobody sends all requests at once. */
let instants = 0;
const nextInstant = () => new Date(Date.UTC(2026, 10, 21, 10) + 50 * (instants += 1)).toISOString();

function recorded(given: Recorded = {}): object {
  const {
    url = `${BASE}/pets`,
    method = 'GET',
    status = 200,
    sent = {},
    received = { 'content-type': 'application/json' },
  } = given;
  return {
    startedDateTime: given.at ?? nextInstant(),
    time: 20.5,
    timings: { send: 0, wait: 15, receive: 5.5 },
    request: { method, url, headers: named(sent), ...given.request },
    response: {
      status,
      headers: named(received),
      content: { text: given.text === undefined ? '[]' : given.text },
      ...given.response,
    },
    ...given.entry,
  };
}

async function read(entries: readonly object[], options: { authenticated?: boolean; baseUrl?: string } = {}) {
  const file = newFile();
  writeFileSync(file, `\uFEFF${JSON.stringify({ log: { version: '1.2', entries } })}`);
  return readHar(file, { baseUrl: BASE, ...options });
}

const rolesOf = ({ exchanges }: { exchanges: readonly Exchange[] }) =>
  exchanges.map(({ request }) => request.credential);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('a HAR of another recorder', () => {
  it('is read in the order of sending, without pseudo-headers, with its times', async () => {
    const { exchanges, passedOver } = await read([
      recorded({ at: '2026-11-21T10:00:02.000Z', url: 'HTTPS://PETS.example:443/v1/pets/7?x=%20#top' }),
      recorded({ at: '2026-11-21T11:00:01.500+01:00', sent: { ':authority': 'pets.example', accept: '*/*' } }),
    ]);
    expect(passedOver).toEqual([]);
    expect(exchanges.map(({ id, request }) => [id, request.target, request.headers])).toEqual([
      [1, '/pets', [['accept', '*/*']]],
      [2, '/pets/7?x=%20', []],
    ]);
    const startedAt = Date.parse('2026-11-21T10:00:01.500Z');
    expect(exchanges[0]?.times).toEqual({ startedAt, answeredAt: startedAt + 15, endedAt: startedAt + 20.5 });
  });

  it('passes over what is no answer of the service, and counts it', async () => {
    const { exchanges, passedOver } = await read([
      recorded(),
      recorded({ url: 'https://pets.example/v10/pets' }),
      recorded({ url: 'https://pets.example.evil/v1/pets' }),
      recorded({ url: 'http://pets.example/v1/pets' }),
      recorded({ url: 'data:text/plain,x' }),
      recorded({ entry: { _fromCache: 'disk' } }),
      recorded({ status: 304 }),
      recorded({ status: 0 }),
      recorded({ response: { _error: 'net::ERR_ABORTED' } }),
      recorded({ method: 'OPTIONS', sent: { 'access-control-request-method': 'GET' } }),
      recorded({ received: {} }),
    ]);
    expect(exchanges).toHaveLength(1);
    expect(passedOver).toEqual([
      { count: 4, why: 'outside the base address' },
      { count: 2, why: 'perhaps answered from a cache, or by something else than the service' },
      { count: 2, why: 'aborted, without a whole answer' },
      { count: 1, why: 'a preflight of the browser' },
      { count: 1, why: "the answer's headers were not recorded" },
    ]);
  });

  it('takes a base address with a slash at its end, and an OPTIONS that is no preflight', async () => {
    const { exchanges } = await read([recorded({ method: 'OPTIONS' })], { baseUrl: `${BASE}/` });
    expect(exchanges[0]?.request.target).toBe('/pets');
  });

  it('tells what was not recorded from what was empty', async () => {
    const { exchanges } = await read([
      recorded({ text: null }),
      recorded({ text: '', response: { content: { text: '', size: 900 } } }),
      recorded({ text: '' }),
      recorded({ method: 'POST', request: { bodySize: 0 } }),
      recorded({ method: 'POST', request: { bodySize: 12 } }),
      recorded({ method: 'POST' }),
      recorded({
        method: 'POST',
        request: { postData: { mimeType: 'application/json', text: '{"id":9007199254740993}' } },
      }),
      recorded({ text: '/w==', response: { content: { text: '/w==', encoding: 'base64' } } }),
    ]);
    const bodies = exchanges.map(({ request, answer }) => [request.body.kind, answer?.body.kind]);
    expect(bodies).toEqual([
      ['none', 'not-recorded'],
      ['none', 'not-recorded'],
      ['none', 'none'],
      ['none', 'bytes'],
      ['not-recorded', 'bytes'],
      ['not-recorded', 'bytes'],
      ['bytes', 'bytes'],
      ['none', 'bytes'],
    ]);
    expect(exchanges[7]?.answer?.body).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0xff) });
    expect(exchanges[6]?.request.body).toMatchObject({ bytes: new Uint8Array(Buffer.from('{"id":9007199254740993}')) });
  });

  it('drops the coding of a body that stands decoded', async () => {
    const { exchanges } = await read([
      recorded({ received: { 'content-encoding': 'br', 'content-length': '9', date: 'x' } }),
    ]);
    expect(exchanges[0]?.answer?.headers).toEqual([['date', 'x']]);
  });
});

describe('credentials of foreign traffic', () => {
  it('are unknown where the recorder left them out, unless the user vouches for them', async () => {
    expect(rolesOf(await read([recorded()]))).toEqual(['unknown']);
    expect(rolesOf(await read([recorded()], { authenticated: true }))).toEqual(['primary']);
    const blotted = [recorded({ sent: bearer('[REDACTED]') }), recorded({ sent: bearer('***') })];
    expect(rolesOf(await read(blotted))).toEqual(['unknown', 'unknown']);
    expect(rolesOf(await read(blotted, { authenticated: true }))).toEqual(['primary', 'primary']);
  });

  it('are not vouched for where others of the file are recorded', async () => {
    const entries = [recorded({ sent: bearer(KEY) }), recorded({ status: 401 })];
    expect(rolesOf(await read(entries, { authenticated: true }))).toEqual(['primary', 'unknown']);
  });

  it('count as the key when there is one that the service always took', async () => {
    expect(
      rolesOf(await read([recorded({ sent: bearer(KEY) }), recorded({ sent: bearer(KEY), status: 404 })])),
    ).toEqual(['primary', 'primary']);
    const refused = [recorded({ sent: bearer(KEY) }), recorded({ sent: bearer(KEY), status: 401 })];
    expect(rolesOf(await read(refused))).toEqual(['unknown', 'unknown']);
    expect(rolesOf(await read(refused, { authenticated: true }))).toEqual(['primary', 'primary']);
  });

  it('of two kinds stay unknown; the most frequent one counts when the user vouches', async () => {
    const entries = ['aaaa1111bbbb', KEY, KEY].map((key) => recorded({ sent: bearer(key) }));
    expect(rolesOf(await read(entries))).toEqual(['unknown', 'unknown', 'unknown']);
    expect(rolesOf(await read(entries, { authenticated: true }))).toEqual(['unknown', 'primary', 'primary']);
  });

  it('of another scheme stay unknown', async () => {
    const entries = [
      recorded({ sent: { Authorization: 'Basic dXNlcjpwYXNzd29yZDE=' } }),
      recorded({ sent: { Authorization: KEY } }),
    ];
    expect(rolesOf(await read(entries, { authenticated: true }))).toEqual(['unknown', 'unknown']);
  });

  it('survive nowhere', async () => {
    const other = 'other0123456789abcdef';
    const echo = (key: string) =>
      recorded({
        url: `${BASE}/pets?key=${key}`,
        sent: { ...bearer(key), Cookie: `session=${key}`, 'X-Copy': key },
        received: { 'Set-Cookie': `key=${key}`, 'X-Echo': `<${key}>`, 'Content-Type': 'application/json' },
        text: JSON.stringify({ message: `no ${key}`, basic: Buffer.from(`:${key}`).toString('base64') }),
      });
    const basic = Buffer.from(`me:${KEY.toLowerCase()}9`).toString('base64');
    const { exchanges } = await read([
      echo(KEY),
      echo(KEY),
      echo(other),
      recorded({ sent: { Authorization: `Basic ${basic}` } }),
    ]);
    const all = JSON.stringify(exchanges, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    for (const secret of [
      KEY,
      other,
      basic,
      Buffer.from(`:${KEY}`).toString('base64'),
      Buffer.from(`:${other}`).toString('base64'),
    ]) {
      expect(all).not.toContain(secret);
    }
    expect(all).toContain('["authorization","Bearer {primary}"]');
    expect(exchanges[0]?.request.target).toBe('/pets?key={primary}');
  });

  it('of few characters are masked where they stand, and nothing else is', async () => {
    const text = '[{"id":1,"name":"available","status":"available"}]';
    const { exchanges } = await read([
      recorded({ sent: bearer('available'), text, url: `${BASE}/pets?status=available` }),
    ]);
    expect(exchanges[0]?.request).toMatchObject({
      target: '/pets?status=available',
      headers: [['authorization', 'Bearer {primary}']],
    });
    expect(exchanges[0]?.answer?.body).toEqual({ kind: 'bytes', bytes: new Uint8Array(Buffer.from(text)) });
  });
});

describe('a file that is no HAR', () => {
  it.each([
    ['', 'not JSON'],
    ['{"log":', 'not JSON'],
    ['[]', 'expected object'],
    ['{"log":{}}', 'log.entries'],
    ['{"log":{"entries":[{}]}}', 'log.entries.0.startedDateTime'],
    [
      JSON.stringify({ log: { entries: [recorded({ at: 'yesterday' })] } }),
      'log.entries.0.startedDateTime: is not a date',
    ],
    ['{"log":{"entries":[],"_petvet":{}}}', 'log._petvet.knowledge'],
    ['{"log":{"entries":["Bearer a-key-in-a-broken-file', 'it is not JSON'],
    [
      JSON.stringify({ log: { entries: [recorded({ at: '+275760-09-13T00:00:00.000Z' })] } }),
      'log.entries.0.startedDateTime: is not a date between 1970 and 2999',
    ],
    [Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'compressed with gzip'],
    [Buffer.from('PK\u0003\u0004'), 'a ZIP archive'],
  ])('is refused in one sentence: %s', (content, what) => {
    const file = newFile();
    writeFileSync(file, content);
    const reading = () => readHar(file, { baseUrl: BASE });
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(`${file} is not a HAR file`);
    expect(reading).toThrow(what);
    // The parser of JSON shows what it stumbles over, and that may be a key.
    expect(reading).not.toThrow('a-key-in');
  });

  it('is named where it is UTF-16', () => {
    const file = newFile();
    writeFileSync(file, Buffer.from('{"log":{}}', 'utf16le'));
    const reading = () => readHar(file, { baseUrl: BASE });
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow('this file is UTF-16; save it as UTF-8');
  });

  it('is read as far as it was answered: a request without a response is passed over', () => {
    const file = newFile();
    const unanswered = { ...recorded({}), response: undefined };
    const log = { version: '1.2', entries: [unanswered, { ...unanswered, response: null }, recorded({})] };
    writeFileSync(file, JSON.stringify({ log }));
    const { exchanges, passedOver } = readHar(file, { baseUrl: BASE });
    expect(exchanges).toHaveLength(1);
    expect(passedOver).toEqual([{ count: 2, why: 'without a response' }]);
  });

  it('has no time that leads out of the calendar', () => {
    const file = newFile();
    writeFileSync(file, JSON.stringify({ log: { entries: [{ ...recorded({}), time: 1e300 }] } }));
    const [exchange] = readHar(file, { baseUrl: BASE }).exchanges;
    expect(new Date(exchange?.times.endedAt ?? Number.NaN).toISOString()).toMatch(/^20/);
  });

  it('is refused when it is not there, or says nothing of the service', async () => {
    expect(() => readHar(join(folder, 'none.har'), {})).toThrow(UsageError);
    const file = newFile();
    writeFileSync(file, '{"log":{"entries":[]}}');
    expect(() => readHar(file, {})).toThrow('which service');
  });
});
