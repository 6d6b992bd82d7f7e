import { headerValues, type SentRequest } from '../../evidence/exchange.ts';
import type { LimiterLog } from './metered-history.ts';

/** Something about a request that makes it meet another counter at some limiters, though its caller is the same. */
interface Manner {
  readonly of: (request: SentRequest) => string;
  /** In words, that requests which are otherwise than usual have a counter of their own. */
  readonly says: (others: readonly string[], usual: string) => string;
}

/** How much of a header a sentence shows, in characters. */
const MOST_SHOWN = 60;

/** How a key is written in the Authorization header, masked by its role, and what the request says that it accepts. */
const MANNERS: readonly Manner[] = [
  {
    of: headerOf('Authorization'),
    says: (others, usual) => {
      const sent = others.map((spelling) => `"${spelling}"`).join(', ');
      return `the key sent as ${sent} seems to have a counter of its own, apart from "${usual}"`;
    },
  },
  {
    of: headerOf('Accept'),
    says: ([first = '', ...more]) => {
      const shown = first === '' ? 'without Accept' : `with Accept: ${first.slice(0, MOST_SHOWN)}`;
      const besides = more.length === 0 ? '' : `, and with ${more.length} other values of it,`;
      return `requests ${shown}${besides} seem to have a counter of their own`;
    },
  },
];

function headerOf(name: string): Manner['of'] {
  return ({ headers }) => headerValues(headers, name).join(', ');
}

/** Whether two requests are sent in the same manner: a limiter may have a counter for each. */
export function areSentAlike(one: SentRequest, other: SentRequest): boolean {
  return MANNERS.every(({ of }) => of(one) === of(other));
}

/** How the requests of a log are sent in one manner: each by its number, and in words that those sent otherwise than usual are counted apart. */
export interface SentManners {
  readonly of: ReadonlyMap<number, string>;
  readonly says: string;
}

/** The manners in which the requests of the key that were served differ. */
export function mannersOf({ readings }: LimiterLog): SentManners[] {
  // A long run has many requests, all of them sent alike.
  const requests = new Set<SentRequest>();
  for (const { exchange } of readings) if (exchange.request.credential === 'primary') requests.add(exchange.request);
  const differing = MANNERS.filter(({ of }) => new Set([...requests].map(of)).size > 1);
  if (differing.length === 0) return [];
  const own = readings.filter(({ exchange }) => exchange.request.credential === 'primary');
  const served = own.filter(({ exchange }) => exchange.answer.status !== 401);
  return differing.flatMap((manner) => {
    const of = new Map(own.map(({ exchange: { id, request } }) => [id, manner.of(request)]));
    const alike = Map.groupBy(served, ({ exchange }) => of.get(exchange.id) ?? '');
    const [usual = '', ...others] = [...alike].toSorted(([, a], [, b]) => b.length - a.length).map(([one]) => one);
    return others.length === 0 ? [] : [{ of, says: manner.says(others, usual) }];
  });
}
