import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, type Ended } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

const BASE = 'https://pets.example/v1';
const START = Date.UTC(2026, 10, 21, 10);
const LIMIT = 60;
const RESET = START / 1_000 + 60;

/** One exchange with a conforming service, as every recorder would see it. */
interface Seen {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly sent?: unknown;
  readonly received?: unknown;
  /** The number of the request in its window: what remains follows from it. */
  readonly number: number;
}

interface Entry {
  startedDateTime: string;
  time: number;
  request: { url: string; queryString: object[]; [other: string]: unknown };
  response: { content: { text?: string; [other: string]: unknown }; [other: string]: unknown };
  cache: object;
  [other: string]: unknown;
}

const pet = (id: number) => ({ id, name: `Rex ${id}`, categoryId: 7, status: 'available' });
const PETS = Array.from({ length: 30 }, (_none, index) => pet(index + 1));

/** As HAR 1.2 has it, a request each 100 ms. */
function entryOf({ method = 'GET', target = '/pets', status = 200, sent, received = [], number }: Seen): Entry {
  const instant = START + 100 * number;
  const headers = {
    'Content-Type': 'application/json',
    Date: new Date(instant).toUTCString(),
    'X-RateLimit-Limit': `${LIMIT}`,
    'X-RateLimit-Remaining': `${LIMIT - number}`,
    'X-RateLimit-Reset': `${RESET}`,
  };
  const text = JSON.stringify(received);
  return {
    startedDateTime: new Date(instant).toISOString(),
    time: 20,
    request: {
      method,
      url: BASE + target,
      headers: [{ name: 'Authorization', value: 'Bearer abcdefgh12345678' }],
      queryString: [...new URLSearchParams(target.split('?')[1])].map(([name, value]) => ({ name, value })),
      bodySize: -1,
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: { size: text.length, mimeType: 'application/json', text },
      bodySize: text.length,
    },
    cache: {},
    timings: { send: 0, wait: 15, receive: 5 },
  };
}

/** Lists and creations of one client, one after the other; each response shows what remains of the limit. */
function traffic(
  count: number,
  seen: (index: number) => Omit<Seen, 'number'> = () => ({ received: PETS.slice(0, 20) }),
): Entry[] {
  return Array.from({ length: count }, (_none, index) => entryOf({ ...seen(index), number: index + 1 }));
}

async function judge(entries: readonly object[], creator = 'WebInspector'): Promise<Ended> {
  await using place = await folder();
  const file = join(place.path, 'traffic.har');
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } }));
  return await typed(['judge', file, '--base-url', BASE, '--plan', 'free', '--authenticated'], place.path);
}

/** A copy of an earlier response: its figures are those of the past. */
const stale = (index: number, mark: object): Entry => ({
  ...entryOf({ number: 1, received: PETS.slice(0, 20) }),
  startedDateTime: new Date(START + 100 * index + 50).toISOString(),
  time: 1,
  ...mark,
});

const withStale = (mark: object): object[] =>
  traffic(8).flatMap((entry, index) => (index < 2 ? [entry] : [entry, stale(index + 1, mark)]));

describe('what did not come from the service', () => {
  it.each([
    ['Chrome', { _fromCache: 'memory' }],
    ['Chrome, by a worker', { _fetchedViaServiceWorker: true, _serviceWorkerResponseSource: 'cache-storage' }],
    ['Safari, memory', { _fetchType: 'Memory Cache' }],
    ['Safari, disk', { _fetchType: 'Disk Cache' }],
    ['Safari, worker', { _fetchType: 'Service Worker' }],
    ['chrome-har-capturer', { _fromDiskCache: true }],
    ['chrome-har, sitespeed.io', { cache: { beforeRequest: { lastAccess: '', eTag: '', hitCount: 0 } } }],
    ['HttpWatch', { cache: { beforeRequest: { hitCount: 3 }, afterRequest: { hitCount: 4 } } }],
    ['Firefox', { cache: { afterRequest: null } }],
    ['Playwright, by a route', { _wasFulfilled: true }],
    ['WebPageTest', { _cached: '1' }],
  ])('is skipped: %s', async (_recorder, mark) => {
    const skipped = expect.stringContaining('6 entries were skipped: perhaps answered from a cache');
    expect(await judge(withStale(mark))).toMatchObject({ status: 0, err: skipped });
  });

  it.each([
    ['Safari', { _fetchType: 'Network Load' }],
    ['Charles and others', { cache: { beforeRequest: null, afterRequest: null } }],
    ['stored for later', { cache: { beforeRequest: null, afterRequest: { hitCount: 0 } } }],
    ['WebPageTest', { _cached: 0, _cache_time: '600', _score_cache: -1 }],
    ['Playwright', { _wasContinued: true, _wasFulfilled: false, _monotonicTime: 5 }],
    ['a worker that passes on', { _fetchedViaServiceWorker: false, _serviceWorkerResponseSource: 'network' }],
  ])('is not confused with what did: %s', async (_recorder, mark) => {
    // What is marked as the service's is judged: Remaining goes up and down.
    expect(await judge(withStale(mark))).toMatchObject({
      status: 1,
      out: expect.stringContaining('RATE-4'),
      err: expect.not.stringContaining('skipped'),
    });
  });
});

