import { describe, expect, it } from 'vitest';
import { readNewPet } from './new-pet.ts';
import { isRefusal } from './refusal.ts';

const read = (text: string) => readNewPet(Buffer.from(text));

describe('a new pet', () => {
  it.each([
    ['{"name":"Rex","categoryId":7}', { name: 'Rex', categoryId: 7n }],
    [
      '{"categoryId":9007199254740993,"name":"Rex","status":"sold"}',
      { name: 'Rex', categoryId: 9007199254740993n, status: 'sold' },
    ],
    [' {"name":"Rex","categoryId":-9223372036854775808} ', { name: 'Rex', categoryId: -(2n ** 63n) }],
    ['{"name":"Rex","categoryId":9223372036854775807,"id":5,"more":[{}]}', { name: 'Rex', categoryId: 2n ** 63n - 1n }],
    ['{"name":"\\u732b 🐈 \\u0000","categoryId":0}', { name: '猫 🐈 \0', categoryId: 0n }],
    ['{"__proto__":{"status":"odd"},"name":"Rex","categoryId":7}', { name: 'Rex', categoryId: 7n }],
  ])('is read from %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['no body', ''],
    ['no JSON', 'name=Rex'],
    ['a trailing comma', '{"name":"Rex","categoryId":7,}'],
    ['a byte order mark', '\uFEFF{"name":"Rex","categoryId":7}'],
    ['two objects', '{"name":"Rex","categoryId":7}{}'],
    ['an array', '[{"name":"Rex","categoryId":7}]'],
    ['a string', '"Rex"'],
    ['a number', '7.5'],
    ['null', 'null'],
    ['no name', '{"categoryId":7}'],
    ['a null name', '{"name":null,"categoryId":7}'],
    ['a numeric name', '{"name":7,"categoryId":7}'],
    ['an empty name', '{"name":"","categoryId":7}'],
    ['a very long name', `{"name":"${'x'.repeat(1_001)}","categoryId":7}`],
    ['half a surrogate pair', String.raw`{"name":"\ud83d","categoryId":7}`],
    ['no category', '{"name":"Rex"}'],
    ['a category as text', '{"name":"Rex","categoryId":"7"}'],
    ['a fractional category', '{"name":"Rex","categoryId":7.5}'],
    ['a boolean category', '{"name":"Rex","categoryId":true}'],
    ['a category beyond int64', '{"name":"Rex","categoryId":9223372036854775808}'],
    ['a category of many digits', `{"name":"Rex","categoryId":${'9'.repeat(100_000)}}`],
    ['an unknown status', '{"name":"Rex","categoryId":7,"status":"adopted"}'],
    ['a status in capitals', '{"name":"Rex","categoryId":7,"status":"SOLD"}'],
    ['a null status', '{"name":"Rex","categoryId":7,"status":null}'],
    ['a name given twice', '{"name":"Rex","name":"Ann","categoryId":7}'],
    ['fields that are only inherited', '{"__proto__":{"name":"Rex","categoryId":7}}'],
    ['deep nesting', '['.repeat(400_000)],
  ])('is refused with %s', (_what, text) => {
    const reading = read(text);
    expect(isRefusal(reading) && reading.refused.status).toBe(400);
  });

  it('is refused when it is not UTF-8', () => {
    expect(isRefusal(readNewPet(Buffer.from('{"name":"R\xe9x","categoryId":7}', 'latin1')))).toBe(true);
  });
});
