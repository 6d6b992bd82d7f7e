import { INT64, type PetStatus } from '../contract/pets.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import { byTurns } from './by-turns.ts';
import { exactly, listed, type Draw } from './draws.ts';
import { longName, nameInScripts, nameOnTwoLines, nameWithPunctuation } from './odd-names.ts';
import { escapedJson } from './written-json.ts';

/** What a body is made of where it is in order: the rest of it is what the probe is about. */
export interface Ingredients {
  /** A name that no other request of the run has. */
  readonly name: () => string;
  readonly categoryId: bigint;
  /** Another category that was seen; the same one where there is none. */
  readonly otherCategoryId: bigint;
  /** Where the service takes categories that it cannot know: one that only this run has, each time another one. */
  readonly ownCategoryId?: () => bigint;
  /** Where the service takes negative categories as well: the one between, which careless writers of JSON leave out. */
  readonly zeroCategoryId?: bigint;
  readonly status: string;
}

/** A body to be sent as it stands, and what it is, in words. */
export interface OddBody {
  readonly what: string;
  readonly text: string;
}

/** Members of a body in place of those that are in order. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Bodies that lack a required field, or give null for it. Rules CREATE-5 and CREATE-8. Where one field is missing, the run's seed decides
 * in turns whether there is something that a lenient reader takes for it: who refuses unknown fields looks no further, and who fills in
 * what is missing takes either body.
 */
export function missingFields(ingredients: Ingredients, seed = 0): Draw<OddBody> {
  const without = (what: string, fields: Fields) => altered(ingredients, what, fields);
  const { categoryId } = ingredients;
  const noName = without('no name', named(ingredients, undefined));
  const whole = { name: ingredients.name(), categoryId };
  const wrapped = without('the pet in a field', {
    ...named(ingredients, undefined),
    [byTurns(seed >> 1, 'pet', 'data')]: whole,
  });
  const noCategory = without('no categoryId', { categoryId: undefined });
  // A reader that knows one of these names takes the body, whatever it makes of the other.
  const spelled = without('a field under other spellings of its name', {
    categoryId: undefined,
    [byTurns(seed >> 1, ' categoryId', 'categoryId ')]: categoryId,
    category_id: categoryId,
  });
  const [one, other] = byTurns(seed, [noName, wrapped], [wrapped, noName]);
  const [third, fourth] = byTurns(seed, [spelled, noCategory], [noCategory, spelled]);
  return listed(
    [
      one,
      third,
      without('name null', named(ingredients, null)),
      without('categoryId null', { categoryId: null }),
      without('names of fields in another letter case', {
        name: undefined,
        categoryId: undefined,
        NAME: ingredients.name(),
        CategoryID: categoryId,
      }),
    ],
    [{ what: 'an empty object', text: '{}' }, other, fourth],
  );
}

/** A name that is none, with a category by which its pet is known, if it is stored after all. */
export function named({ ownCategoryId, categoryId }: Ingredients, name: unknown): Fields {
  return { name, categoryId: ownCategoryId?.() ?? categoryId };
}

/** Bodies that are no JSON object at all. Rule CREATE-7. */
export function notAnObject(ingredients: Ingredients): Draw<OddBody> {
  const object = (): string => printExactJson(fieldsOf(ingredients, {}));
  return listed(
    [
      { what: 'an array of the values', text: printExactJson(Object.values(fieldsOf(ingredients, {}))) },
      { what: 'an array with a NewPet in it', text: `[${object()}]` },
      { what: 'JSON that breaks off', text: object().slice(0, -1) },
      { what: 'no body', text: '' },
      { what: 'a JSON string', text: JSON.stringify(object()) },
      { what: 'an empty array', text: '[]' },
      { what: 'null', text: 'null' },
    ],
    [
      { what: 'JSON without a comma', text: object().replace(',"', ' "') },
      { what: 'a JSON number', text: '7' },
      { what: 'true', text: 'true' },
      { what: 'plain words', text: 'petvet petvet' },
      { what: 'JSON without a colon', text: object().replace(':', ' ') },
      { what: 'blanks', text: ' \n' },
      { what: 'a form', text: `name=${ingredients.name()}&categoryId=${ingredients.categoryId}` },
    ],
  );
}

/**
 * Bodies that a strict reader refuses and that the specification does not speak of: what follows the object, and a status
 * of null. Rules CREATE-6 and CREATE-7.
 */
export function betterRefused(ingredients: Ingredients): Draw<OddBody> {
  const object = (fields: Fields = {}): string => printExactJson(fieldsOf(ingredients, fields));
  return listed(
    [
      { what: 'status null', text: object({ status: null }) },
      { what: 'text after the object', text: `${object()} petvet` },
    ],
    [
      { what: 'two objects', text: `${object()}${object()}` },
      { what: 'a bracket too many', text: `${object()}}` },
    ],
  );
}

