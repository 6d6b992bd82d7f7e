import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import { parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import { petFaults } from './pet.ts';

function json(text: string): ExactJson {
  const reading = parseExactJson(text);
  if (!reading.ok) throw new Error(reading.why);
  return reading.value;
}

describe('petFaults', () => {
  it.each([
    '{"id": 1, "name": "Rex", "categoryId": 2, "status": "sold"}',
    '{"id": 1, "name": "Rex", "categoryId": 2}',
    '{"id": 7.0, "name": "", "categoryId": 7e0}',
    `{"id": ${INT64.minimum}, "name": "犬", "categoryId": ${INT64.maximum}}`,
    '{"id": 9007199254740993, "name": "Rex", "categoryId": -1, "tags": [null], "__proto__": {"id": "x"}}',
  ])('finds nothing in %s', (text) => {
    expect(petFaults(json(text))).toEqual([]);
  });

  it.each([
    ['{"name": "Rex", "categoryId": 2}', 'id', 'missing', 'id is missing'],
    ['{"id": 1, "categoryId": 2}', 'name', 'missing', 'name is missing'],
    ['{"id": 1, "name": null, "categoryId": 2}', 'name', 'type', 'name is null, not a string'],
    ['{"id": 1, "name": 5, "categoryId": 2}', 'name', 'type', 'name is the number 5, not a string'],
    ['{"id": "1", "name": "Rex", "categoryId": 2}', 'id', 'not-integer', 'id is the string "1", not an integer'],
    ['{"id": null, "name": "Rex", "categoryId": 2}', 'id', 'not-integer', 'id is null, not an integer'],
    ['{"id": 1, "name": "Rex", "categoryId": 2.5}', 'categoryId', 'not-integer', /number 2\.5, not an integer/],
    ['{"id": 9223372036854775808, "name": "Rex", "categoryId": 2}', 'id', 'beyond-int64', /9223372036854775808, which/],
    ['{"id": 1e999, "name": "Rex", "categoryId": 2}', 'id', 'beyond-int64', /does not fit int64/],
    ['{"id": 1, "name": "Rex", "categoryId": 2, "status": "SOLD"}', 'status', 'enum', /available, pending or sold$/],
    ['{"id": 1, "name": "Rex", "categoryId": 2, "status": ["sold"]}', 'status', 'type', /^status is an array, not/],
    ['{"id": 1, "name": "Rex", "categoryId": 2, "status": null}', 'status', 'null', /^status is null, not/],
    ['[]', 'pet', 'type', 'it is an array, not an object'],
    ['"Rex"', 'pet', 'type', 'it is the string "Rex", not an object'],
    ['null', 'pet', 'type', 'it is null, not an object'],
  ])('finds one fault in %s', (text, field, kind, says) => {
    const faults = petFaults(json(text));
    expect(faults).toMatchObject([{ field, kind }]);
    expect(faults[0]?.says).toMatch(says);
  });

  it('names every member that is wrong, in their order', () => {
    expect(petFaults({ status: 1n, id: 'x' }).map(({ field, kind }) => `${field} ${kind}`)).toEqual([
      'id not-integer',
      'name missing',
      'categoryId missing',
      'status type',
    ]);
  });

  it('repeats no more of a text than a sentence can hold', () => {
    expect(petFaults({ id: 'x'.repeat(1e6), name: '', categoryId: 1n })[0]?.says.length).toBeLessThan(100);
    expect(petFaults({ id: 10n ** 300n, name: '', categoryId: 1n })[0]?.says.length).toBeLessThan(100);
  });

  it('is total over JSON', () => {
    const total = fc.property(fc.json(), (text) => petFaults(json(text)).length <= 4);
    expect(fc.check(total)).toMatchObject({ failed: false });
  });
});
