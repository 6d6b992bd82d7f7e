import { PAGE } from '../../contract/pets.ts';
import { errorAnswer, withBody, withItems, withJson } from '../answer.ts';
import { beforePaging } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonObject } from '../server-json.ts';
import { EVERYTHING } from '../list-query.ts';
import { isRefusal } from '../refusal.ts';
import { addresses } from '../request.ts';
import type { Defect } from './defect.ts';

/** Serves another limit than the one that was asked for; undefined: none was, or no documented one. */
function takeLimit(change: (asked: number | undefined) => number | undefined): Hooks {
  return {
    readListQuery: (core, parameters) => {
      const query = core(parameters);
      if (isRefusal(query)) return query;
      const changed = change(parameters.has('limit') ? query.limit : undefined);
      return changed === undefined ? query : { ...query, limit: changed };
    },
  };
}

/** Serves limits that are out of range. */
function takeBadLimit(isTaken: (text: string, parameters: URLSearchParams) => boolean, limit: number): Hooks {
  return {
    readListQuery: (core, parameters) => {
      const text = parameters.get('limit');
      if (text === null || !isTaken(text, parameters)) return core(parameters);
      const query = core(new URLSearchParams([...parameters].filter(([name]) => name !== 'limit')));
      return isRefusal(query) ? query : { ...query, limit };
    },
  };
}

/** What a page is, and how many pets are on it. */
export const listPageDefects: Readonly<Record<string, Defect>> = {
  'list-in-envelope': {
    says: 'the list is wrapped in an object',
    breaks: ['LIST-1'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'listPets') ? withJson(answer, (data) => ({ data })) : answer,
  },
  'item-without-name': {
    says: 'the third item of a list has no name',
    breaks: ['LIST-1'],
    answer: (answer) =>
      withItems(answer, (items) =>
        items.map((item, index) => (index === 2 && isJsonObject(item) ? without(item, 'name') : item)),
      ),
  },
  'status-of-another-kind': {
    says: 'lists show pending pets as reserved',
    breaks: ['LIST-1', 'LIST-6', 'LIST-9'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && pet.status === 'pending' && { status: 'reserved' }),
    }),
  },
  'null-in-list': {
    says: 'a list ends with null',
    breaks: ['LIST-1', 'LIST-2', 'LIST-3'],
    answer: (answer) => withItems(answer, (items) => [...items.slice(0, -1), null]),
  },
  'limit-100-refused': {
    says: 'the largest limit is refused, as if the maximum were excluded',
    breaks: ['LIST-2'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'listPets') && request.query.get('limit') === '100'
        ? withBody({ ...answer, status: 400 }, errorAnswer(400, 'invalid_limit', 'limit must be less than 100').body)
        : answer,
  },
  'limit-1-refused': {
    says: 'the smallest limit is refused, as if the minimum were excluded',
    breaks: ['LIST-2'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'listPets') && request.query.get('limit') === '1'
        ? withBody({ ...answer, status: 400 }, errorAnswer(400, 'invalid_limit', 'limit must be more than 1').body)
        : answer,
  },
  'limit-ignored': {
    says: 'every page has 20 pets',
    breaks: ['LIST-2', 'LIST-9'],
    ...takeLimit(() => PAGE.default),
  },
  'limit-1-gives-2': {
    says: 'limit=1 gives two pets',
    breaks: ['LIST-2', 'LIST-9'],
    ...takeLimit((asked) => (asked === 1 ? 2 : asked)),
  },
  'one-more-above-50': {
    says: 'limits above 50 give one pet more',
    breaks: ['LIST-2', 'LIST-9'],
    ...takeLimit((asked) => (asked !== undefined && asked > 50 ? asked + 1 : asked)),
  },
  'one-more-always': {
    says: 'every limit gives one pet more, and so does the default',
    breaks: ['LIST-2', 'LIST-3', 'LIST-9'],
    ...takeLimit((asked) => (asked ?? PAGE.default) + 1),
  },
  'default-25': {
    says: 'without limit a page has 25 pets',
    breaks: ['LIST-3'],
    ...takeLimit((asked) => asked ?? 25),
  },
  'default-10': {
    says: 'without limit a page has 10 pets',
    breaks: ['LIST-3'],
    ...takeLimit((asked) => asked ?? 10),
  },
  'default-10-newest-first': {
    says: 'without limit a page has 10 pets, and the newest come first',
    breaks: ['LIST-3'],
    ...takeLimit((asked) => asked ?? 10),
    ...beforePaging((pets) => pets.toReversed()),
  },
  'default-unlimited': {
    says: 'without limit all pets are listed',
    breaks: ['LIST-3', 'LIST-4'],
    ...takeLimit((asked) => asked ?? EVERYTHING),
  },
  'limit-1000': {
    says: 'a limit beyond the maximum is served as asked',
    breaks: ['LIST-4'],
    ...takeBadLimit((text) => /^\d{3,}$/.test(text) && Number(text) > PAGE.maximum, EVERYTHING),
  },
  'filtered-limit-1000': {
    says: '260 pets; a limit beyond the maximum is served as asked where a status is given, as by a query of its own',
    breaks: ['LIST-4'],
    options: { pets: 260 },
    ...takeBadLimit((text, parameters) => parameters.has('status') && Number(text) > PAGE.maximum, EVERYTHING),
  },
  'limit-minus-1': {
    says: 'a negative limit gives all pets',
    breaks: ['LIST-4'],
    ...takeBadLimit((text) => /^-\d+$/.test(text), EVERYTHING),
  },
  'limit-text-unlimited': {
    says: 'a limit that is not a number gives all pets',
    breaks: ['LIST-4'],
    ...takeBadLimit((text) => !/^-?\d+$/.test(text), EVERYTHING),
  },
  'limit-empty-unlimited': {
    says: 'a limit without a value gives all pets',
    breaks: ['LIST-4'],
    ...takeBadLimit((text) => text === '', EVERYTHING),
  },
  'list-empty-after-error': {
    says: 'the list after an error is empty, as where a connection to the store is used once more',
    breaks: ['LIST-11', 'LIST-7', 'LIST-3', 'LIST-12', 'GET-6', 'CREATE-10'],
    remembering: () => {
      let isBroken = false;
      return {
        answer: (answer, request) => {
          if (isBroken && answer.status === 200 && addresses(request, 'listPets')) {
            isBroken = false;
            return withItems(answer, () => []);
          }
          isBroken ||= answer.status === 400;
          return answer;
        },
      };
    },
  },
  'first-item-twice': {
    says: 'the last item of a page is its first one again',
    breaks: ['LIST-10'],
    answer: (answer) => withItems(answer, (items) => (items.length > 2 ? [...items.slice(0, -1), items[0]] : items)),
  },
};

function without(item: object, name: string): object {
  return Object.fromEntries(Object.entries(item).filter(([member]) => member !== name));
}
