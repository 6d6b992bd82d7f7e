import type { Counting } from './counting.ts';
import type { Explanation } from './explained-counts.ts';
import type { SentManners } from './manners.ts';
import { undisturbedPairs, type History } from './metered-history.ts';
import { isSuccess, sortOf, type MeteredRequest } from './metered-request.ts';
import { LIMITER_PRICES, PROOF } from './prices.ts';
import { isSameWindow } from './same-window.ts';

/** What a wrong way of counting is called, and said to be. */
interface Words {
  readonly fault: string;
  /** Which requests it is about. */
  readonly input?: string;
  readonly says: string;
  readonly actual: string;
}

/** A way of counting that the specification rules out: RATE-4. One row is one fault. */
export interface WrongCounting extends Counting {
  /** Requests of one key meet several counters; undefined where it is one. */
  readonly apart?: 'by request' | 'by chance';
  /** How many units those requests take that it is about. */
  readonly units?: number;
  readonly words: (explanation: Explanation<WrongCounting>) => Words;
}

const { choice, size, value } = LIMITER_PRICES;

/** Operations that are counted together, by another name. */
const TOGETHER: readonly Readonly<Record<string, string>>[] = [
  {},
  { getPet: 'getPet with listPets', listPets: 'getPet with listPets' },
  { createPet: 'createPet with listPets', listPets: 'createPet with listPets' },
  { createPet: 'createPet with getPet', getPet: 'createPet with getPet' },
];

const BY_OPERATION = TOGETHER.map((together): WrongCounting => ({
  price: 0,
  apart: 'by request',
  counterOf: ({ operation }) => operation && (together[operation] ?? operation),
  words: ({ counters }) => {
    const names = counters.toSorted();
    const says = names.some((name) => name.includes(' with '))
      ? `${names.join(' and ')} seem to have counters of their own`
      : `each operation seems to have a counter of its own (${names.join(', ')})`;
    return { fault: 'counted apart', says, actual: says };
  },
}));

const IN_TURN = [2, 3, 4].map((count): WrongCounting => {
  const says = `${count} counters seem to exist for the key, and its requests reach them in turn, as if each of ${count} instances counted on its own`;
  return {
    price: choice,
    apart: 'by chance',
    isByPlace: true,
    counterOf: (_request, nth) => `${nth % count}`,
    words: () => ({ fault: 'counted in turn', says, actual: says }),
  };
});

const BY_CHANCE = [2, 3, 4].map((instances): WrongCounting => {
  const says =
    'several counters seem to exist for the key, and its requests reach different ones, as if each connection or instance counted on its own';
  return {
    price: 2 * choice,
    apart: 'by chance',
    instances,
    words: () => ({ fault: 'counted by several', says, actual: says }),
  };
});

const IN_STEPS = ([2, 3, 4, 5, 10, 'some'] as const).map((every): WrongCounting => ({
  price: choice,
  every,
  words: ({ times }) => {
    const says = `Remaining stayed the same for several requests and then dropped by ${every === 'some' ? 'their number' : every}, as ${times} responses show`;
    return { fault: 'falls in steps', says, actual: says };
  },
}));

/** The ways of counting to try on a log: besides those above, the ones that it suggests itself. */
export function countingsFor(history: History, manners: readonly SentManners[] = []): WrongCounting[] {
  const { sorts, pages, untrue } = readHints(history);
  const every = mostFrequent(sumOf(sorts.values()));
  return [
    ...BY_OPERATION,
    ...manners.map(bySpelling),
    ...IN_TURN,
    ...BY_CHANCE,
    ...IN_STEPS,
    ...(every === 1 ? [] : [taking('request', every, (request) => every > 0 || isSuccess(request))]),
    ...[...sorts].flatMap(([sort, drops]) => ofSort(sort, mostFrequent(drops))),
    ...ofPages(pages),
    ...[...untrue.values()].flatMap(ofUntrue),
  ];
}

