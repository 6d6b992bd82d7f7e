import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNewPet } from './new-pet.ts';
import { utf8 } from './request.fixture.ts';

const read = (text: string) => readNewPet({ kind: 'bytes', bytes: utf8(text) });
const withCategory = (categoryId: string) => read(`{"name":"Rex","categoryId":${categoryId}}`);
const withName = (name: string) => read(`{"name":${JSON.stringify(name)},"categoryId":7}`);

describe('a valid NewPet', () => {
  it.each([
    ['{"name":"Rex","categoryId":7}', { name: 'Rex', categoryId: 7n, status: undefined }],
    [
      '{"status":"sold","categoryId":9007199254740993,"name":"petvet-a1"}',
      { name: 'petvet-a1', categoryId: 9007199254740993n, status: 'sold' },
    ],
    [
      ' {\n"name" : "Mr. Rex_2" , "categoryId" : 9223372036854775807 }\n',
      { name: 'Mr. Rex_2', categoryId: 2n ** 63n - 1n, status: undefined },
    ],
    ['{"n\\u0061me":"\\u0052ex","categoryId":7}', { name: 'Rex', categoryId: 7n, status: undefined }],
  ])('%s', (text, fields) => {
    expect(read(text)).toEqual({ kind: 'valid', ...fields, odd: [] });
  });

  it.each([
    ['an empty name', withName(''), 'open'],
    ['a blank name', withName(' \t'), 'hostile'],
    ['blanks around the name', withName(' Rex'), 'open'],
    ['a long name', withName('a'.repeat(33)), 'open'],
    ['a very long name', withName('a'.repeat(1_001)), 'hostile'],
    ['control characters', withName('R\u0001x'), 'hostile'],
    ['another script', withName('Рекс 🐶'), 'open'],
    ['half a surrogate pair', read('{"name":"\\ud83d","categoryId":7}'), 'hostile'],
    ['markup', withName('<b>Rex</b>'), 'open'],
    ['an apostrophe', withName("O'Neil"), 'open'],
    ['a zero category', withCategory('0'), 'open'],
    ['a minus zero category', withCategory('-0'), 'open'],
    ['a negative category', withCategory('-7'), 'open'],
    ['an unknown field', withCategory('7,"age":3'), 'open'],
    ['duplicate keys', withCategory('8,"categoryId":7'), 'hostile'],
    ['duplicate unknown keys', withCategory('7,"a":1,"a":2'), 'hostile'],
    ['a duplicate key spelled with an escape', withCategory('7,"n\\u0061me":"Max"'), 'hostile'],
    ['deep nesting', withCategory(`7,"x":${'['.repeat(40)}${']'.repeat(40)}`), 'hostile'],
    ['a huge number', withCategory(`7,"x":${'9'.repeat(50)}`), 'hostile'],
    ['a huge exponent', withCategory('7,"x":1e999'), 'hostile'],
    ['a NUL', withCategory('7,"x":"\\u0000"'), 'hostile'],
  ])('%s is odd', (_what, reading, kind) => {
    expect(reading.kind).toBe('valid');
    const odd = reading.kind === 'valid' ? reading.odd : [];
    expect(odd.map((one) => one.kind)).toContain(kind);
    expect(new Set(odd.map(({ observedBy }) => observedBy))).toEqual(new Set(['CREATE-11']));
  });

  it.each([
    [
      'nested objects repeat names',
      '{"name":"Rex","categoryId":7,"mother":{"name":"Eva","categoryId":7,"status":"sold"},"x":[{"name":"A"},{"name":"B"}]}',
    ],
    [
      'a text holds what looks like a member',
      '{"name":"Rex","categoryId":7,"note":"\\"name\\": 1, \\"categoryId\\":12.0"}',
    ],
  ])('%s: no duplicate keys', (_what, text) => {
    expect(read(text)).toMatchObject({
      kind: 'valid',
      categoryId: 7n,
      odd: [{ kind: 'open', what: 'the request has unknown fields' }],
    });
  });

  it('keeps the id that came along', () => {
    expect(withCategory('7,"id":9007199254740993')).toMatchObject({ kind: 'valid', sentId: 9007199254740993n });
    expect(withCategory('7,"id":"9007199254740993"')).toMatchObject({ kind: 'valid', sentId: 9007199254740993n });
    for (const id of ['"x"', '"007"', '"7.0"', '" 7"', '"9223372036854775808"', 'true', '[7]'])
      expect(withCategory(`7,"id":${id}`), id).not.toHaveProperty('sentId');
  });
});

