import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Body } from '../evidence/exchange.ts';
import { aKnowledge, anExchange, aReading, type ExchangeParts } from './judges.fixture.ts';
import { petsShown, listedItems, memberOf, readExchange, textOf, withoutRawBodies } from './reading.ts';

const bytes = (content: string | Uint8Array): Body => ({ kind: 'bytes', bytes: Buffer.from(content) });

describe('the body of an answer', () => {
  it('is exact', () => {
    expect(aReading({ text: '[9007199254740993,7.0]' }).body).toEqual({ kind: 'json', value: [9007199254740993n, 7n] });
  });

  it.each([
    ['nothing', { body: bytes('') }, 'none'],
    ['blanks', { text: '\r\n\t ' }, 'none'],
    ['blanks behind a byte order mark', { text: '\uFEFF ' }, 'none'],
    ['what was cut off', { body: { kind: 'truncated', bytes: Buffer.from('[]'), why: 'too long' } }, 'truncated'],
    ['what was not recorded', { body: { kind: 'not-recorded' } }, 'not-recorded'],
    ['text', { text: 'hello' }, 'not-json'],
  ] satisfies [string, ExchangeParts, string][])('may be %s', (_what, parts, kind) => {
    expect(aReading(parts).body.kind).toBe(kind);
  });

  it('may be deeper or larger than petvet looks without being wrong', () => {
    const deep = aReading({ text: '['.repeat(2_000_000) + ']'.repeat(2_000_000) }).body;
    expect(deep).toEqual({ kind: 'passed-over', why: 'it is nested deeper than 500 levels', items: 1 });
    const large = aReading({ text: `[${Array(300_000).fill('{}').join()}]` }).body;
    expect(large).toEqual({ kind: 'passed-over', why: 'it holds more than 100,000 values', items: 300_000 });
  });

  it('is not JSON where it breaks off, however deep it is', () => {
    const deep = aReading({ text: '['.repeat(2_000_000) + ']'.repeat(1_999_999) }).body;
    expect(deep).toMatchObject({ kind: 'not-json', sure: true });
  });

  it('may be too large to unpack without being wrong', () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '));
    expect(aReading({ headers: [['Content-Encoding', 'gzip']], body: bytes(bomb) }).body).toMatchObject({
      kind: 'not-json',
      sure: false,
    });
  });
});

const text = (parts: ExchangeParts) => textOf(aReading(parts).exchange.answer);

describe('textOf', () => {
  it('undoes codings where they are', () => {
    const headers = [['Content-Encoding', 'deflate']] as const;
    expect(text({ headers, body: bytes(deflateRawSync('[1]')) })).toBe('[1]');
    expect(text({ headers, text: '[1]' })).toBe('[1]');
    expect(text({ headers: [['Content-Encoding', 'petvet']], text: '[1]' })).toBe('[1]');
  });

  it('is empty where nothing was recorded', () => {
    expect(text({ body: { kind: 'not-recorded' } })).toBe('');
    expect(text({ status: 404 })).toBe('');
    expect(text({ body: { kind: 'truncated', bytes: Buffer.from('[1'), why: 'x' } })).toBe('[1');
  });
});

describe('what an answer shows', () => {
  const pet = { id: 7n, name: 'a', categoryId: 1n };

  it('are the pets of an allowed answer', () => {
    expect(petsShown(aReading({ json: [pet] }))).toEqual([pet]);
    expect(petsShown(aReading({ target: '/pets/7', json: pet }))).toEqual([pet]);
    expect(petsShown(aReading({ method: 'POST', sends: pet, status: 201, json: pet }))).toEqual([pet]);
  });

  it.each([
    { json: [pet], credential: 'none' },
    { json: pet },
    { json: [pet], status: 404 },
    { target: '/pets/7', json: [pet] },
    { target: '/other', json: [pet] },
  ] satisfies ExchangeParts[])('is nothing otherwise, case %#', (parts) => {
    expect(petsShown(aReading(parts))).toEqual([]);
  });

  it('are the items of a list', () => {
    expect(listedItems(aReading({ json: [1n] }))).toEqual([1n]);
    expect(listedItems(aReading({ json: {} }))).toBeUndefined();
    expect(listedItems(aReading({ json: [], status: 206 }))).toBeUndefined();
  });

  it('are members of its own', () => {
    expect(memberOf({ id: 7n }, 'id')).toBe(7n);
    expect([memberOf({}, 'toString'), memberOf([], 'length'), memberOf(undefined, 'id')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('an exchange without a response is not read', () => {
  const { answer: _none, ...silent } = anExchange();
  expect(readExchange(silent, aKnowledge())).toBeUndefined();
});

it('a reading without raw bodies keeps what was read', () => {
  const reading = aReading({ method: 'POST', sends: { name: 'a', categoryId: 1n }, status: 201, json: { id: 7n } });
  const light = withoutRawBodies(reading);
  expect([light.body, light.expectation]).toEqual([reading.body, reading.expectation]);
  expect([light.exchange.request.body.kind, light.exchange.answer.body.kind]).toEqual(['not-recorded', 'not-recorded']);
  expect(withoutRawBodies(aReading()).exchange.request.body.kind).toBe('none');
});

it('a reading without raw bodies still tells that the length of the request had it refused in front of the service', () => {
  const long = { method: 'POST', sends: { name: 'a'.repeat(100_000), categoryId: 1n } } satisfies ExchangeParts;
  expect(withoutRawBodies(aReading({ ...long, status: 413 })).refusedInFront).toBe(true);
  expect(withoutRawBodies(aReading({ ...long, status: 201 })).refusedInFront).toBeUndefined();
});
