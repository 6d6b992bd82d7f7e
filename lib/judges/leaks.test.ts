import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';
import { leaksJudge } from './leaks.ts';

const of = (rule: 'AUTH-8' | 'ERR-5', parts: ExchangeParts) =>
  leaksJudge.judge(aReading(parts), aKnowledge(parts.knowledge)).filter((finding) => finding.rule === rule);
const packed = (text: string): ExchangeParts => ({
  headers: [['Content-Encoding', 'gzip']],
  body: { kind: 'bytes', bytes: gzipSync(text) },
});

describe('AUTH-8', () => {
  it.each([
    ['an ordinary answer', {}],
    ['another caller', { credential: 'second' }],
    ['no body', { status: 404, target: '/pets/7' }],
  ] satisfies [string, ExchangeParts][])('holds for %s', (_what, parts) => {
    expect(of('AUTH-8', parts)).toMatchObject([{ verdict: 'pass' }]);
  });

  it.each([
    ['a header', { headers: [['X-Caller', 'key {primary}']] }, 'the response header X-Caller'],
    ['the response body', { json: { token: '{primary}' } }, 'the response body'],
    ['a compressed body', packed('["{second}"]'), 'the response body'],
    ['a body that is not JSON', { status: 500, text: '<p>Bearer {primary}</p>' }, 'the response body'],
    [
      'an answer to a key in another place',
      { credential: 'none', status: 401, text: 'no {primary}' },
      'the response body',
    ],
    [
      'a body that was cut off',
      { body: { kind: 'truncated', bytes: Buffer.from('["{primary}"'), why: 'too long' } },
      'the response body',
    ],
  ] satisfies [string, ExchangeParts, string][])('is broken by an echo in %s', (_what, parts, where) => {
    expect(of('AUTH-8', parts)).toMatchObject([
      {
        verdict: 'fail',
        says: `GET /pets: ${where} repeats the API key`,
        actual: `${where} repeats the API key`,
      },
    ]);
  });

  it.each([
    [
      'a header',
      { headers: [['Location', '/pets?key={primary:percent-encoded}']] },
      'the response header Location',
      'percent-encoded',
    ],
    [
      'the name of a header',
      { headers: [['x-{second:case-changed}', '1']] },
      'the name of a response header',
      'case-changed',
    ],
    ['the body', { text: '["{primary:hex-encoded+reversed}"]' }, 'the response body', 'hex-encoded, reversed'],
    ['numbers', { text: '"{primary:as-character-codes}"' }, 'the response body', 'as character codes'],
  ] satisfies [string, ExchangeParts, string, string][])(
    'says in which form %s repeats it',
    (_what, parts, where, form) => {
      expect(of('AUTH-8', parts)).toMatchObject([
        { verdict: 'fail', says: `GET /pets: ${where} repeats the API key, ${form}` },
      ]);
    },
  );

  it('claims no more than was looked for: a part of a key is not the whole', () => {
    expect(of('AUTH-8', { text: '["sk_live_…{primary:part}"]' })).toMatchObject([
      { verdict: 'pass', says: 'no response repeats the whole API key, plain or in a common encoding' },
    ]);
  });

  it.each([
    ['an invalid key that is repeated', { credential: 'wrong', status: 401, text: 'no such key: {wrong}' }],
    ['an altered key that is repeated', { credential: 'wrong', status: 401, text: 'no: {primary:replaced}' }],
    ['no key', { credential: 'none', status: 401 }],
    ['a body that was not read', { body: { kind: 'not-recorded' } }],
  ] satisfies [string, ExchangeParts][])('has nothing to say of %s', (_what, parts) => {
    expect(of('AUTH-8', parts)).toEqual([]);
  });
});

describe('ERR-5', () => {
  it('holds for messages, also for those that repeat the request', () => {
    const json = { code: 'not_found', message: '/pets/7 was not found', status: 404n };
    expect(of('ERR-5', { target: '/pets/7', status: 404, json })).toMatchObject([{ verdict: 'pass' }]);
    const echo = { target: '/pets?status=%2Fetc%2Fpasswd', status: 400, text: '"no status /etc/passwd"' };
    expect(of('ERR-5', echo)).toMatchObject([{ verdict: 'pass' }]);
    const ownPath = { target: '/pets/7', status: 404, text: '{"path":"/etc/api/v1/pets/7"}' };
    const knowledge = { baseUrl: 'https://pets.example/etc/api/v1' };
    expect(of('ERR-5', { ...ownPath, knowledge })).toMatchObject([{ verdict: 'pass' }]);
  });

  it('holds for a page whose addresses look like paths', () => {
    expect(of('ERR-5', { status: 500, text: '<script src="/app/static/main.js"></script>' })).toMatchObject([
      { verdict: 'pass' },
    ]);
  });

  it.each([
    [{ text: '{"stack":"Error\\n    at f (/srv/a.js:1:2)"}' }, 'a stack trace'],
    [{ text: '{"detail":{"trace":["app.rb:3:in `x\'"]}}' }, 'a stack trace'],
    [{ text: '<pre>Traceback (most recent call last):</pre>' }, 'a stack trace'],
    [packed('{"message":"SELECT a FROM pets"}'), 'SQL'],
    [{ text: '{"message":"open \\"/var/www/x\\""}' }, 'a file path'],
  ] satisfies [ExchangeParts, string][])('is broken by internals, case %#', (parts, what) => {
    expect(of('ERR-5', { status: 500, ...parts })).toMatchObject([
      { verdict: 'fail', says: `GET /pets: the error body shows ${what}`, actual: what },
    ]);
  });

  it('is judged on errors with a body', () => {
    expect(of('ERR-5', { text: '["SELECT a FROM pets"]' })).toEqual([]);
    expect(of('ERR-5', { status: 404 })).toEqual([]);
    expect(of('ERR-5', { status: 404, body: { kind: 'not-recorded' } })).toEqual([]);
  });
});
