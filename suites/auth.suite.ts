import type { Operation } from '../lib/contract/operations.ts';
import { PAGE } from '../lib/contract/pets.ts';
import {
  BEYOND_ASCII,
  ELSEWHERE,
  FURTHER_WORD,
  invalidKeys,
  LIKE_BEARER,
  MISSING,
  OTHER_CASE,
  VALID,
  type Credential,
} from '../lib/probe/credentials.ts';
import { drawnNumber } from '../lib/probe/drawn-number.ts';
import { byTurns } from '../lib/probe/by-turns.ts';
import { exactly, listed } from '../lib/probe/draws.ts';
import { forAll, suite, type ProbeRun, type Service } from '../lib/probe/index.ts';

/** Section 5: every operation asks for a valid key and serves nobody without one. */
export default suite('Authentication', [
  {
    id: 'auth/no-key',
    title: 'without a key every operation returns 401',
    clause: 'Section 5: a request without a key gets 401, whatever the operation.',
    shows: ['AUTH-1', 'AUTH-4'],
    brings: ['unauthorized', 'errors'],
    smoke: true,
    costs: 2,
    sends: forAll(
      async ({ service }) =>
        exactly<Operation>('listPets', 'getPet', ...(service.writes ? ['createPet' as const] : [])),
      (operation, { service }) =>
        // Without a query: lists with one are asked for below.
        operation === 'listPets' ? service.listPets({}, MISSING) : callWithoutKey(service, operation),
    ),
  },
  {
    id: 'auth/invalid-key-list',
    title: 'with an invalid key the list returns 401',
    clause: 'Section 5: an invalid key gets 401.',
    shows: ['AUTH-2'],
    brings: ['unauthorized', 'errors'],
    smoke: true,
    costs: 5,
    sends: forAll(invalid('listPets'), (credential, { service, seed }) =>
      service.listPets({ query: byTurns(seed + drawnNumber(credential.name), ...REFUSED) }, credential),
    ),
  },
  {
    id: 'auth/invalid-key-get',
    title: 'with an invalid key getPet returns 401',
    clause: 'Section 5: an invalid key gets 401.',
    shows: ['AUTH-2'],
    brings: ['unauthorized', 'errors'],
    costs: 2,
    sends: forAll(invalid('getPet'), (credential, { service }) => call(service, 'getPet', credential)),
  },
  {
    id: 'auth/invalid-key-create',
    title: 'with an invalid key createPet returns 401, and creates nothing',
    clause: 'Section 5: an invalid key gets 401.',
    shows: ['AUTH-2', 'AUTH-4'],
    brings: ['unauthorized', 'errors'],
    needs: ['writes'],
    costs: 3,
    sends: forAll(invalid('createPet'), (credential, { service }) => call(service, 'createPet', credential)),
  },
  {
    id: 'auth/scheme-in-another-case',
    title: 'the scheme name is case-insensitive; meanwhile a request without a key is rejected',
    clause:
      'Section 5: the scheme is Bearer, and a request without a key gets 401; RFC 9110, section 11.1: letter case does not matter.',
    shows: ['AUTH-6', 'AUTH-1'],
    brings: ['lists', 'unauthorized', 'errors'],
    costs: 2,
    sends: forAll(exactly(...OTHER_CASE.slice(0, 1)), async (credential, { service }) => {
      // What a cache has it may give to anyone, and though pets were created since.
      await service.knownPets();
      // Together: whose request it is may be kept where another request finds it.
      await Promise.all([
        service.listPets({ limit: PAGE.maximum }, credential),
        service.listPets({ limit: PAGE.maximum }, MISSING),
      ]);
    }),
  },
  {
    id: 'auth/further-word',
    title: 'a key followed by another word, or preceded by one that begins as Bearer does, is not valid',
    clause: 'Section 5: the header is Bearer and the key; RFC 6750, section 2.1: the key is one word.',
    shows: ['AUTH-2', 'AUTH-6'],
    brings: ['unauthorized'],
    costs: 1,
    sends: async ({ service, seed }) => {
      await service.listPets({ limit: 2 }, byTurns(seed, FURTHER_WORD, LIKE_BEARER, BEYOND_ASCII));
    },
  },
  {
    id: 'auth/key-elsewhere',
    title: 'filtered lists require a key, too; a key in the query or in another header is not a bearer token',
    clause: 'Section 5: every request needs a key, in the Authorization header.',
    shows: ['AUTH-1'],
    brings: ['unauthorized', 'errors'],
    costs: 1,
    sends: forAll(
      async ({ seed }) => {
        const first = byTurns(seed, ...FILTERED);
        return listed(
          [first],
          FILTERED.filter((one) => one !== first),
        );
      },
      async (filtered, { service }) => {
        // A real key is put nowhere else on its way to another machine.
        const [query, as] = service.isOnThisMachine ? [`${filtered}&${IN_THE_QUERY}`, ELSEWHERE] : [filtered, MISSING];
        await service.listPets({ query }, as);
      },
    ),
  },
  {
    id: 'auth/other-faults',
    title: 'an invalid request without a key gets no data either',
    clause: 'Section 5: a request without a key is rejected; which error is returned when several apply is left open.',
    shows: ['AUTH-7'],
    brings: ['unauthorized', 'errors'],
    costs: 2,
    sends: async ({ service, seed }) => {
      await service.listPets({ query: 'limit=1000' }, MISSING);
      await service.request({ method: 'GET', target: byTurns(seed, ...SPELLINGS), headers: [] }, MISSING);
    },
  },
]);

/** Where a token may stand by RFC 6750, section 2.3, and where other interfaces have it. */
const IN_THE_QUERY = ['access_token', 'api_key', 'apikey', 'apiKey', 'key', 'token']
  .map((name) => `${name}={primary}`)
  .join('&');

/** Both documented parameters: some services ask for a key only where there is none of them, or give one pet to anybody, as a sample. */
const FILTERED = ['limit=1&status=sold', 'status=available&limit=1', 'limit=1&status=pending'] as const;

/** Other spellings of the path of lists: whoever checks keys by the path as it is written may route it by what it means. */
const SPELLINGS = ['/pets/', '//pets', '/pets;a=1', '/%70ets', '/./pets', '/PETS', '/pets%20', '/pets%2F'] as const;

/** What is not listed for an invalid key: a service may look at keys only where it has something else to look at. */
const REFUSED = ['limit=1', 'status=available', 'limit=100', 'limit=5&status=sold'] as const;

function invalid(operation: Operation) {
  return async ({ service }: ProbeRun) => {
    const { always, others } = invalidKeys(operation, service.seed(), service.writes);
    return listed(always, others);
  };
}

/** A read that gets a 429 is sent again by itself. A creation is not, but another one is sent, when the limit of those without a key has renewed. */
async function callWithoutKey(service: Service, operation: Operation) {
  const first = await call(service, operation, MISSING);
  return operation === 'createPet' && first.answer?.status === 429 ? call(service, operation, MISSING) : first;
}

async function call(service: Service, operation: Operation, as: Credential = VALID) {
  if (operation === 'listPets') return service.listPets({ limit: 1 }, as);
  // Under the roomiest status, so that it would be seen if it were stored after all.
  if (operation === 'createPet')
    return service.createPet(await service.newPet({ status: service.roomiestStatus() }), as);
  const [known] = await service.knownPets();
  return service.getPet(known?.id ?? 1n, as);
}
