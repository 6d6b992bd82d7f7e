import { describe, expect, it } from 'vitest';
import { integersJudge } from './integers.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

const judge = (parts: ExchangeParts) => integersJudge.judge(aReading(parts), aKnowledge());
const list = (id: string, categoryId = '1') =>
  judge({ text: `[{"id":1,"name":"a","categoryId":1},{"id":${id},"name":"b","categoryId":${categoryId}}]` });

describe('JSON-2', () => {
  it.each(['7', '7.0', '7e0', '70e-1', '0', '-0', '-9223372036854775808', '9223372036854775807'])(
    'holds for %s',
    (id) => {
      expect(list(id)).toMatchObject([{ rule: 'JSON-2', verdict: 'pass', operation: 'listPets' }]);
      expect(list('7', id)).toMatchObject([{ verdict: 'pass' }]);
    },
  );

  it.each([
    ['"7"', 'the string "7", not an integer'],
    ['7.5', 'the number 7.5, not an integer'],
    ['true', 'true, not an integer'],
    ['null', 'null, not an integer'],
    ['[7]', 'an array, not an integer'],
    ['9223372036854775808', 'the number 9223372036854775808, which does not fit int64'],
    ['1e999', 'a number of more than 300 digits, which does not fit int64'],
  ])('is violated by %s', (value, is) => {
    expect(list(value)).toMatchObject([
      {
        verdict: 'fail',
        says: `GET /pets, item 2: id is ${is}`,
        expected: 'id is a JSON integer within int64',
        actual: `id is ${is}`,
      },
    ]);
    expect(list('7', value)).toMatchObject([
      { verdict: 'fail', says: `GET /pets, item 2 (id 7): categoryId is ${is}`, actual: `categoryId is ${is}` },
    ]);
  });

  it('is judged on the pet of createPet and of getPet', () => {
    const json = { id: '7', name: 'a', categoryId: 1n };
    expect(judge({ target: '/pets/7', json })).toMatchObject([{ verdict: 'fail', operation: 'getPet' }]);
    expect(judge({ method: 'POST', sends: { name: 'a', categoryId: 1n }, status: 201, json })).toMatchObject([
      { verdict: 'fail', operation: 'createPet' },
    ]);
  });

  it.each([
    ['an empty list', {}],
    ['pets without integers', { json: [{ name: 'a' }, null, 7n] }],
    ['an error', { status: 404, target: '/pets/7', json: { id: '7' } }],
    ['what nobody should see', { credential: 'none', json: [{ id: '7' }] }],
  ] satisfies [string, ExchangeParts][])('has nothing to say of %s', (_what, parts) => {
    expect(judge(parts)).toEqual([]);
  });
});