/** What valid bodies have that a NewPet has not. */
interface Further {
  /** An id that a pet of this run has, to see whether it can be overwritten. */
  readonly taken: bigint;
  /** An id that nobody was shown. */
  readonly free: bigint;
  /** A field that the specification does not know. */
  readonly field: Fields;
  /** A status that few pets have: who writes the one of most pets into every new one is found by another. */
  readonly rarer?: PetStatus;
  /** That of the run, which decides whether the long name has its turn on one line. */
  readonly seed?: number;
}

/** Fields that the specification does not know, of every type: who passes on whatever was sent stumbles over some of them. */
const UNKNOWN_FIELDS: readonly [Fields, ...Fields[]] = [
  { nickname: 'petvet' },
  { tags: ['petvet'] },
  { owner: { name: 'petvet' } },
  { age: 3 },
  { vaccinated: true },
  { notes: null },
];

/** One of these fields. @param seed - that of the run, which decides on it */
export function unknownField(seed: number): Fields {
  return byTurns(seed, ...UNKNOWN_FIELDS);
}

/**
 * Valid bodies that break careless services: every script, what HTML, SQL and shells make much of, integers beyond 2^53,
 * ids of the caller's own. Who refuses unknown fields refuses ids, too: one with an id has such a field as well, and the other
 * shows alone what becomes of an id.
 */
export function valuesThatGetLost(
  ingredients: Ingredients,
  { taken, free, field, rarer, seed = 0 }: Further,
): Draw<OddBody> {
  const other = { ...ingredients, categoryId: ingredients.otherCategoryId };
  const inScripts = { name: nameInScripts(ingredients.name()), status: rarer ?? ingredients.status };
  return exactly(
    altered(ingredients, LARGE_CATEGORY, { categoryId: LARGE_CATEGORY_ID }),
    escaped(altered(other, 'a name in several scripts', inScripts)),
    escaped(altered(ingredients, 'a name with punctuation', { name: nameWithPunctuation(ingredients.name()) })),
    // By turns, because either may be refused. Where both are taken, a line break does not hide where a name ends. Which status it gets is the
    // service's own choice, if it is one of the three.
    byTurns(
      seed,
      (name: string) => altered(other, 'a long name', { name: longName(name), status: undefined }),
      (name: string) =>
        altered(other, 'a long name on two lines', { name: longName(nameOnTwoLines(name)), status: undefined }),
    )(ingredients.name()),
    // Whoever takes any category may still lose the sign of one.
    ingredients.ownCategoryId === undefined
      ? altered(ingredients, 'an id that is free, and an unknown field', { id: free, ...field })
      : altered(ingredients, 'an id that is free, a negative category and an unknown field', {
          id: free,
          ...field,
          categoryId: NEGATIVE_CATEGORY_ID,
        }),
    altered(other, 'an id that is taken', { id: taken }),
  );
}

/** What the body with the largest category is called. */
export const LARGE_CATEGORY = 'a category near the end of int64';

/** No service counts its categories up to there: one that takes it takes any. */
export const LARGE_CATEGORY_ID = INT64.maximum - 1_000n;

/** A category that only a service takes which takes any sign. */
export const NEGATIVE_CATEGORY_ID = INT64.minimum + 1_000n;

/**
 * Valid bodies of categories that nobody was shown, for a service that refuses the largest one: a small one, which is
 * refused as well where categories are chosen from a list, and one that a double does not hold. Rule JSON-3.
 *
 * @param chance - what makes them others in each run: what a run creates is seen by the next one
 */
export function unseenCategories(ingredients: Ingredients, chance: number): readonly OddBody[] {
  const small = SMALL_CATEGORY + BigInt(chance % Number(SMALL_CATEGORY));
  return [
    altered(ingredients, 'a small category', { categoryId: small }),
    altered(ingredients, 'a category beyond 2^53', { categoryId: 2n ** 53n + small * 2n + 1n }),
  ];
}

/** Twice as much is within 31 bits, and nobody counts categories up to here. */
const SMALL_CATEGORY = 1_000_000_000n;

function escaped({ what, text }: OddBody): OddBody {
  return { what, text: escapedJson(text) };
}

/** The body with some fields replaced; `literal` takes the place of the value `#`, for what JSON cannot be made of. */
export function altered(ingredients: Ingredients, what: string, fields: Fields, literal?: string): OddBody {
  const text = printExactJson(fieldsOf(ingredients, fields));
  return { what, text: literal === undefined ? text : text.replace('"#"', literal) };
}

function fieldsOf({ name, categoryId, status }: Ingredients, fields: Fields): Fields {
  return { name: 'name' in fields ? undefined : name(), categoryId, status, ...fields };
}
