import fc from 'fast-check';
import { INT64, PAGE, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { orderByCoverage } from './covering.ts';
import { alternating, byTurns, turnOf } from './by-turns.ts';
import { notationsOf, STUMBLING_BLOCKS } from './notations.ts';

/** Where a property gets its values: those it always tries, in order, and how more of them are drawn. */
export interface Draw<T> {
  readonly always: readonly T[];
  /** Those that are drawn first, each once and in order. */
  readonly next?: readonly T[];
  /** Those that are drawn then, each once, in an order that the seed gives. */
  readonly others?: readonly T[];
  readonly any: fc.Arbitrary<T>;
  /** Where a value is made of several parts: those that have only one of them, to tell which part broke a rule. */
  readonly simpler?: (value: T) => readonly T[];
}

/** Never drawn from: a property over no values is passed over. */
const NOTHING: fc.Arbitrary<never> = fc.constant(0).map((): never => {
  throw new RangeError('there is nothing to draw from');
});

/** A few values, all of them always tried, in order. */
export function exactly<T>(...values: readonly T[]): Draw<T> {
  return listed(values, []);
}

/** Values of a list: some of them always tried, in order, the others drawn. None is smaller than another. */
export function listed<T>(always: readonly T[], others: readonly T[]): Draw<T> {
  const [first, ...more] = others.length === 0 ? always : others;
  return { always, others, any: first === undefined ? NOTHING : fc.noShrink(fc.constantFrom(first, ...more)) };
}

/** Values in the order of their worth: the first of them always tried, the others drawn in order. None is smaller than another. */
export function inOrder<T>(values: readonly T[], always: number): Draw<T> {
  const { any } = exactly(...values);
  return { always: values.slice(0, always), next: values.slice(always), any };
}

/**
 * Every documented limit; always the ends, what follows the default and one between, but for the largest, which is what a run asks for first, and
 * for what precedes the default and 2, which it asks for in other probes.
 * Source: specification, section 4.1.
 */
export const limits: Draw<number> = {
  always: [PAGE.minimum, PAGE.default + 1, 64, PAGE.maximum - 1],
  any: fc.integer({ min: PAGE.minimum, max: PAGE.maximum }),
};

/**
 * The three statuses: first what most pets are, and what none may be. The last one is asked for again where pets are created.
 * Source: specification, section 2.
 */
export const statuses: Draw<PetStatus> = exactly<PetStatus>('available', 'sold', 'pending');

/**
 * Documented pairs of limit and status, in either order: small full pages, which show that a service filters before it cuts
 * pages, and one like the default, which a filtered page without a limit is held against.
 *
 * @param knownOf - how many pets of a status were seen: a status with a single one fills no page that has more to leave out
 */
export function filteredPages(knownOf: (status: PetStatus) => number): Draw<string> {
  const small = ROOMY_FIRST.find((status) => knownOf(status) > PAGE.minimum) ?? 'sold';
  return {
    always: [
      `limit=${PAGE.minimum}&status=${small}`,
      'status=pending&limit=2',
      `limit=${PAGE.default}&status=available`,
    ],
    next: FILTERED_PAIRS,
    any: fc
      .tuple(limits.any, statuses.any, fc.boolean())
      .map(([limit, status, isLimitFirst]) => filteredQuery({ limit, status, isLimitFirst })),
  };
}

/** A store has fewer of the first, mostly: one of them among many others is found only by a filter that comes first. */
const ROOMY_FIRST = ['sold', 'pending', 'available'] as const satisfies readonly PetStatus[];

/** A documented pair of parameters, in one of the two orders. */
interface FilteredPair {
  readonly limit: number;
  readonly status: PetStatus;
  readonly isLimitFirst: boolean;
}

/** The ends and the default with their neighbours, and one between, each with every status, in both orders. */
function filteredPairs(): readonly FilteredPair[] {
  const { minimum, default: usual, maximum } = PAGE;
  return [minimum, minimum + 1, usual - 1, usual, usual + 1, 64, maximum - 1, maximum].flatMap((limit) =>
    PET_STATUSES.flatMap((status) => [true, false].map((isLimitFirst) => ({ limit, status, isLimitFirst }))),
  );
}

/** The query of such a pair. */
export function filteredQuery({ limit, status, isLimitFirst }: FilteredPair): string {
  return isLimitFirst ? `limit=${limit}&status=${status}` : `status=${status}&limit=${limit}`;
}

/** All pairs, in the order that covers most. */
const FILTERED_PAIRS = orderByCoverage(filteredPairs(), ({ limit, status, isLimitFirst }) => [
  `limit ${limit}`,
  status,
  isLimitFirst ? 'limit first' : 'status first',
]).map(filteredQuery);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Some of these characters, at least and at most so many. An expression would take longer to be made into an arbitrary. */
function wordOf(characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength, maxLength });
}

