import { INT64, NARROW, PET_STATUSES } from '../contract/pets.ts';
import { isExactArray, isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import { dimension, odd, type Declared, type Dimension } from './dimension.ts';
import { isObject, memberSent, type MemberSent, type Seen } from './seen.ts';

/** A field of NewPet as it was sent: its value, or that there is none. */
type Sent = MemberSent | undefined;

const NEEDS = ['writes'] as const;

/** Fields are looked at where the body is an object. */
const field =
  (name: string) =>
  (seen: Seen): readonly Sent[] =>
    isObject(seen.body) ? [memberSent(seen, name)] : [];

/** An integer that is written as 7.0 or 7e0 is left open, and lies in no partition. */
const documented = (id: string, is: (value: ExactJson) => boolean): Declared<Sent> => ({
  id,
  leaves: true,
  is: (sent) => sent !== undefined && (typeof sent.value !== 'bigint' || sent.isPlain) && is(sent.value),
});

const invalid = (id: string, is: (value: ExactJson) => boolean): Declared<Sent> =>
  odd(id, (sent) => sent !== undefined && is(sent.value));

const missing: Declared<Sent> = { id: 'missing', kind: 'odd', is: (sent) => sent === undefined };
const nothing = invalid('null', (value) => value === null);
const bool = invalid('a boolean', (value) => typeof value === 'boolean');
const array = invalid('an array', (value) => isExactArray(value));
const object = invalid('an object', (value) => isExactObject(value));
const number = invalid('a number', (value) => typeof value === 'bigint' || typeof value === 'number');

const text = (is: (text: string) => boolean) => (value: ExactJson) => typeof value === 'string' && is(value);
const documentedText = (id: string, is: (text: string) => boolean) => documented(id, text(is));
const invalidText = (id: string, is: (text: string) => boolean) => invalid(id, text(is));

/** Longer than columns for names usually are, and than any limit that a service has for requests, in characters. */
const [LONG, VERY_LONG] = [255, 10_000];

const name = dimension<Sent>({
  operation: 'createPet',
  name: 'name',
  reveals: ['CREATE-1', 'CREATE-2', 'CREATE-5', 'CREATE-6', 'CREATE-9'],
  needs: NEEDS,
  values: field('name'),
  partitions: [
    missing,
    nothing,
    bool,
    array,
    object,
    number,
    invalidText('with a NUL', (sent) => sent.includes('\u0000')),
    invalidText('with a lone surrogate', (sent) => !sent.isWellFormed()),
    invalidText('very long', (sent) => sent.length > VERY_LONG),
    documentedText('long', (sent) => sent.length >= LONG),
    documentedText('in several scripts', (sent) => /\p{Script=Han}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(sent)),
    documentedText('with punctuation', (sent) => /[<>"'&\\%]/.test(sent)),
    documentedText('letters and digits', (sent) => /^[\w .-]+$/.test(sent)),
  ],
});

const within =
  (from: bigint, to: bigint) =>
  (value: ExactJson): boolean =>
    typeof value === 'bigint' && value >= from && value <= to;

const categoryId = dimension<Sent>({
  operation: 'createPet',
  name: 'categoryId',
  reveals: ['CREATE-1', 'CREATE-5', 'CREATE-6', 'JSON-3'],
  needs: NEEDS,
  values: field('categoryId'),
  partitions: [
    missing,
    nothing,
    bool,
    array,
    object,
    invalidText('digits in a string', (sent) => /\d/.test(sent)),
    invalidText('an empty string', (sent) => sent === ''),
    invalidText('a word', () => true),
    documented('up to 31 bits', within(-NARROW.of32Bits - 1n, NARROW.of32Bits)),
    documented('up to 53 bits', within(-NARROW.ofDouble, NARROW.ofDouble)),
    documented('up to int64', within(INT64.minimum, INT64.maximum)),
    invalid('just beyond int64', (value) => value === INT64.minimum - 1n || value === INT64.maximum + 1n),
    invalid(
      'far beyond int64',
      (value) =>
        (typeof value === 'bigint' && !within(INT64.minimum, INT64.maximum)(value)) ||
        (typeof value === 'number' && Math.abs(value) > 1e19),
    ),
    invalid('a fraction', (value) => typeof value === 'number'),
  ],
});

const status = dimension<Sent>({
  operation: 'createPet',
  name: 'status',
  reveals: ['CREATE-1', 'CREATE-2', 'CREATE-3', 'CREATE-6'],
  needs: NEEDS,
  values: field('status'),
  partitions: [
    { id: 'absent', leaves: true, is: (sent) => sent === undefined },
    ...PET_STATUSES.map((one) => documented(one, (value) => value === one)),
    nothing,
    bool,
    array,
    object,
    number,
    invalidText('empty', (sent) => sent === ''),
    invalidText('in another letter case', (sent) => PET_STATUSES.some((one) => one === sent.toLowerCase())),
    invalidText('with spaces', (sent) => PET_STATUSES.some((one) => one === sent.trim())),
    invalidText('another word', () => true),
  ],
});

/** The fields of a NewPet. Source: specification, section 2. */
export const NEW_PET_FIELDS: readonly Dimension[] = [name, categoryId, status];
