import { PAGE } from '../../contract/pets.ts';
import { textOf, withHeader, type Answer } from '../answer.ts';
import { beforePaging } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { statusesInTurns } from '../in-turns.ts';
import { isJsonArray, readJson } from '../server-json.ts';
import { EVERYTHING } from '../list-query.ts';
import type { Pet } from '../pet.ts';
import { randomFrom } from '../random.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Variant } from './variant.ts';

/** Cuts the page first, and leaves what the filter lets through. */
const FILTERED_AFTERWARDS: Required<Pick<Hooks, 'list'>> = {
  list: (core, { limit, status }, store, request) =>
    core({ limit }, store, request).filter((pet) => status === undefined || pet.status === status),
};

/** Tells with every page that there is another one. */
function pointing(name: string, value: (request: PetRequest) => string): Hooks {
  return {
    answer: (answer, request) =>
      addresses(request, 'listPets') && answer.status === 200 && countOf(answer) > 0
        ? withHeader(answer, name, value(request))
        : answer,
  };
}

function countOf(answer: Answer): number {
  const page = readJson(textOf(answer));
  return isJsonArray(page) ? page.length : 0;
}

const nextLink = ({ query }: PetRequest): string => {
  const next = new URLSearchParams(query);
  next.set('cursor', 'b64:MTIz');
  return `</v1/pets?${next.toString()}>; rel="next"`;
};

/** Gives pages of at most that many pets, whatever limit is asked for. */
function upTo(most: number, mostFiltered = most): Hooks {
  return {
    list: (core, query, store, request) =>
      core({ ...query, limit: Math.min(query.status ? mostFiltered : most, query.limit) }, store, request),
  };
}

/** Lists what is sold behind all else, on pages of at most that many pets. */
function soldLast(most: number): Hooks {
  return {
    list: (core, query, store, request) =>
      core({ ...query, limit: EVERYTHING }, store, request)
        .toSorted((a, b) => Number(a.status === 'sold') - Number(b.status === 'sold'))
        .slice(0, Math.min(most, query.limit)),
  };
}

