import { setTimeout } from 'node:timers/promises';
import { PAGE, type PetStatus } from '../../contract/pets.ts';
import { createdAsSent } from '../as-sent.ts';
import { beforePaging } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { statusesInTurns } from '../in-turns.ts';
import type { Pet } from '../pet.ts';
import { isRefusal } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Defect } from './defect.ts';

/** Leaves pets out of filtered lists. */
function hide(isHidden: (pet: Pet, newest: Pet | undefined, all: readonly Pet[]) => boolean): Hooks {
  return beforePaging(
    (pets, { newest, all }) => pets.filter((pet) => !isHidden(pet, newest, all)),
    ({ status }) => status !== undefined,
  );
}

/** Leaves pets of some statuses out of lists without a filter. */
function unlisting(...hidden: readonly PetStatus[]): Hooks {
  return beforePaging(
    (pets) => pets.filter(({ status }) => status === undefined || !hidden.includes(status)),
    ({ status }) => status === undefined,
  );
}

function ignoreFilter(isIgnored: (status: PetStatus | undefined) => boolean): Hooks {
  return {
    list: (core, { limit, status }, store, request) =>
      core({ limit, status: isIgnored(status) ? undefined : status }, store, request),
  };
}

/** Which pets are on a filtered page. */
export const listFilterDefects: Readonly<Record<string, Defect>> = {
  'filter-ignored': {
    says: 'status is ignored',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    ...ignoreFilter(() => true),
  },
  'filter-ignored-for-pending': {
    says: 'status=pending is ignored',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    ...ignoreFilter((status) => status === 'pending'),
  },
  'filter-ignored-without-status': {
    says: 'status is ignored, and lists with one leave the status of pets out',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    list: (core, query, store, request) => {
      const pets = core({ limit: query.limit }, store, request);
      return query.status === undefined ? pets : pets.map(({ id, name, categoryId }) => ({ id, name, categoryId }));
    },
  },
  'filter-keeps-pets-without-status': {
    says: 'a pet that was added without a status has none, and is under each filter',
    breaks: ['LIST-6', 'LIST-9'],
    ...createdAsSent,
    list: (_core, { limit, status }, { all }) =>
      all.filter((pet) => [undefined, pet.status].includes(status) || pet.status === undefined).slice(0, limit),
  },
  'filter-last-item-wrong': {
    says: 'the last pet of a filtered page has another status',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    list: (core, query, store, request) => {
      const page = core(query, store, request);
      const stranger = store.all.find(({ status }) => status !== query.status);
      return query.status === undefined || stranger === undefined ? page : [...page.slice(0, -1), stranger];
    },
  },
  'filter-first-item-only': {
    says: 'only the first pet of a filtered page is sure to have its status',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    list: (core, query, store, request) => {
      const [first] = core({ ...query, limit: 1 }, store, request);
      if (query.status === undefined || first === undefined) return core(query, store, request);
      return [first, ...store.all.filter(({ id }) => id !== first.id)].slice(0, query.limit);
    },
  },
  'filter-as-available-or': {
    says: 'a filtered page holds the available pets too',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    list: (core, query, store, request) =>
      query.status === undefined
        ? core(query, store, request)
        : store.all.filter(({ status }) => status === query.status || status === 'available').slice(0, query.limit),
  },
  'filter-after-paging': {
    says: 'the page is cut before it is filtered',
    breaks: ['LIST-11', 'LIST-7', 'GET-6'],
    list: (core, query, store, request) =>
      core({ limit: query.limit }, store, request).filter(
        ({ status }) => query.status === undefined || status === query.status,
      ),
  },
  'filter-of-first-hundred': {
    says: 'the filter looks at the first hundred pets alone',
    breaks: ['LIST-7', 'GET-6', 'CREATE-10'],
    list: (core, query, store, request) =>
      query.status === undefined
        ? core(query, store, request)
        : store.all
            .slice(0, PAGE.maximum)
            .filter(({ status }) => status === query.status)
            .slice(0, query.limit),
  },
  'filter-hides-emoji': {
    says: 'filtered lists lack the pets whose name has a character beyond U+FFFF',
    breaks: ['LIST-7', 'GET-6', 'CREATE-10'],
    ...hide(({ name }) => /[\u{10000}-\u{10FFFF}]/u.test(name)),
  },
  'filter-hides-newest': {
    says: 'filtered lists lack the newest pet',
    breaks: ['LIST-7', 'GET-6', 'CREATE-10'],
    options: FEW_PETS,
    ...hide((pet, newest) => pet.id === newest?.id),
  },
  'filter-hides-oldest': {
    says: 'filtered lists lack the pet with the lowest id of its status',
    breaks: ['LIST-7', 'GET-6'],
    ...hide((pet, _newest, all) => all.find(({ status }) => status === pet.status)?.id === pet.id),
  },
  'filter-sold-empty': {
    says: 'status=sold gives no pets',
    breaks: ['LIST-7', 'GET-6'],
    ...hide(({ status }) => status === 'sold'),
  },
  'one-only-by-filter': {
    says: 'a list without a filter lacks one pet, as where a join finds nothing for it',
    breaks: ['LIST-14'],
    options: FEW_PETS,
    ...beforePaging(
      (pets) => pets.filter((_pet, index) => index !== 30),
      ({ status }) => status === undefined,
    ),
  },
  'category-only-by-filter': {
    says: 'a list without a filter lacks the pets of one category, as after a join',
    breaks: ['LIST-14'],
    options: { pets: 67 },
    ...beforePaging(
      (pets, { all }) => pets.filter(({ categoryId }) => categoryId !== all[5]?.categoryId),
      ({ status }) => status === undefined,
    ),
  },
  'sold-only-by-filter': {
    says: 'a list without a filter lacks the sold pets',
    breaks: ['CREATE-10', 'LIST-14'],
    // Not so many that the list could be one that ends at a round number.
    options: { pets: 57 },
    ...unlisting('sold'),
  },
  'sold-only-by-filter-in-turns': {
    says: '60 pets, 20 of each status; a list without a filter lacks the sold ones',
    breaks: ['CREATE-10', 'LIST-14'],
    ...statusesInTurns(60),
    ...unlisting('sold'),
  },
  'pending-only-by-filter': {
    says: 'a list without a filter lacks the pending pets, and is as long as a cap on pages may allow',
    breaks: ['CREATE-10', 'LIST-14'],
    options: { pets: 57 },
    ...unlisting('pending'),
  },
  'available-without-filter': {
    says: 'a list without a filter has the available pets only, as when the filter has a default',
    breaks: ['CREATE-10', 'LIST-14'],
    ...unlisting('pending', 'sold'),
  },
  'available-without-filter-in-turns': {
    says: '153 pets, 51 of each status; a list without a filter shows only the 51 available ones, which a cap on the page size could explain',
    breaks: ['CREATE-10', 'LIST-14'],
    ...statusesInTurns(153),
    ...unlisting('pending', 'sold'),
  },
  'filter-hides-fetched': {
    says: 'a pet that was fetched by its id is missing from filtered lists',
    breaks: ['LIST-7', 'GET-6'],
    remembering: () => {
      const fetched = new Set<bigint>();
      return {
        ...hide(({ id }) => fetched.has(id)),
        find: (core, id, store) => {
          fetched.add(id);
          return core(id, store);
        },
      };
    },
  },
  'filter-kept-for-the-next-list': {
    says: 'a list without a filter has that of the list before, as where a query is built on one object',
    breaks: ['LIST-11'],
    remembering: () => {
      let before: PetStatus | undefined;
      return {
        readListQuery: (core, parameters) => {
          const query = core(parameters);
          if (isRefusal(query)) return query;
          before = query.status ?? before;
          return { ...query, status: before };
        },
      };
    },
  },
  'limit-ignored-with-filter': {
    says: 'limit is ignored when status is given',
    breaks: ['LIST-2', 'LIST-9'],
    list: (core, query, store, request) =>
      core(query.status === undefined ? query : { ...query, limit: PAGE.default }, store, request),
  },
  'filter-ignored-with-limit': {
    says: 'status is ignored when limit is given',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6'],
    list: (core, query, store, request) =>
      core(request.query.has('limit') ? { limit: query.limit } : query, store, request),
  },
  'queries-swapped': {
    says: 'lists at the same time are all chosen by the query of the last one',
    breaks: ['LIST-6', 'LIST-7', 'GET-6'],
    remembering: () => {
      let last: Pick<PetRequest, 'query' | 'target'>;
      return {
        operate: async (core, request, around) => {
          if (!addresses(request, 'listPets')) return core(request, around);
          last = request;
          await setTimeout(20);
          return core({ ...request, query: last.query, target: last.target }, around);
        },
      };
    },
  },
};