const FEW_LETTERS = wordOf(LETTERS, 1, 8);
/** What no reader of integers takes, whatever its base. */
const NO_INTEGER = fc
  .tuple(wordOf(LETTERS.slice(LETTERS.indexOf('g')), 3, 12), wordOf('0123456789', 2, 2))
  .map((parts) => parts.join(''));

/**
 * Limits that are none, as they stand in the query: words, and in their turn other notations of a number that is too large.
 *
 * @param seed - of values of one kind, it decides on the one that is always tried
 * @param full - a status with as many pets as a page may have: one of the two limits that are too large then has a filter, because many services
 *   make filtered pages by a query of their own
 * @param pets - as many are known: the limit just beyond the largest tells nothing where no page can hold more
 */
export const badLimits = (seed = 0, full?: PetStatus, pets = Infinity): Draw<string> => {
  const { turn, rest } = turnOf(
    seed,
    'abc',
    ...alternating(['all', 'null', 'ten', 'NaN', 'true', 'Infinity'], notationsOf(500)),
  );
  return {
    always: [
      `limit=${turn}`,
      `limit=${byTurns(seed, 1000, 500, 10_000, 2_147_483_648)}${full === undefined ? '' : `&status=${full}`}`,
      ...(pets > PAGE.maximum ? ['limit=101'] : []),
      'limit=',
      `limit=${byTurns(seed, -1, -2, -5)}`,
      'limit=0',
    ],
    others: [
      'limit=&status=',
      'limit=500&status=available',
      'limit=2.5',
      'limit=5;',
      ...rest.map((one) => `limit=${one}`),
    ],
    any: fc.oneof(
      fc.integer({ min: PAGE.maximum + 1, max: 2 ** 31 - 1 }).map((limit) => `limit=${limit}`),
      fc.bigInt({ min: 2n ** 31n, max: 2n ** 64n }).map((limit) => `limit=${limit}`),
      fc.integer({ min: -(2 ** 31), max: 0 }).map((limit) => `limit=${limit}`),
      FEW_LETTERS.map((limit) => `limit=${limit}`),
    ),
  };
};

/** Longer than a column for a word usually is. */
const LONG_STATUS = 300;

/** It stands in the query twice, as some services read the first value and some the last one. */
const OPEN_BRACKET = `status=sold'%20OR%20('1'='1${STUMBLING_BLOCKS}${'a'.repeat(LONG_STATUS)}`;

/** Statuses that are none of the three, as they stand in the query. A lookup in a plain object finds "constructor", too; an open bracket is no pattern. */
export const badStatuses: Draw<string> = {
  always: ['status=constructor', `${OPEN_BRACKET}&${OPEN_BRACKET}`],
  others: [
    'status=adopted',
    'status=',
    'status=sold&status=pending',
    'status=Sold',
    'status=AVAILABLE',
    'status=sold,pending',
    'status=%20sold',
    // A line may end before its line feed, and upper case makes a word of ASCII of one that is not.
    'status=sold%0A',
    'status=%C5%BFold',
    'status=sold,',
    'status=1',
  ],
  any: wordOf(LETTERS, 1, 10)
    .filter((status) => !PET_STATUSES.some((known) => known === status))
    .map((status) => `status=${status}`),
};

/** How many ids that nobody was shown are asked for in every run. */
const MOST_UNKNOWN = 3;

/** Whether this run sends an id that a lenient reader takes for a known one, or a known id with text around it. */
function isTurnOfLenient(seed: number): boolean {
  return byTurns(seed, false, true);
}

/**
 * Ids that nobody was shown: an end of int64; the one after the largest, which the next creation may get, and then it is to be found; what stands for a
 * known one in 32 bits; and in some runs the opposite of a known one, its first digits, or 0, which lenient readers take for a known one or for none.
 *
 * @param known - the ids that were seen; none of them is drawn
 * @param seed - of ids of one kind, it decides on the one that is always tried
 */
