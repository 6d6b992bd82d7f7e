import { describe, expect, it } from 'vitest';
import type { HeaderPair } from '../evidence/exchange.ts';
import { asksForAnotherAnswer, bodyIsOtherThanJson, readSurroundings, saysJson } from './request.ts';
import { aCreation, aList, aRequest } from './request.fixture.ts';

describe('readSurroundings', () => {
  it.each<[string, HeaderPair[]]>([
    [
      'a browser',
      [
        ['Accept', 'application/json, text/plain, */*'],
        ['Accept-Language', 'de'],
        ['Accept-Encoding', 'gzip, br'],
        ['Origin', 'http://x'],
      ],
    ],
    [
      'fetch',
      [
        ['accept', '*/*'],
        ['accept-language', '*'],
        ['sec-fetch-mode', 'cors'],
        ['user-agent', 'node'],
      ],
    ],
    [
      'curl',
      [
        ['Accept', '*/*'],
        ['User-Agent', 'curl/8'],
      ],
    ],
    ['an old Java client', [['Accept', 'text/html, image/gif, *; q=.2, */*; q=.2']]],
    ['weights', [['Accept', 'application/*;q=0.5, text/html;q=0.9']]],
    ['a session', [['Cookie', 'a=1; theme="dark"; b=x=y;']]],
  ])('finds nothing odd in %s', (_who, headers) => {
    expect(readSurroundings(aList('', { headers }))).toEqual([]);
  });

  it.each<[string, string]>([
    ['Accept', 'text/html'],
    ['Accept', 'application/json;q=0'],
    ['Accept', 'application/json;q=0.000, */*'],
    ['Accept', ''],
    ['Accept', 'application/vnd.pets+json'],
    ['Accept', 'application/json;version=2'],
    ['Accept-Encoding', 'identity;q=0'],
    ['Range', 'bytes=0-9'],
    ['If-None-Match', '"x"'],
    ['Expect', '100-continue'],
    ['Prefer', 'return=minimal'],
    ['X-HTTP-Method-Override', 'PUT'],
    ['Cookie', '=1'],
    ['Cookie', 'a=1; ;b'],
  ])('%s: %s is open', (name, value) => {
    expect(readSurroundings(aList('', { headers: [[name, value]] }))).toEqual([
      expect.objectContaining({ kind: 'open' }),
    ]);
  });

  it.each<[string, Parameters<typeof aRequest>[0]]>([
    ['a long target', { target: `/pets?x=${'a'.repeat(2_000)}` }],
    ['a NUL', { target: '/pets?status=%00' }],
    ['broken percent-encoding', { target: '/pets?status=%' }],
    ['percent-encoding that is not UTF-8', { target: '/pets?status=%C0%AF' }],
    ['raw letters beyond ASCII', { target: '/pets?status=é' }],
    ['a lone surrogate', { target: '/pets?status=\uD800' }],
    ['a fragment', { target: '/pets#x' }],
    ['a long header', { headers: [['X-Long', 'a'.repeat(2_001)]] }],
    ['an odd header', { headers: [['X-Odd', 'a\u0001b']] }],
    ['an odd header name', { headers: [['X Odd', 'a']] }],
    ['very many headers', { headers: Array.from({ length: 61 }, (_, at): HeaderPair => [`X-${at}`, 'a']) }],
    [
      'two Authorization headers',
      {
        headers: [
          ['Authorization', 'Bearer {primary}'],
          ['authorization', 'Bearer x'],
        ],
      },
    ],
    ['a very long body', { method: 'POST', text: ' '.repeat(8_193) }],
  ])('%s is hostile', (_what, parts) => {
    expect(readSurroundings(aRequest(parts)).map(({ kind }) => kind)).toContain('hostile');
  });

  it('finds a body where none is documented, and none where there is no byte', () => {
    expect(readSurroundings(aList('', { text: '{}' }))).toEqual([
      { kind: 'open', what: 'a body where none is documented' },
    ]);
    expect(readSurroundings(aList('', { text: '' }))).toEqual([]);
    expect(readSurroundings(aList('', { body: { kind: 'not-recorded' } }))).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'json',
  ])('finds the content type %s odd, for a body', (type) => {
    const request = aCreation(undefined, { headers: [['Content-Type', type]] });
    expect(readSurroundings(request)).toEqual([
      { kind: 'open', what: `Content-Type is ${JSON.stringify(type)}`, observedBy: 'CREATE-11' },
    ]);
    expect(saysJson(request)).toBe(false);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('takes %s for JSON', (type) => {
    expect(saysJson(aCreation(undefined, { headers: [['Content-Type', type]] }))).toBe(true);
  });
});

describe('what headers say of a body and of the answer', () => {
  it.each<[boolean, HeaderPair]>([
    [false, ['Content-Type', 'application/json']],
    [false, ['Content-Type', 'text/json']],
    [false, ['Content-Encoding', 'Identity']],
    [true, ['Content-Type', 'application/x-www-form-urlencoded']],
    [true, ['Content-Type', 'application/xml']],
    [true, ['Content-Encoding', 'gzip']],
  ])('%s for %j', (other, header) => {
    expect(bodyIsOtherThanJson(aCreation(undefined, { headers: [header] }))).toBe(other);
  });

  it('tells conditional and partial requests', () => {
    expect(asksForAnotherAnswer(aList('', { headers: [['if-none-match', '"x"']] }))).toBe(true);
    expect(asksForAnotherAnswer(aList())).toBe(false);
  });
});