describe('a body to be refused', () => {
  it.each([
    '{}',
    '{"name":"Rex"}',
    '{"categoryId":7}',
    '{"name":null,"categoryId":7}',
    '{"name":"Rex","categoryId":null}',
    '{"names":"Rex","categoryId":7}',
    '{"mother":{"name":"Rex","categoryId":7}}',
    '{"Name":5,"categoryId":7}',
    '{"Name":"Rex","categoryId":null,"CATEGORYID":7}',
  ])('%s lacks a field', (text) => {
    expect(read(text).kind).toBe('missing');
  });

  it.each([
    ['{"NAME":"petvetabc01","CategoryID":7}', 'name is missing, "NAME" is there'],
    ['{"name":"petvetabc01","CATEGORYID":7}', 'categoryId is missing, "CATEGORYID" is there'],
  ])('%s lacks a field, whatever else reads like it', (text, what) => {
    expect(read(text)).toMatchObject({ kind: 'missing', what, sentName: 'petvetabc01' });
  });

  it.each(['5', 'true', '["Rex"]', '{"first":"Rex"}', '1.5'])('name %s is of the wrong type', (name) => {
    expect(read(`{"name":${name},"categoryId":7}`).kind).toBe('wrong-type');
  });

  it.each([
    '"7"',
    '"12.0"',
    '""',
    '7.5',
    '-0.5',
    'true',
    'false',
    '[7]',
    '[]',
    '{}',
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '1e300',
    '1e400',
    '9'.repeat(500),
    '9223372036854775808.0',
    '4503599627370495.5',
  ])('categoryId %s is of the wrong type', (categoryId) => {
    expect(withCategory(categoryId).kind).toBe('wrong-type');
  });

  it.each(['"adopted"', '"Available"', '"SOLD"', '""', '" sold"', '1', 'true', '["sold"]', '{}'])(
    'status %s is of the wrong type',
    (status) => {
      expect(withCategory(`7,"status":${status}`).kind).toBe('wrong-type');
    },
  );

  it.each([
    '[]',
    '[{"name":"Rex","categoryId":7}]',
    '"Rex"',
    '7',
    'null',
    'true',
    '"{\\"name\\":\\"Rex\\",\\"categoryId\\":7}"',
  ])('%s is not an object', (text) => {
    expect(read(text).kind).toBe('not-an-object');
  });

  it.each([
    '',
    ' ',
    'hello',
    '{"name":"Rex"',
    '{"name" "Rex","categoryId":7}',
    '{"name":"Rex",,"categoryId":7}',
    '{"name":5,"categoryId":7,}',
  ])('%j is not JSON', (text) => {
    expect(read(text).kind).toBe('not-an-object');
  });

  it('no body at all is not an object', () => {
    expect(readNewPet({ kind: 'none' })).toEqual({ kind: 'not-an-object', what: 'no body' });
  });

  it.each([
    ['a huge category', withCategory('9'.repeat(500))],
    ['a NUL in the status', withCategory('7,"status":"sold\\u0000"')],
    ['a deep name', read(`{"name":${'['.repeat(40)}${']'.repeat(40)},"categoryId":7}`)],
    ['deep nesting that is cut off', read('['.repeat(100_000))],
  ])('%s is hostile as well', (_what, reading) => {
    expect(reading).toMatchObject({ odd: [{ kind: 'hostile' }] });
  });
});

