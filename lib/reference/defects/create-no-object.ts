import { isJsonArray, isJsonObject, readJson, writeJson } from '../server-json.ts';
import { takingText } from './creating.ts';
import type { Defect } from './defect.ts';
import type { Hooks } from '../hooks.ts';

/** Bodies that are no JSON object, and are accepted all the same. */
export const noObjectDefects: Readonly<Record<string, Defect>> = {
  'positional-array-accepted': {
    says: 'an array of the values of the fields is treated as the object, by position',
    breaks: ['CREATE-7'],
    ...takingValue((value) => {
      if (!isJsonArray(value) || value.length < 2) return value;
      const [name, categoryId, status] = value;
      return { name, categoryId, ...(status !== undefined && { status }) };
    }),
  },
  'array-of-one-accepted': {
    says: 'an array with one pet in it is accepted',
    breaks: ['CREATE-7'],
    ...takingValue((value) => (isJsonArray(value) && value.length === 1 ? value[0] : value)),
  },
  'json-in-string-accepted': {
    says: 'a JSON string with JSON in it is read twice',
    breaks: ['CREATE-7'],
    ...takingText((text) => {
      const value = readJson(text);
      return typeof value === 'string' ? value : text;
    }),
  },
  'no-body-defaults': {
    says: 'no body gives a pet of defaults',
    breaks: ['CREATE-7'],
    ...takingText((text) => (text === '' ? DEFAULTS : text)),
  },
  'no-object-defaults': {
    says: 'a body that is not an object is treated as an empty one, and its missing fields are filled in',
    breaks: ['CREATE-7', 'CREATE-5'],
    ...takingText((text) => {
      const value = readJson(text);
      return value !== undefined && isJsonObject(value) ? text : DEFAULTS;
    }),
  },
  'json-repaired': {
    says: 'JSON that breaks off is completed',
    breaks: ['CREATE-7'],
    ...takingText((text) => (readJson(text) === undefined ? `${text}}` : text)),
  },
  'json-by-pattern': {
    says: 'fields are found by patterns, whatever surrounds them',
    breaks: ['CREATE-7'],
    ...takingText((text) => {
      const name = /"name"\s*:\s*("\w+")/.exec(text)?.[1];
      const categoryId = /"categoryId"\s*:\s*(\d+)/.exec(text)?.[1];
      const found = name !== undefined && categoryId !== undefined;
      return found && !isJsonObject(readJson(text)) ? `{"name":${name},"categoryId":${categoryId}}` : text;
    }),
  },
  'empty-array-accepted': {
    says: 'an array without items is stored as a pet without values',
    breaks: ['CREATE-7', 'CREATE-8'],
    ...takingText((text) => (text === '[]' ? DEFAULTS : text)),
  },
  'form-accepted': {
    says: 'a form is accepted instead of JSON, whatever the media type says',
    breaks: ['CREATE-7'],
    ...takingText((text) => {
      const form = new URLSearchParams(text);
      const categoryId = form.get('categoryId') ?? '';
      return /^\d{1,18}$/.test(categoryId)
        ? writeJson({ name: form.get('name'), categoryId: BigInt(categoryId) })
        : text;
    }),
  },
};

const DEFAULTS = '{"name":"unnamed","categoryId":1}';

function takingValue(change: (value: unknown) => unknown): Hooks {
  return takingText((text) => {
    const value = readJson(text);
    return value === undefined ? text : writeJson(change(value));
  });
}
