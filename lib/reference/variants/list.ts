import { isPetStatus, PAGE } from '../../contract/pets.ts';
import { textOf, withHeader } from '../answer.ts';
import { beforePaging } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonArray, readJson } from '../server-json.ts';
import { randomFrom } from '../random.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Variant } from './variant.ts';

/** Reads a list query with some of its parameters changed, or left out. */
function rewrittenQuery(rewrite: (name: string, value: string) => string | undefined): Hooks {
  return {
    readListQuery: (core, parameters) => {
      const rewritten = new URLSearchParams();
      for (const [name, value] of parameters) {
        const other = rewrite(name, value);
        if (other !== undefined) rewritten.append(name, other);
      }
      return core(rewritten);
    },
  };
}

function clamped(text: string): string | undefined {
  const limit = /^-?\d+$/.test(text) ? Number(text) : undefined;
  return limit === undefined ? undefined : `${Math.min(PAGE.maximum, Math.max(PAGE.minimum, limit))}`;
}

/** Where the page after this one begins: after the pet of which the cursor speaks. */
function cursorOf({ query }: PetRequest): bigint | undefined {
  const cursor = query.get('cursor') ?? '';
  return /^-?\d{1,19}$/.test(cursor) ? BigInt(cursor) : undefined;
}

/** Listing. */
export const listVariants: Readonly<Record<string, Variant>> = {
  'limit-clamped': {
    says: 'a limit out of range is taken as the nearest one, text as none',
    closeTo: ['LIST-4'],
    ...rewrittenQuery((name, value) => (name === 'limit' ? clamped(value) : value)),
  },
  'limit-zero-empty': {
    says: 'limit=0 gives an empty list',
    closeTo: ['LIST-5'],
    readListQuery: (core, parameters) => (parameters.get('limit') === '0' ? { limit: 0 } : core(parameters)),
  },
  'unknown-status-empty': {
    says: 'a status that does not exist gives an empty list',
    closeTo: ['LIST-8'],
    readListQuery: (core, parameters) => {
      const status = parameters.get('status');
      return status === null || isPetStatus(status) ? core(parameters) : { limit: 0 };
    },
  },
  'unknown-status-ignored': {
    says: 'a status that does not exist is ignored',
    closeTo: ['LIST-8'],
    ...rewrittenQuery((name, value) => (name === 'status' && !isPetStatus(value) ? undefined : value)),
  },
  'status-any-case': {
    says: 'the status filter is read without regard to letter case',
    closeTo: ['LIST-6'],
    ...rewrittenQuery((name, value) => (name === 'status' ? value.toLowerCase() : value)),
  },
  'newest-first': { says: 'the highest id comes first', ...beforePaging((pets) => pets.toReversed()) },
  'by-name': {
    says: 'pets are listed by their names',
    ...beforePaging((pets) => pets.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  },
  'in-no-order': {
    says: 'pets are listed in no order, but always the same',
    ...beforePaging((pets) => pets.toSorted((a, b) => scattered(a.id) - scattered(b.id))),
  },
  'next-page-link': {
    says: 'a Link header leads to the next page',
    closeTo: ['LIST-13'],
    ...beforePaging((pets, _store, request) => {
      const after = cursorOf(request);
      return after === undefined ? pets : pets.filter(({ id }) => id > after);
    }),
    answer: (answer, request, { store }) => {
      const page = addresses(request, 'listPets') ? readJson(textOf(answer)) : undefined;
      if (!isJsonArray(page) || page.length < Number(request.query.get('limit') ?? PAGE.default)) return answer;
      const cursor = lastIdOf(page);
      if (cursor === undefined || store.all.at(-1)?.id === cursor) return answer;
      const query = new URLSearchParams([...request.query].filter(([name]) => name !== 'cursor'));
      query.set('cursor', `${cursor}`);
      return withHeader(answer, 'Link', `</v1/pets?${query.toString()}>; rel="next"`);
    },
  },
};

/** A place in an order that has nothing to do with the id. */
function scattered(id: bigint): number {
  return randomFrom(Number(BigInt.asUintN(32, id ^ (id >> 32n)))).whole(2 ** 32);
}

function lastIdOf(page: readonly unknown[]): bigint | undefined {
  const last = page.at(-1);
  return typeof last === 'object' && last !== null && 'id' in last && typeof last.id === 'bigint' ? last.id : undefined;
}
