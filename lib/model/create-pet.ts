import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import { scanBodyText } from '../expectation/body-text.ts';
import { FIELDS } from '../expectation/new-pet.ts';
import { dimension, odd, type Declared, type Dimension } from './dimension.ts';
import { BODY_HEADERS } from './headers.ts';
import { NEW_PET_FIELDS } from './new-pet-fields.ts';
import { isObject, MOST_READ, type SeenBody } from './seen.ts';

const NEEDS = ['writes'] as const;

interface Members {
  readonly body: Readonly<Record<string, ExactJson>>;
  /** Their names as they stand in the text: of one that is given twice the second is gone when it is read. */
  readonly names: readonly string[];
  /** Whether the body has the id of a pet that was seen. */
  readonly isIdSeen: boolean;
}

const further = dimension<Members>({
  operation: 'createPet',
  name: 'unknown fields',
  reveals: ['CREATE-3', 'ERR-7'],
  needs: NEEDS,
  values: ({ body: sent, known }) => {
    if (sent.kind !== 'json' || !isExactObject(sent.value)) return [];
    const names = scanBodyText(sent.text).members.map(({ name }) => name);
    const { id } = sent.value;
    const all = { body: sent.value, names, isIdSeen: typeof id === 'bigint' && known?.has(id) === true };
    const unknown = Object.entries(sent.value).filter(([name]) => isUnknown(name));
    if (unknown.length === 0) return [all];
    // What nobody knows, and what is known beside it.
    const rest = Object.fromEntries(Object.entries(sent.value).filter(([name]) => !isUnknown(name)));
    return [
      { ...all, body: rest },
      { body: Object.fromEntries(unknown), names: [], isIdSeen: false },
    ];
  },
  partitions: [
    odd('a duplicate name', ({ names }) => new Set(names).size < names.length),
    odd('an empty name', ({ body }) => Object.hasOwn(body, '')),
    odd('a prototype', ({ names }) => names.includes('__proto__')),
    odd('the id of a known pet', ({ isIdSeen }) => isIdSeen),
    odd('the id of no known pet', ({ body }) => typeof body['id'] === 'bigint'),
    odd('names in another letter case', ({ body }) => Object.keys(body).some((one) => !isField(one) && isSpelled(one))),
    odd('another unknown name', ({ body }) => Object.keys(body).some(isUnknown)),
    { id: 'none', leaves: true, is: ({ body }) => Object.keys(body).every(isField) },
  ],
});

function isField(one: string): boolean {
  return FIELDS.some((field) => field === one);
}

/** In any letter case. */
function isSpelled(one: string): boolean {
  return FIELDS.some((field) => field.toLowerCase() === one.toLowerCase());
}

/** Neither a field of a Pet, in any letter case, nor a name that is odd in itself. */
function isUnknown(one: string): boolean {
  return !['', 'id', '__proto__', 'constructor'].includes(one) && !isSpelled(one);
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
    oddBody('of more than a megabyte', ({ size }) => size > MOST_READ),
    oddBody('not UTF-8', ({ isUtf8 }) => !isUtf8),
    oddBody('with a byte order mark', ({ text: sent }) => sent.startsWith('\uFEFF')),
    oddBody('nested very deeply', ({ text: sent }) => sent.split('[').length > DEEP),
    oddBody('a number with very many digits', ({ text: sent }) => /[:,[]\s*-?\d{300}/.test(sent)),
    { id: 'an object', leaves: true, is: isObject },
    oddBody('an empty array', ({ text: sent }) => sent.trim() === '[]'),
    oddBody('an array', ({ kind, text: sent }) => kind === 'json' && sent.trim().startsWith('[')),
    oddBody('a string', ({ kind, text: sent }) => kind === 'json' && sent.trim().startsWith('"')),
    oddBody('null, a boolean or a number', ({ kind }) => kind === 'json'),
    oddBody('truncated JSON', ({ text: sent }) => /^\{[^}]*$/.test(sent.trim())),
    oddBody('JSON with text after it', ({ text: sent }) => /^\{[^}]*\}\s*\S/.test(sent.trim())),
    oddBody('JSON without a comma or colon', ({ text: sent }) => sent.trim().startsWith('{')),
    oddBody('not JSON', () => true),
  ],
});

function oddBody(id: string, is: (sent: Extract<SeenBody, { readonly text: string }>) => boolean): Declared<SeenBody> {
  return { id, kind: 'odd', is: (sent) => (sent.kind === 'json' || sent.kind === 'not-json') && is(sent) };
}

/** POST /pets. Source: specification, sections 2 and 4.2. */
export const CREATE_PET: readonly Dimension[] = [...NEW_PET_FIELDS, further, body, BODY_HEADERS];
