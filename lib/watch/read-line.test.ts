import { describe, expect, it } from 'vitest';
import { lineReader, whatIsMissing } from './read-line.ts';

const KEY = 'sk-live-9f2c1b7a5d3e';
const FIGURES = { limit: '60', remaining: '59', reset: '1764425700' };

/** A line of each format as the gateway writes it, of one request. */
const LINES: readonly (readonly [string, object])[] = [
  [
    'petvet',
    {
      ends: 1764425686.373,
      seconds: 0.25,
      method: 'GET',
      target: '/v1/pets?limit=5',
      status: 200,
      ...FIGURES,
      retryAfter: '',
      key: 'c1',
    },
  ],
  [
    'Kong',
    {
      started_at: 1764425686123,
      latencies: { request: 250 },
      request: { method: 'GET', uri: '/v1/pets?limit=5', headers: { 'user-agent': 'demo/1' } },
      response: {
        status: 200,
        headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '1764425700' },
      },
      consumer: { id: 'shelter-7' },
    },
  ],
  [
    'Caddy',
    {
      level: 'info',
      ts: 1764425686.373,
      request: {
        method: 'GET',
        uri: '/v1/pets?limit=5',
        headers: { Authorization: [`Bearer ${KEY}`], 'User-Agent': ['demo/1'] },
      },
      duration: 0.25,
      status: 200,
      resp_headers: {
        'X-Ratelimit-Limit': ['60'],
        'X-Ratelimit-Remaining': ['59'],
        'X-Ratelimit-Reset': ['1764425700'],
      },
    },
  ],
  [
    'Traefik',
    {
      StartUTC: '2025-11-29T14:14:46.123Z',
      Duration: 250_000_000,
      RequestMethod: 'GET',
      RequestPath: '/v1/pets?limit=5',
      DownstreamStatus: 200,
      'downstream_X-Ratelimit-Limit': '60',
      'downstream_X-Ratelimit-Remaining': '59',
      'downstream_X-Ratelimit-Reset': '1764425700',
      request_Authorization: `Bearer ${KEY}`,
    },
  ],
  [
    'OpenTelemetry',
    {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.instance.id', value: { stringValue: 'one' } }] },
          scopeSpans: [
            {
              spans: [
                {
                  kind: 2,
                  startTimeUnixNano: '1764425686123000000',
                  endTimeUnixNano: '1764425686373000000',
                  attributes: [
                    { key: 'http.request.method', value: { stringValue: 'GET' } },
                    { key: 'url.path', value: { stringValue: '/v1/pets' } },
                    { key: 'url.query', value: { stringValue: 'limit=5' } },
                    { key: 'http.response.status_code', value: { intValue: '200' } },
                    ...Object.entries(FIGURES).map(([name, value]) => ({
                      key: `http.response.header.x-ratelimit-${name}`,
                      value: { arrayValue: { values: [{ stringValue: value }] } },
                    })),
                  ],
                },
                { kind: 3, startTimeUnixNano: '1', endTimeUnixNano: '2', attributes: [] },
              ],
            },
          ],
        },
      ],
    },
  ],
];

const read = (line: object | string, basePath = '/v1') =>
  lineReader({ basePath }).read(typeof line === 'string' ? line : JSON.stringify(line));

