import { PAGE } from '../lib/contract/pets.ts';
import { badLimits, badStatuses, exactly, filteredPages, limits, statuses } from '../lib/probe/draws.ts';
import { AS_CLIENTS_DO } from '../lib/probe/credentials.ts';
import { forAll, suite } from '../lib/probe/index.ts';

/** Section 4.1: GET /pets. */
export default suite('GET /pets', [
  {
    id: 'list/largest-page',
    title: 'limit=100 lists pets',
    clause: 'Section 4.1: the list is an array of pets; section 8: the largest page is 100.',
    shows: ['LIST-1', 'LIST-2', 'LIST-3', 'LIST-9', 'LIST-10', 'LIST-11'],
    brings: ['lists'],
    smoke: true,
    costs: 1,
    sends: async ({ service }) => {
      await service.listPets({ limit: 100 });
    },
  },
  {
    id: 'list/default-page',
    title: 'without limit a page is the same as with limit=20, compared in turns',
    clause: 'Section 4.1: limit may be left out; section 8: the page size is 20 then.',
    shows: ['LIST-2', 'LIST-3', 'LIST-12'],
    brings: ['lists'],
    costs: 3,
    sends: async ({ service }) => {
      for (const query of [{}, { limit: 20 }, {}]) await service.listPets(query);
    },
  },
  {
    id: 'list/page-sizes',
    title: 'a page has at most limit pets',
    clause: 'Section 4.1: a list has at most `limit` pets, from 1 to 100.',
    shows: ['LIST-2', 'LIST-11'],
    brings: ['lists'],
    smoke: true,
    costs: 4,
    sends: forAll(limits, (limit, { service }) => service.listPets({ limit })),
  },
  {
    id: 'list/status-filter',
    title: 'a status filter returns only pets with that status',
    clause: 'Section 4.1: with status only pets of that status are listed.',
    shows: ['LIST-6'],
    brings: ['lists'],
    smoke: true,
    costs: 3,
    sends: forAll(statuses, (status, { service }) => service.listPets({ limit: 100, status })),
  },
  {
    id: 'list/limit-and-status',
    title: '`limit` and `status` combine correctly',
    clause: 'Section 4.1: both parameters may be given, and each keeps its meaning.',
    shows: ['LIST-2', 'LIST-6', 'LIST-9'],
    brings: ['lists'],
    costs: 3,
    sends: forAll(
      async ({ service }) => {
        const known = await service.knownPets();
        return filteredPages((wanted) => known.filter(({ status }) => status === wanted).length);
      },
      (query, { service }) => service.listPets({ query }),
    ),
  },
  {
    id: 'list/status-without-limit',
    title: 'a status filter without limit returns at most 20 pets',
    clause: 'Section 4.1: status alone; section 8: the page size is 20 without limit.',
    shows: ['LIST-3', 'LIST-6'],
    brings: ['lists'],
    costs: 1,
    sends: forAll(exactly(...statuses.always.slice(0, 1)), (status, { service }) =>
      service.listPets({ status }, AS_CLIENTS_DO),
    ),
  },
  {
    id: 'list/bad-limits',
    title: 'no limit returns more than 100 pets',
    clause: 'Section 8: no page is larger than 100; the response to a limit out of range is left open.',
    shows: ['LIST-1', 'LIST-4', 'LIST-5', 'ERR-7'],
    brings: ['lists'],
    costs: 6,
    sends: forAll(
      async ({ service, seed }) => {
        const pets = await service.knownPets();
        const known = Map.groupBy(pets, ({ status }) => status);
        const full = statuses.always.find((status) => (known.get(status)?.length ?? 0) >= PAGE.maximum);
        return badLimits(seed, full, pets.length);
      },
      (query, { service }) => service.listPets({ query }),
    ),
  },
  {
    id: 'list/unknown-statuses',
    title: 'an unknown status returns a list or an Error',
    clause: 'Section 4.1: status is one of three; the response to any other value is left open.',
    shows: ['LIST-1', 'LIST-4', 'LIST-8', 'ERR-7'],
    brings: ['lists'],
    costs: 2,
    sends: forAll(badStatuses, (query, { service }) => service.listPets({ query })),
  },
]);