const asInsomnia = (entry: Entry): Entry => ({
  ...entry,
  startedDateTime: new Date(START + 3_600_000).toISOString(),
  request: { ...entry.request, url: entry.request.url.replace(/\?.*/, '') },
});

describe('Insomnia', () => {
  it('writes parameters beside the address alone', async () => {
    const entries = traffic(4, (index) =>
      index % 2 === 0
        ? { target: '/pets?limit=30', received: PETS }
        : { target: '/pets?status=sold', received: PETS.map((one) => ({ ...one, status: 'sold' })).slice(0, 20) },
    );
    expect(await judge(entries.map(asInsomnia), 'Insomnia REST Client')).toMatchObject({
      status: 0,
      out: expect.not.stringMatching(/LIST-3.*(violated|fail)/),
    });
  });

  it('writes when it exported: the order is that of the responses', async () => {
    const entries = traffic(9).toReversed().map(asInsomnia);
    expect((await judge(entries, 'Insomnia REST Client')).status).toBe(0);
  });

  it('leaves nothing to judge where no response has a Date', async () => {
    const entries = traffic(3).map(asInsomnia);
    for (const { response } of entries) response['headers'] = [{ name: 'Content-Type', value: 'application/json' }];
    const { status, err } = await judge(entries, 'Insomnia REST Client');
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('3: nothing tells when the request was sent'),
    });
  });

  it('is passed over where the address contradicts the list of parameters', async () => {
    const [entry, ...others] = traffic(3, () => ({ target: '/pets?limit=20', received: PETS.slice(0, 20) }));
    const changed = { ...entry, request: { ...entry?.request, queryString: [{ name: 'limit', value: '1' }] } };
    const { err } = await judge([changed, ...others]);
    expect(err).toContain('1 entry was skipped: the parameters of the request are not certain');
  });
});

/** The service met the requests in the opposite order of the file. */
const disordered = (as: (entry: Entry, index: number) => Entry): Entry[] => traffic(12).toReversed().map(as);

const at = (entry: Entry, milliseconds: number): Entry => ({
  ...entry,
  startedDateTime: new Date(START + milliseconds).toISOString(),
});

describe('times', () => {
  it('tell the order where they are known', async () => {
    const { status, out } = await judge(disordered((entry, index) => at(entry, 100 * index)));
    expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining('RATE-4') });
  });

  it.each<[string, (entry: Entry, index: number) => Entry]>([
    ['one start for several', (entry, index) => at(entry, 1_000 * Math.floor(index / 4) + 5)],
    ['a clock of whole seconds', (entry, index) => at(entry, 1_000 * Math.floor(index / 4))],
    ['no duration', (entry, index) => ({ ...at(entry, 100 * index), time: -1 })],
  ])('tell none: %s', async (_name, as) => {
    expect((await judge(disordered(as))).status).toBe(0);
  });
});

describe('a recording without bodies', () => {
  it('is said to be one, with how to record them', async () => {
    const entries = traffic(4, (index) => ({
      method: 'POST',
      status: 201,
      sent: { name: `Rex ${index}`, categoryId: 7 },
      received: pet(index),
    }));
    for (const { response } of entries) delete response.content.text;
    const { out, err } = await judge(entries);
    expect(err).toMatch(/^4 responses were recorded without the body, .*HAR with content/m);
    expect(out).toContain('4 creations succeeded with no known id');
  });
});
