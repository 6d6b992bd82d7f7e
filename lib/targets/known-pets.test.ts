import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64, PET_STATUSES } from '../contract/pets.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import { readKnownPets } from './known-pets.ts';

const INTEGER = fc.bigInt(INT64.minimum, INT64.maximum);

describe('a file of known pets', () => {
  it('gives its pets, with every digit', () => {
    const pet = fc.record(
      { id: INTEGER, name: fc.string(), categoryId: INTEGER, status: fc.constantFrom(...PET_STATUSES) },
      { requiredKeys: ['id'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.uniqueArray(pet, { minLength: 1, selector: ({ id }) => id }), (pets) => {
        expect(readKnownPets(printExactJson(pets))).toEqual({ ok: true, pets });
      }),
    );
  });

  it('may hold members that nobody knows', () => {
    expect(readKnownPets('[{"id":7,"age":3}]')).toEqual({ ok: true, pets: [{ id: 7n }] });
  });

  it.each([
    ['[', /^is not JSON: /],
    ['[]', 'holds no array of pets'],
    ['{"id":7}', 'holds no array of pets'],
    ['[7]', 'holds a pet (number 1) that is not an object'],
    ['[{"id":1},{"name":"Rex"}]', 'holds a pet (number 2) whose id is not an integer within int64'],
    ['[{"id":1.5}]', 'holds a pet (number 1) whose id is not an integer within int64'],
    ['[{"id":9223372036854775808}]', 'holds a pet (number 1) whose id is not an integer within int64'],
    ['[{"id":7,"name":1}]', 'holds a pet (number 1) whose name is not a string'],
    ['[{"id":7,"categoryId":"7"}]', 'holds a pet (number 1) whose categoryId is not an integer within int64'],
    ['[{"id":7,"status":"adopted"}]', 'holds a pet (number 1) whose status is not one of the three'],
    ['[{"id":7},{"id":7}]', 'holds the id 7 twice'],
    [`[${Array.from({ length: 1_001 }, (_, id) => `{"id":${id}}`).join(',')}]`, 'holds more than 1000 pets'],
  ])('is refused with what is wrong: %#', (text, why) => {
    const reading = readKnownPets(text);
    expect(reading.ok ? 'read' : reading.why).toMatch(why);
  });
});
