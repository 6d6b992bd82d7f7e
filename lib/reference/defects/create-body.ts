import { INT64, isPetStatus, PET_STATUSES } from '../../contract/pets.ts';
import { isJsonArray, isJsonObject, readJson, writeJson, type JsonObject } from '../server-json.ts';
import { taking, textOf } from './creating.ts';
import type { Defect } from './defect.ts';
import type { Hooks } from '../hooks.ts';

/** Takes another value for one field of a body that must be refused; undefined leaves the field out. */
function takingField(field: string, change: (value: unknown) => unknown): Hooks {
  return taking((fields) => ({ ...fields, [field]: change(fields[field]) }));
}

/** Takes a categoryId for another one, where that is possible. */
function takingCategory(change: (value: unknown) => bigint | undefined): Hooks {
  return takingField('categoryId', (value) => change(value) ?? value);
}

/** The text of a number that is not an integer within reach. */
function numberText(value: unknown): string {
  return typeof value === 'bigint' ||
    (typeof value === 'object' && value !== null && !isJsonObject(value) && !isJsonArray(value))
    ? writeJson(value)
    : '';
}

const isMissing = (value: unknown) => value === undefined || value === null;

/** Shows a name that stands for none as what was stored in its place. */
const NO_NAME = 'no name';

function storingNoName(fields: (fields: JsonObject) => boolean, shown: string | null): Hooks {
  return {
    ...taking((given) => (fields(given) ? { ...given, name: NO_NAME } : given)),
    show: (core, pet, where) => ({ ...core(pet, where), ...(pet.name === NO_NAME && { name: shown }) }),
  };
}