function bySpelling({ of, says }: SentManners): WrongCounting {
  return {
    price: 0,
    apart: 'by request',
    counterOf: ({ number }) => of.get(number),
    words: () => ({ fault: 'counted by spelling', says, actual: says }),
  };
}

/** Requests that take another number of units. */
function taking(input: string, units: number, isOne: (request: MeteredRequest) => boolean, price = 0): WrongCounting {
  return {
    price,
    units,
    takes: (request) => (isOne(request) ? units : undefined),
    words: ({ taking: { all, explained } }) => ({
      fault: `takes ${units}`,
      input,
      says: `each ${input} took ${units === 0 ? 'nothing' : units} from Remaining, ${explained} times out of ${all}`,
      actual: units === 0 ? 'none taken' : `${units} less with each`,
    }),
  };
}

/** Whether a rejected request takes a unit is left open. */
function ofSort(sort: string, units: number): WrongCounting[] {
  if (units === 1 || (units === 0 && !/ 2\d\d$/.test(sort))) return [];
  return [taking(sort, units, (request) => sortOf(request) === sort)];
}

function ofPages({ smallest, from, units }: Pages): WrongCounting[] {
  if (from === Infinity || smallest >= from) return [];
  const isOne = (request: MeteredRequest) => isSuccess(request) && (request.pageSize ?? 0) >= from;
  return [taking(`list with a limit of ${from} or more`, units, isOne, size)];
}

function ofUntrue({ status, remaining, times }: Untrue): WrongCounting[] {
  if (times < PROOF.untrue) return [];
  const says = `Remaining was ${remaining} in responses with ${status}, and the next response showed that it was not, ${times} times`;
  const fault = remaining === 0 ? '0, and more afterwards' : 'contradicted by the next response';
  return [
    {
      price: value,
      isUntrue: (request) => request.status === status && request.remaining === remaining,
      words: () => ({ fault, says, actual: fault }),
    },
  ];
}

/** Pages from which several units were taken. */
interface Pages {
  /** The smallest page at all, and the smallest one of these. */
  smallest: number;
  from: number;
  units: number;
}

/** What was announced before Remaining rose, or fell by several. */
interface Untrue {
  readonly status: number;
  readonly remaining: number;
  times: number;
}

/** What the steps of a log suggest. */
interface Hints {
  /** Of each sort of requests, how often Remaining fell by how much. */
  readonly sorts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly pages: Pages;
  readonly untrue: ReadonlyMap<string, Untrue>;
}

function readHints({ batches }: History): Hints {
  const sorts = new Map<string, Map<number, number>>();
  const pages = { smallest: Infinity, from: Infinity, units: 0 };
  const untrue = new Map<string, Untrue>();
  for (const { before, after, drop } of undisturbedPairs(batches)) {
    if ((drop < 0 || drop > 1) && isSameWindow(before, after)) {
      const { status, remaining = 0 } = before;
      const known = untrue.get(`${status} ${remaining}`) ?? { status, remaining, times: 0 };
      untrue.set(`${status} ${remaining}`, { ...known, times: known.times + 1 });
    }
    // Where less remains than a request takes, all of it is taken.
    if (drop < 0 || after.remaining === 0) continue;
    const sort = sortOf(after);
    const drops = sorts.get(sort) ?? new Map<number, number>();
    sorts.set(sort, drops.set(drop, (drops.get(drop) ?? 0) + 1));
    const { pageSize } = after;
    if (pageSize === undefined || !isSuccess(after)) continue;
    pages.smallest = Math.min(pages.smallest, pageSize);
    if (drop > 1 && pageSize < pages.from) [pages.from, pages.units] = [pageSize, drop];
  }
  return { sorts, pages, untrue };
}

function sumOf(all: Iterable<ReadonlyMap<number, number>>): ReadonlyMap<number, number> {
  const sum = new Map<number, number>();
  for (const drops of all) for (const [drop, times] of drops) sum.set(drop, (sum.get(drop) ?? 0) + times);
  return sum;
}

function mostFrequent(drops: ReadonlyMap<number, number>): number {
  return [...drops].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 1;
}
