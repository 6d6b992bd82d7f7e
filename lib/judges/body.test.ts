import { gzipSync, deflateRawSync, brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Body } from '../evidence/exchange.ts';
import { bodyJudge } from './body.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

const judge = (parts: ExchangeParts) => bodyJudge.judge(aReading(parts), aKnowledge(parts.knowledge));
const labelled = (...values: string[]): ExchangeParts => ({
  without: values.length === 0 ? ['Content-Type'] : [],
  headers: values.map((value) => ['Content-Type', value] as const),
});
const bytes = (content: Uint8Array): Body => ({ kind: 'bytes', bytes: content });
const text = (content: string, encoding: BufferEncoding = 'utf8') => Buffer.from(content, encoding);

describe('JSON-1 holds', () => {
  it.each([
    'application/json',
    'application/json;charset=UTF-8',
    'Application/JSON ; charset="utf-8"',
    'application/json; profile="a,b/c"',
    'application/problem+json',
    'application/vnd.pets.v1+json',
    'application/vnd.api+json; ext="https://jsonapi.org/ext/x"',
  ])('under %s', (mediaType) => {
    expect(judge(labelled(mediaType))).toMatchObject([{ rule: 'JSON-1', verdict: 'pass', operation: 'listPets' }]);
  });

  it('for a 401 in application/problem+json, on every operation', () => {
    const error: ExchangeParts = {
      credential: 'none',
      status: 401,
      json: { code: 'x', message: 'y', status: 401 },
      headers: [['Content-Type', 'application/problem+json']],
    };
    for (const [target, operation] of [
      ['/pets', 'listPets'],
      ['/pets/7', 'getPet'],
    ])
      expect(judge({ ...error, ...(target !== undefined && { target }) })).toMatchObject([
        { verdict: 'pass', operation },
      ]);
  });

  it.each([
    ['gzip', gzipSync(text('[]'))],
    ['GZIP', gzipSync(text('[]'))],
    ['deflate', deflateRawSync(text('[]'))],
    ['br', brotliCompressSync(text('[]'))],
    ['zstd', zstdCompressSync(text('[]'))],
    ['gzip, br', brotliCompressSync(gzipSync(text('[]')))],
    ['', text('[]')],
    ['identity', text('[]')],
    // Clients that never heard of a coding take the body as it is.
    ['utf-8', text('[]')],
  ])('in the coding %j', (coding, content) => {
    expect(judge({ headers: [['Content-Encoding', coding]], body: bytes(content) })).toMatchObject([
      { verdict: 'pass' },
    ]);
  });

  it('with the same media type twice', () => {
    expect(judge(labelled('application/json', 'application/json'))).toMatchObject([{ verdict: 'pass' }]);
  });
});

describe('JSON-1 warns', () => {
  it.each([
    [labelled(), 'no Content-Type'],
    [labelled(''), 'no Content-Type'],
    [labelled('text/json'), 'text/json'],
    [labelled('text/html', 'application/json'), 'text/html, application/json'],
    [{ body: bytes(text('\uFEFF[]')) }, 'JSON with a byte order mark before it'],
    [
      {
        ...labelled('application/json; charset=iso-8859-1'),
        body: bytes(text('["\u00e4"]', 'latin1')),
      },
      'JSON in the charset iso-8859-1, not in UTF-8',
    ],
    [
      { ...labelled('application/json; charset=utf-16le'), body: bytes(text('[]', 'utf16le')) },
      'JSON in the charset utf-16le, not in UTF-8',
    ],
  ] as const)('of %j', (parts, actual) => {
    expect(judge(parts)).toMatchObject([{ verdict: 'warn', actual, shownBy: [expect.any(Number)] }]);
  });
});

describe('JSON-1 is violated', () => {
  it.each(['text/html', 'text/plain; charset=utf-8', 'application/xml', 'application/octet-stream', 'nonsense'])(
    'by JSON under %s',
    (mediaType) => {
      expect(judge(labelled(mediaType))).toMatchObject([
        {
          verdict: 'fail',
          says: `GET /pets returned 200 under the media type ${mediaType}`,
          expected: 'application/json, or a type that ends in +json',
          actual: mediaType,
        },
      ]);
    },
  );

  it.each(['<html>', "{'a':1}", '[1,]', '[] []', '{"a":NaN}', 'null // none'])('by %s', (content) => {
    expect(judge({ text: content })).toMatchObject([{ verdict: 'fail', expected: 'a JSON body' }]);
  });

  it('by bytes that are not UTF-8, and by a coding that is not there', () => {
    expect(judge({ body: bytes(text('["\u00e4"]', 'latin1')) })).toMatchObject([
      { verdict: 'fail', actual: 'it is not UTF-8' },
    ]);
    for (const content of ['garbage', '[]'])
      expect(judge({ headers: [['Content-Encoding', 'gzip']], text: content })).toMatchObject([
        { verdict: 'fail', actual: expect.stringContaining('its gzip encoding cannot be decoded') },
      ]);
  });

  it('by a page of HTML in another charset', () => {
    const page = { ...labelled('text/html; charset=unheard-of'), body: bytes(text('<p>\u00e4</p>', 'latin1')) };
    expect(judge(page)).toMatchObject([{ verdict: 'fail', actual: 'text/html; charset=unheard-of' }]);
  });
});

describe('JSON-1 stays open', () => {
  it.each([
    ['an unknown charset', { ...labelled('application/json; charset=x'), body: bytes(text('\u00e4', 'latin1')) }],
    ['an unknown coding', { headers: [['Content-Encoding', 'petvet']], text: 'garbage' }],
  ] satisfies [string, ExchangeParts][])('for %s', (_what, parts) => {
    expect(judge(parts)).toMatchObject([{ verdict: 'inconclusive' }]);
  });
});

it.each([
  ['no body', { body: bytes(text('')) }],
  ['only blanks', { text: ' \r\n' }],
  ['only blanks, compressed', { headers: [['Content-Encoding', 'gzip']], body: bytes(gzipSync(text(' '))) }],
  ['a body that was not read', { body: { kind: 'not-recorded' } }],
  ['a truncated body', { body: { kind: 'truncated', bytes: text('[{'), why: 'too long' } }],
  ['a 429', { status: 429, text: 'slow down' }],
  ['an undocumented status', { status: 500, text: '<h1>' }],
  ['another path', { target: '/other', text: '<h1>' }],
  ['another method', { method: 'HEAD', text: 'x' }],
  ['a list for a caller without a key', { credential: 'none', text: '<h1>' }],
  ['a 4xx that is left open', { target: '/pets?limit=0', status: 400, text: 'bad' }],
] satisfies [string, ExchangeParts][])('JSON-1 has nothing to say of %s', (_what, parts) => {
  expect(judge(parts)).toEqual([]);
});