describe('a line of an access log', () => {
  it.each(LINES)('of %s tells of the exchange', (format, line) => {
    const reader = lineReader({ basePath: '/v1' });
    const { observed, skipped } = reader.read(JSON.stringify(line));
    expect(skipped).toEqual([]);
    expect(reader.format).toBe(format);
    expect(observed).toHaveLength(1);
    const [{ exchange } = { exchange: undefined }] = observed;
    expect(exchange).toMatchObject({
      request: { method: 'GET', target: '/pets?limit=5' },
      answer: { status: 200, body: { kind: 'not-recorded' } },
    });
    expect(exchange?.answer?.headers.slice(0, 3)).toEqual([
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '59'],
      ['X-RateLimit-Reset', '1764425700'],
    ]);
    // A clock of milliseconds: within one, the order of two requests is not known.
    expect(exchange?.times.startedAt).toBeCloseTo(1764425686122, 0);
    expect(exchange?.times.endedAt).toBeCloseTo(1764425686374, 0);
  });

  it.each(LINES)('of %s keeps no key', (_format, line) => {
    expect(JSON.stringify(read(line).observed)).not.toContain(KEY);
  });

  const [, line] = LINES[0] ?? ['', {}];

  const target = (query: string) => read({ ...line, target: `/v1/pets?${query}` }).observed[0]?.exchange.request.target;

  it.each<[string, object | string, string]>([
    ['half of one', '{"ends":17644256', 'no JSON'],
    ['text', '127.0.0.1 - - "GET /v1/pets"', 'no JSON'],
    ['another format', { msg: 'started' }, 'another format'],
    ['of another path', { ...line, target: '/v1beta/pets' }, 'elsewhere'],
    ['of another service', { ...line, target: '/health' }, 'elsewhere'],
    ['without the headers', { ...line, remaining: undefined }, 'without the rate limit headers'],
    ['with a time in another unit', { ...line, ends: 1764425686373 }, 'another format'],
    ['longer than any', `{"x":"${'x'.repeat(1_100_000)}"}`, 'too long'],
  ])('that is %s is counted', (_what, given, why) => {
    expect(read(given)).toEqual({ observed: [], skipped: [why] });
  });

  it('whose values are empty says that the headers were absent', () => {
    const [seen] = read({ ...line, limit: '', remaining: '-', reset: null }).observed;
    expect(seen?.exchange.answer?.headers).toEqual([]);
  });

  it.each([
    ['a client that went away', 499],
    ['no response', 0],
  ])('of %s is no response', (_what, status) => {
    const [seen] = read({ ...line, status }).observed;
    expect(seen?.exchange).toMatchObject({ failure: { kind: 'interrupted' } });
    expect(seen?.exchange.answer).toBeUndefined();
  });

  it('has bytes that are escaped as Apache escapes them', () => {
    const escaped = String.raw`{"agent":"caf\xc3 \\x41 \"","target":"/v1/pets?a=\xe9",`;
    const [seen] = read(`${escaped}${JSON.stringify({ ...line, target: undefined }).slice(1)}`).observed;
    expect(seen?.exchange.request).toMatchObject({
      target: '/pets?a=\u00e9',
      headers: [['User-Agent', 'caf\u00c3 \\x41 "']],
    });
  });

  it('has the names of attributes and headers that conventions had before', () => {
    const [, exported] = LINES.find(([format]) => format === 'OpenTelemetry') ?? ['', {}];
    const before = JSON.stringify(exported)
      .replaceAll('header.x-ratelimit-', 'header.x_ratelimit_')
      .replace('http.request.method', 'http.method')
      .replace('http.response.status_code', 'http.status_code');
    expect(read(before).observed).toMatchObject(read(exported).observed);
  });

  it('is one of several in an array', () => {
    expect(lineReader({ basePath: '/v1' }).read(JSON.stringify([line, line])).observed).toHaveLength(2);
  });

  it('says that nobody called once it is known to name callers', () => {
    const reader = lineReader({ basePath: '/v1' });
    const kinds = ['', '-', 'c1', ''].map(
      (key) => reader.read(JSON.stringify({ ...line, key })).observed[0]?.sender.kind,
    );
    expect(kinds).toEqual(['untold', 'untold', 'key', 'nobody']);
  });

  it('names a caller by the header where there is no hash of it', () => {
    const reader = lineReader({ basePath: '/v1' });
    const senders = [KEY, `Bearer ${KEY}`, `bearer ${KEY}`].map(
      (authorization) => reader.read(JSON.stringify({ ...line, key: undefined, authorization })).observed[0]?.sender,
    );
    expect(senders.map((sender) => sender?.kind)).toEqual(['key', 'key', 'key']);
    expect(senders[1]).toEqual(senders[2]);
    // What is refused as no bearer token is no valid credential.
    expect(senders[0]).not.toEqual(senders[1]);
  });

  it('tells callers apart, and those without a key', () => {
    const reader = lineReader({ basePath: '/v1' });
    const sender = (key: unknown) => reader.read(JSON.stringify({ ...line, key })).observed[0]?.sender;
    expect(sender('c1')).toEqual(sender('c1'));
    expect(sender('c1')).not.toEqual(sender('c2'));
    expect([sender(''), sender(undefined), sender('REDACTED')]).toEqual([
      { kind: 'nobody' },
      { kind: 'untold' },
      { kind: 'untold' },
    ]);
  });

  it('has a clock that tells microseconds where it writes them', () => {
    const { times } = read({ ...line, ends: 1764425686.373456 }).observed[0]?.exchange ?? {};
    expect((times?.endedAt ?? 0) - (times?.startedAt ?? 0)).toBeCloseTo(250.002, 2);
  });

  it('has a clock as fine as the finest time so far: a clock of milliseconds writes a whole second as well', () => {
    const reader = lineReader({ basePath: '/v1' });
    const doubt = (ends: number) => {
      const { times } = reader.read(JSON.stringify({ ...line, ends, seconds: 0 })).observed[0]?.exchange ?? {};
      return (times?.endedAt ?? 0) - (times?.startedAt ?? 0);
    };
    const [first, fine, whole] = [1_764_425_686, 1_764_425_686.373, 1_764_425_687].map(doubt);
    expect(first).toBe(2_000);
    expect(fine).toBeCloseTo(2, 2);
    expect(whole).toBe(2);
  });

  it('loses what may be a key in a parameter that is not documented, and nothing else', () => {
    expect(target(`api_key=${KEY}&limit=5`)).toBe('/pets?api_key=hidden&limit=5');
    expect(target('status=available&page=2')).toBe('/pets?status=available&page=2');
    expect(target(`limit=${'9'.repeat(30)}`)).toBe(`/pets?limit=${'9'.repeat(30)}`);
  });
});

it('why a line cannot be read names members and repeats no value', () => {
  const why = whatIsMissing(JSON.stringify({ auth: KEY, path: '/v1/pets' }), undefined);
  expect(why).toContain('auth, path');
  expect(why).not.toContain(KEY);
  expect(whatIsMissing('nothing', undefined)).toContain('not a JSON object');
});
