import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import { dimension, odd, type Declared, type Dimension } from './dimension.ts';
import { BODY_HEADERS } from './headers.ts';
import { NEW_PET_FIELDS } from './new-pet-fields.ts';
import { isObject, type SeenBody } from './seen.ts';

const NEEDS = ['writes'] as const;

interface Members {
  readonly body: Readonly<Record<string, ExactJson>>;
  readonly text: string;
  readonly largest: bigint;
}

const KNOWN_FIELDS = ['name', 'categoryId', 'status'];

const further = dimension<Members>({
  operation: 'createPet',
  name: 'further fields',
  reveals: ['CREATE-3', 'ERR-7'],
  needs: NEEDS,
  values: ({ body: sent, largestId = 0n }) =>
    sent.kind === 'json' && isExactObject(sent.value)
      ? [{ body: sent.value, text: sent.text, largest: largestId }]
      : [],
  partitions: [
    odd('one name twice', ({ text: sent }) => isNamedTwice(sent)),
    odd('a name that is empty', ({ body }) => Object.hasOwn(body, '')),
    odd('a prototype', ({ text: sent }) => sent.includes('"__proto__"')),
    odd('an id up to the largest seen', ({ body, largest }) => typeof body['id'] === 'bigint' && body['id'] <= largest),
    odd('an id that nobody has', ({ body }) => typeof body['id'] === 'bigint'),
    odd('names in another letter case', ({ body }) =>
      Object.keys(body).some((one) => !KNOWN_FIELDS.includes(one) && KNOWN_FIELDS.includes(camel(one))),
    ),
    { id: 'none', leaves: true, is: ({ body }) => Object.keys(body).every((one) => KNOWN_FIELDS.includes(one)) },
  ],
});

function camel(one: string): string {
  return KNOWN_FIELDS.find((knownField) => knownField.toLowerCase() === one.toLowerCase()) ?? one;
}

/** A name of a field that stands twice at one level is gone when the body is read: its text is looked at. */
function isNamedTwice(sent: string): boolean {
  const names = [...sent.matchAll(/"([A-Za-z]+)"\s*:/g)].map(([, one]) => one);
  return new Set(names).size < names.length && !sent.includes('"__proto__"');
}

const DEEP = 500;

const body = dimension<SeenBody>({
  operation: 'createPet',
  name: 'body',
  reveals: ['CREATE-7', 'ERR-7'],
  needs: NEEDS,
  values: (seen) => [seen.body],
  partitions: [
    { id: 'none', kind: 'odd', is: ({ kind }) => kind === 'none' },
    oddBody('of more than a megabyte', ({ size }) => size > 2 ** 20),
    oddBody('not UTF-8', ({ text: sent }) => sent.includes('\uFFFD')),
    oddBody('with a byte order mark', ({ text: sent }) => sent.startsWith('\uFEFF')),
    oddBody('nested very deeply', ({ text: sent }) => sent.split('[').length > DEEP),
    oddBody('a number of very many digits', ({ text: sent }) => /\d{300,}/.test(sent)),
    { id: 'an object', leaves: true, is: isObject },
    oddBody('an empty array', ({ text: sent }) => sent.trim() === '[]'),
    oddBody('an array', ({ kind, text: sent }) => kind === 'json' && sent.trim().startsWith('[')),
    oddBody('a string', ({ kind, text: sent }) => kind === 'json' && sent.trim().startsWith('"')),
    oddBody('null, a boolean or a number', ({ kind }) => kind === 'json'),
    oddBody('JSON that breaks off', ({ text: sent }) => /^\{[^}]*$/.test(sent.trim())),
    oddBody('JSON with more behind it', ({ text: sent }) => /^\{[^}]*\}\s*\S/.test(sent.trim())),
    oddBody('JSON without a comma or colon', ({ text: sent }) => sent.trim().startsWith('{')),
    oddBody('no JSON', () => true),
  ],
});

function oddBody(
  id: string,
  is: (sent: { readonly kind: 'json' | 'not-json'; readonly text: string; readonly size: number }) => boolean,
): Declared<SeenBody> {
  return { id, kind: 'odd', is: (sent) => (sent.kind === 'json' || sent.kind === 'not-json') && is(sent) };
}

/** POST /pets. Source: specification, sections 2 and 4.2. */
export const CREATE_PET: readonly Dimension[] = [...NEW_PET_FIELDS, further, body, BODY_HEADERS];