/** Objects that are accepted and must not be. */
export const createBodyDefects: Readonly<Record<string, Defect>> = {
  'no-name-stored-empty': {
    says: 'a pet without a name is stored with an empty one',
    breaks: ['CREATE-5'],
    ...storingNoName(({ name }) => isMissing(name), ''),
  },
  'null-name-stored': {
    says: 'a name of null is stored as that',
    breaks: ['CREATE-5', 'LIST-1', 'GET-1'],
    ...storingNoName(({ name }) => name === null, null),
  },
  'absent-name-accepted': {
    says: 'a name is asked for only by its type, so none at all is accepted',
    breaks: ['CREATE-5'],
    ...storingNoName(({ name }) => name === undefined, ''),
  },
  'fields-in-any-case': {
    says: 'fields are found by their names in any letter case',
    breaks: ['CREATE-5'],
    ...taking((given) => ({ ...inLowerCase(given), ...given })),
  },
  'field-names-trimmed': {
    says: 'blanks around the names of fields are taken off',
    breaks: ['CREATE-5'],
    ...taking((given) => ({
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name.trim(), value])),
      ...given,
    })),
  },
  'field-names-in-snake-case': {
    says: 'fields are found under their names in snake case, too',
    breaks: ['CREATE-5'],
    ...taking((given) => ({
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [inCamelCase(name), value])),
      ...given,
    })),
  },
  'pet-in-a-field-accepted': {
    says: 'a pet may be the value of a field, pet or data',
    breaks: ['CREATE-5'],
    ...taking((given) => [given['pet'], given['data']].find(isJsonObject) ?? given),
  },
  'no-category-zero': {
    says: 'a pet without a category is stored with category 0',
    breaks: ['CREATE-5'],
    ...takingField('categoryId', (value) => value ?? 0n),
  },
  'null-category-zero': {
    says: 'a categoryId of null is treated as 0',
    breaks: ['CREATE-5'],
    ...takingField('categoryId', (value) => (value === null ? 0n : value)),
  },
  'category-text-accepted': {
    says: 'a categoryId that is a string of digits is accepted',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined)),
  },
  'category-text-leading-digits': {
    says: 'the leading digits of a categoryId that is a string are taken',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (typeof value === 'string' ? wholePart(value) : undefined)),
  },
  'category-fraction-cut': {
    says: 'the fraction of a categoryId is cut off',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (numberText(value).includes('.') ? wholePart(numberText(value)) : undefined)),
  },
  'category-true-is-1': {
    says: 'a categoryId of true is treated as 1',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (value === true ? 1n : undefined)),
  },
  'category-false-is-0': {
    says: 'a categoryId of false is treated as 0',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (value === false ? 0n : undefined)),
  },
  'category-first-of-array': {
    says: 'a categoryId in an array is taken out of it',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => {
      const first: unknown = isJsonArray(value) ? value[0] : undefined;
      return typeof first === 'bigint' ? first : undefined;
    }),
  },
  'category-of-object': {
    says: 'a category that is an object with its id is accepted',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (isJsonObject(value) && typeof value['id'] === 'bigint' ? value['id'] : undefined)),
  },
  'category-empty-array-is-0': {
    says: 'an empty array is treated as category 0',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (isJsonArray(value) && value.length === 0 ? 0n : undefined)),
  },
  'category-empty-is-0': {
    says: 'an empty string is treated as category 0',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (value === '' ? 0n : undefined)),
  },
  'category-wraps': {
    says: 'a categoryId beyond int64 wraps around',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) : undefined)),
  },
  'category-exponent-clamped': {
    says: 'a categoryId far beyond int64, with an exponent, becomes the largest one',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (/e\+?\d\d$/i.test(numberText(value)) ? INT64.maximum : undefined)),
  },
  'category-clamped': {
    says: 'a categoryId beyond int64 becomes the largest one',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (typeof value === 'bigint' && value > INT64.maximum ? INT64.maximum : undefined)),
  },
  'category-clamped-below': {
    says: 'a categoryId below int64 becomes the smallest one',
    breaks: ['CREATE-6'],
    ...takingCategory((value) => (typeof value === 'bigint' && value < INT64.minimum ? INT64.minimum : undefined)),
  },
  'name-number-accepted': {
    says: 'a name that is a number is treated as its digits',
    breaks: ['CREATE-6'],
    ...takingField('name', (value) => numberText(value) || value),
  },
  'name-boolean-accepted': {
    says: 'a name that is true or false is treated as that word',
    breaks: ['CREATE-6'],
    ...takingField('name', (value) => (typeof value === 'boolean' ? String(value) : value)),
  },
  'name-object-accepted': {
    says: 'a name that is an object is stored as what the language prints for it',
    breaks: ['CREATE-6'],
    ...takingField('name', (value) => (isJsonObject(value) ? '[object Object]' : value)),
  },
  'name-array-accepted': {
    says: 'a name that is an array is joined',
    breaks: ['CREATE-6'],
    ...takingField('name', (value) => (isJsonArray(value) ? value.join(',') : value)),
  },
  'status-any-case-accepted': {
    says: 'a status is accepted in any letter case',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (typeof value === 'string' ? value.toLowerCase() : value)),
  },
  'status-trimmed': {
    says: 'blanks around a status are taken off',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (typeof value === 'string' ? value.trim() : value)),
  },
  'status-unknown-ignored': {
    says: 'a status that does not exist is ignored',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (isPetStatus(value) ? value : undefined)),
  },
  'status-unknown-accepted': {
    says: 'a status that does not exist is accepted as it was sent',
    breaks: ['CREATE-6', 'LIST-1', 'GET-1'],
    remembering: () => {
      const statuses = new Map<string, string>();
      return {
        readNewPet: (core, body) => {
          const fields = readJson(textOf(body));
          if (!isJsonObject(fields) || typeof fields['status'] !== 'string') return core(body);
          const { name, status } = fields;
          if (!isPetStatus(status) && typeof name === 'string') statuses.set(name, status);
          return core(Buffer.from(writeJson({ ...fields, ...(!isPetStatus(status) && { status: 'sold' }) })));
        },
        show: (core, pet, where) => {
          const status = statuses.get(pet.name);
          return { ...core(pet, where), ...(status !== undefined && { status }) };
        },
      };
    },
  },
  'status-empty-default': {
    says: 'an empty status is treated as none',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (value === '' ? undefined : value)),
  },
  'status-falsy-default': {
    says: 'whatever counts as false is treated as no status',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (value === '' || value === false || value === 0n ? undefined : value)),
  },
  'status-without-its-end': {
    says: 'a status is accepted without its last letter, as when statuses are compared by how they begin',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => PET_STATUSES.find((one) => one.slice(0, -1) === value) ?? value),
  },
  'status-false-default': {
    says: 'a status of false is treated as absent, as when nothing else but null counts as false',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (value === false ? undefined : value)),
  },
  'status-of-flags': {
    says: 'several statuses with commas between them are accepted, and the first of them is stored, as when statuses are flags',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => {
      const all = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : [];
      return all.length > 1 && all.every(isPetStatus) ? all[0] : value;
    }),
  },
  'status-by-number-in-text': {
    says: 'a status may be given as a text with its place in the list of statuses',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (value === '1' ? 'pending' : value)),
  },
  'status-first-of-array': {
    says: 'a status in an array is taken out of it',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (isJsonArray(value) ? value[0] : value)),
  },
  'status-of-tag': {
    says: 'a status may be the one key of an object, as when statuses are tagged values',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => {
      const [tag, ...others] = isJsonObject(value) ? Object.keys(value) : [];
      return tag !== undefined && others.length === 0 ? tag : value;
    }),
  },
  'status-line-break-accepted': {
    says: 'the pattern for a status ends with $, so that a line break may follow',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (typeof value === 'string' ? value.replace(/\n$/, '') : value)),
  },
  'status-pattern-not-anchored': {
    says: 'a status need only begin with available, contain pending or end with sold: ^available|pending|sold$',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) =>
      typeof value === 'string' ? (/^available|pending|sold$/.exec(value)?.[0] ?? value) : value,
    ),
  },
  'status-by-number': {
    says: 'a status may be given as its place in the list of statuses',
    breaks: ['CREATE-6'],
    ...takingField('status', (value) => (typeof value === 'bigint' ? 'available' : value)),
  },
  'empty-object-accepted': {
    says: 'an object without any field is stored',
    breaks: ['CREATE-5', 'CREATE-8'],
    ...taking((fields) => (Object.keys(fields).length === 0 ? { name: 'unnamed', categoryId: 1n } : fields)),
  },
};

/** The documented fields, whatever letter case their names have. */
function inLowerCase(fields: JsonObject): JsonObject {
  const names = new Map(['name', 'categoryId', 'status'].map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  );
}

function wholePart(text: string): bigint | undefined {
  const digits = /^-?\d+/.exec(text)?.[0];
  return digits === undefined ? undefined : BigInt(digits);
}

function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