describe('a body that may be taken or refused', () => {
  it.each([
    ['12.0', withCategory('12.0')],
    ['12e0', withCategory('12e0')],
    ['1.2e1', withCategory('1.2e1')],
    ['12.0 beside a nested 12', read('{"x":{"categoryId":12},"name":"Rex","categoryId":12.0}')],
    ['a fraction too fine for a double', withCategory('12.00000000000000000000001')],
    ['a fraction beyond what doubles show', withCategory('4503599627370497.5')],
    ['a fraction next to nothing', withCategory('1e-500')],
    ['duplicate keys, the last one wrong', read('{"name":"Rex","name":5,"categoryId":7}')],
    ['a number beside the name in another letter case', read('{"name":5,"Name":"Rex","categoryId":7}')],
    ['null beside the name in another letter case', read('{"name":null,"Name":"Rex","categoryId":7}')],
    ['a byte order mark', read(`\uFEFF{"name":"Rex","categoryId":7}`)],
    ['bytes that are not UTF-8', readNewPet({ kind: 'bytes', bytes: Uint8Array.of(0x7b, 0xff, 0x7d) })],
    [
      'UTF-16',
      readNewPet({ kind: 'bytes', bytes: new Uint8Array(Buffer.from('{"name":"Rex","categoryId":7}', 'utf16le')) }),
    ],
    ['nesting too deep to read', read(`{"name":"Rex","categoryId":7,"x":${'['.repeat(100_000)}`)],
  ])('%s', (_what, reading) => {
    expect(reading.kind).toBe('open');
  });

  it.each([
    '{"name":"Rex","categoryId":7,"status":null}',
    "{'name':'Rex','categoryId':7}",
    '{"name":"Rex","categoryId":7} x',
  ])('%s should be refused', (text) => {
    expect(read(text).kind).toBe('should-refuse');
  });

  it.each([
    ['{"name":"Rex","categoryId":7} x', 'text after the JSON object'],
    ['{"name":"R}\\"{","categoryId":7}{"name":"Eva"}', 'text after the JSON object'],
    [' {"name":"Rex","categoryId":7,"x":[{}]}}', 'text after the JSON object'],
    ['{"name":"Rex","categoryId":7,} x', 'a lenient dialect of JSON'],
    ["{'name':'Rex','categoryId':7}", 'a lenient dialect of JSON'],
  ])('%s is %s', (text, what) => {
    expect(read(text)).toMatchObject({ kind: 'should-refuse', what });
  });

  it('an object that lacks a field is refused with text after it as well', () => {
    expect(read('{"name":"Rex"} x').kind).toBe('not-an-object');
  });

  it('a byte order mark excuses nothing else', () => {
    expect(read('\uFEFF{"name":5,"categoryId":7}').kind).toBe('wrong-type');
    expect(read('\uFEFF[]').kind).toBe('not-an-object');
  });
});

describe('the name and the status that a bad body gives', () => {
  it.each([
    ['{"name":"Rex","categoryId":"7","status":"sold"}', { sentName: 'Rex', sentStatus: 'sold' }],
    ['{"name":"Rex","status":"gone"}', { sentName: 'Rex' }],
    ['[{"name":"petvetabc01","categoryId":7,"status":"sold"}]', { sentName: 'petvetabc01', sentStatus: 'sold' }],
    ['{"name":"petvetabc01","categoryId":7', { sentName: 'petvetabc01' }],
    ["{'name': 'petvetabc01', 'categoryId': 7}", { sentName: 'petvetabc01' }],
    ['name=petvetabc01&categoryId=7', { sentName: 'petvetabc01' }],
    ['\uFEFF{"name":"Rex","categoryId":7}', { sentName: 'Rex' }],
  ])('%s', (text, described) => {
    expect(read(text)).toMatchObject(described);
  });

  it.each(['{"name":5,"categoryId":7}', '[{"name":"Rex"}]', '{"names":"petvetabc01"', '{"name":"petvetabc01-x'])(
    '%s gives no name',
    (text) => {
      expect(read(text)).not.toHaveProperty('sentName');
    },
  );
});

describe('readNewPet', () => {
  it.each([{ kind: 'not-recorded' }, { kind: 'truncated', bytes: utf8('{"na'), why: 'x' }] as const)(
    'cannot tell of $kind',
    (body) => {
      expect(readNewPet(body)).toEqual({ kind: 'unknown' });
    },
  );

  it('gives one of its readings for any JSON value, and the same twice', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        expect(read(text)).toEqual(read(text));
      }),
    );
  });
});