/** Pages, their order, and how a further one is announced. */
export const pagingVariants: Readonly<Record<string, Variant>> = {
  'filter-after-paging-link': {
    says: 'the filter is applied to the page, and a Link header leads on',
    closeTo: ['LIST-7'],
    warns: ['LIST-11'],
    ...FILTERED_AFTERWARDS,
    ...pointing('Link', nextLink),
  },
  'filter-after-paging-cursor': {
    says: 'the filter is applied to the page, and a header has the cursor of the next one',
    closeTo: ['LIST-9', 'LIST-13'],
    warns: ['LIST-11'],
    ...FILTERED_AFTERWARDS,
    ...pointing('X-Next-Cursor', () => 'eyJpZCI6MTIzfQ'),
  },
  'filter-after-paging-silent': {
    says: 'the filter is applied to the page, and no response points to further pages',
    closeTo: ['LIST-11'],
    warns: ['LIST-11'],
    ...FILTERED_AFTERWARDS,
  },
  'pages-one-short': {
    says: 'pages are a pet shorter than asked for, and a header has the cursor of the next one',
    closeTo: ['LIST-2'],
    warns: ['LIST-11'],
    list: (core, query, store, request) => core({ ...query, limit: Math.max(1, query.limit - 1) }, store, request),
    ...pointing('X-Next-Cursor', () => 'eyJpZCI6MTIzfQ'),
  },
  'pages-up-to-50': {
    says: 'no page has more than 50 pets, and a Link header leads on',
    closeTo: ['LIST-4'],
    ...upTo(50),
    ...pointing('Link', nextLink),
  },
  'pages-up-to-30-silent': {
    says: 'no page has more than 30 pets, and no response points to further pages',
    ...upTo(30),
  },
  'pages-up-to-99-silent': {
    says: 'no page has more than 99 pets, as a hundredth tells whether there is more, and no response points to further pages',
    ...upTo(99),
  },
  'pages-up-to-47-silent': {
    says: 'no page has more than 47 pets, and no response points to further pages',
    ...upTo(47),
  },
  'pages-up-to-13-silent': {
    says: 'no page has more than 13 pets, and no response points to further pages',
    ...upTo(13),
  },
  'pages-up-to-60-in-turns': {
    says: '60 pets, 20 of each status; no page has more than 60 pets, and no response points to further pages',
    ...statusesInTurns(60),
    ...upTo(60),
  },
  'filtered-up-to-20-silent': {
    says: '60 pets, 20 of each status; no filtered page has more than 20 pets, and no response points to further pages',
    ...statusesInTurns(60),
    ...upTo(PAGE.maximum, 20),
  },
  'filtered-up-to-25-in-halves': {
    says: 'half of the pets are sold, no page has more than 50, a filtered one not more than 25, and no response points to further pages',
    seed: (core, count, seed) =>
      core(count, seed).map((pet, index) => ({ ...pet, status: index % 2 === 0 ? 'pending' : 'sold' })),
    ...upTo(50, 25),
  },
  'filter-after-paging-in-turns': {
    says: 'the statuses of 300 pets take turns, the filter is applied to pages of up to 60, and no response points to further pages',
    warns: ['LIST-11'],
    ...statusesInTurns(300),
    list: (core, query, store, request) =>
      FILTERED_AFTERWARDS.list(core, { ...query, limit: Math.min(60, query.limit) }, store, request),
  },
  'sold-last-up-to-50': {
    says: 'of 60 pets 10 are sold and come last, no page has more than 50, and no response points to further pages',
    options: { pets: 60 },
    ...soldLast(50),
  },
  'sold-last-up-to-60': {
    says: 'of 60 pets 10 are sold and come last, no page has more than 60, and no response points to further pages',
    options: { pets: 60 },
    ...soldLast(60),
  },
  'newest-44-without-filter': {
    says: 'a list without a filter has the newest 44 pets, in the order of their ids',
    closeTo: ['LIST-14'],
    list: (core, query, store, request) =>
      query.status === undefined
        ? core({ limit: EVERYTHING }, store, request).slice(-44).slice(0, query.limit)
        : core(query, store, request),
  },
  'one-last-up-to-47': {
    says: 'a list without a filter has 47 pets at most, and one that was edited comes last there',
    closeTo: ['LIST-14'],
    options: { pets: 60 },
    ...beforePaging(
      (pets) => [...pets.filter((_pet, index) => index !== 30), ...pets.slice(30, 31)].slice(0, 47),
      ({ status }) => status === undefined,
    ),
  },
  'pages-with-gaps': {
    says: 'pets that were removed leave gaps in their pages, and a header has the token of the next one',
    closeTo: ['LIST-3', 'LIST-11'],
    warns: ['LIST-11'],
    list: (core, query, store, request) => core(query, store, request).filter(({ id }) => id % 14n !== 0n),
    find: (core, id, store) => (id % 14n === 0n ? undefined : core(id, store)),
    create: (_core, { status = 'available', ...newPet }, store) => {
      let id = store.freeId();
      while (id % 14n === 0n || store.get(id) !== undefined) id++;
      const pet = { id, ...newPet, status };
      store.add(pet);
      return pet;
    },
    ...pointing('X-Next-Page-Token', () => 'tok_2'),
  },
  'order-by-chance': {
    says: 'pets come in another order each time',
    closeTo: ['LIST-10'],
    warns: ['LIST-12'],
    remembering: () => {
      const random = randomFrom(31);
      return beforePaging((pets) => random.shuffled(pets));
    },
  },
  'order-by-chance-of-few': {
    says: 'there are 60 pets, and they come in another order each time',
    closeTo: ['LIST-12'],
    options: { pets: 60 },
    warns: ['LIST-12'],
    remembering: () => {
      const random = randomFrom(31);
      return beforePaging((pets) => random.shuffled(pets));
    },
  },
  'by-status': {
    says: 'pets are listed by their status, then by their names',
    ...beforePaging((pets) => pets.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))),
  },
  'newest-first-of-few': {
    says: 'there are 60 pets, and the newest come first',
    options: { pets: 60 },
    ...beforePaging((pets) => pets.toReversed()),
  },
  'total-count': {
    says: 'a list says how many pets there are, and its range',
    closeTo: ['LIST-13'],
    answer: (answer, request, { store }) =>
      addresses(request, 'listPets') && answer.status === 200
        ? withHeader(
            withHeader(answer, 'X-Total-Count', `${store.all.length}`),
            'Content-Range',
            `pets 0-${Number(request.query.get('limit') ?? PAGE.default) - 1}/${store.all.length}`,
          )
        : answer,
  },
};

function sortKey({ status, name, id }: Pet): string {
  return `${status ?? ''} ${name} ${id}`;
}