export function unknownIds(known: readonly bigint[], seed = 0): Draw<bigint> {
  const taken = new Set(known);
  const sorted = known.toSorted((a, b) => (a < b ? -1 : 1));
  const largest = sorted.at(-1) ?? 1n;
  const [smallest = 1n] = sorted;
  const fresh = (ids: readonly bigint[]) =>
    [...new Set(ids)].filter((id) => !taken.has(id) && id >= INT64.minimum && id <= INT64.maximum);
  // Who drops the sign finds the pet. Of several the first: the largest may be at the end of int64, as those of above are.
  const opposite = fresh(known.map((id) => -id)).slice(0, 1);
  // Who looks for ids that begin alike finds it.
  const beginning = fresh(known.map((id) => id / 10n)).filter((id) => id > 0n);
  // A reader of 32 bits takes it for a known id, best for one that is as it stands within them.
  const cut = sorted.find((id) => id >= 0n && id < 2n ** 31n) ?? smallest;
  // Without a sign, which many routes have no place for, and near enough that a floating-point number holds each of its digits.
  const above = fresh([cut + 2n ** 32n, cut - 2n ** 32n]).slice(0, 1);
  const smallestEnd = INT64.minimum + (cut >= 0n && cut < 2n ** 31n ? cut : 0n);
  const end = byTurns(seed, INT64.maximum, INT64.maximum, smallestEnd, INT64.minimum);
  const lenient = byTurns(seed >> 1, opposite, fresh([0n]), opposite, [...beginning, ...opposite]);
  return {
    always: fresh([
      end,
      // Where a number of JavaScript holds no more digits, it is the largest one to it.
      largest + 1n,
      ...above,
      // Ids may be counted down from the largest, too.
      smallest - 1_000_003n,
      INT64.minimum,
      INT64.maximum - 1n,
    ])
      .slice(0, MOST_UNKNOWN)
      .concat(isTurnOfLenient(seed) ? lenient.slice(0, 1) : []),
    others: fresh([
      ...opposite,
      ...beginning.slice(0, 1),
      largest + 1_000_003n,
      INT64.minimum,
      INT64.maximum,
      0n,
      -1n,
      -largest,
    ]),
    any: fc
      .oneof(
        fc.bigInt({ min: INT64.minimum, max: INT64.maximum }),
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 53n + 1_000n }),
        fc.bigInt({ min: -5n, max: 0n }),
        fc.constantFrom(-largest, ...sorted.slice(0, 3).map((id) => -id)),
      )
      .filter((id) => !taken.has(id)),
  };
}

/**
 * Path segments that are no int64. A known id goes into some of them, because a lenient reader would find its pet.
 *
 * @param known - an id that the service knows, if any was seen
 * @param seed - of segments of one kind, it decides on the one that is always tried
 */
export function badIds(known: bigint | undefined, seed = 0): Draw<string> {
  const id = known ?? 1n;
  const stumbling = turnOf(
    seed >> 1,
    `${id}${STUMBLING_BLOCKS}x`,
    `${id}%C2%B2`,
    `x${STUMBLING_BLOCKS}${id}`,
    `${id}%00%ff`,
  );
  const wrapping = 2n ** 64n;
  return {
    always: [
      ...(isTurnOfLenient(seed) ? [] : [stumbling.turn]),
      `${id}.${byTurns(seed, '5', '25', '125')}`,
      `${byTurns(seed, id + wrapping, id + 2n * wrapping, id - wrapping)}`,
      byTurns(seed, 'abc', 'null', 'NaN', 'undefined', 'Infinity', 'true'),
      '7'.repeat(3_000),
    ],
    others: [
      ...stumbling.rest,
      `${INT64.maximum + 1n}`,
      `${INT64.minimum - 1n}`,
      `${id}abc`,
      `x${id}`,
      `${id}%20x`,
      'x7petvet7',
      '1e3x',
      `${id}!`,
      `${id}%ff`,
      `${id}e-9`,
    ],
    any: fc.oneof(
      NO_INTEGER,
      fc.bigInt({ min: INT64.maximum + 1n, max: 2n ** 80n }).map((value) => `${value}`),
      fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 98 })).map(([whole, part]) => `${whole}.${part + 1}`),
    ),
  };
}
