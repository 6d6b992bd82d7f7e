import type { Operation } from '../lib/contract/operations.ts';
import {
  ELSEWHERE,
  FURTHER_WORD,
  INVALID,
  MISSING,
  OTHER_CASE,
  VALID,
  type Credential,
} from '../lib/probe/credentials.ts';
import { exactly, listed } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite, type Service } from '../lib/probe/index.ts';

/** Section 5: every operation asks for a valid key and serves nobody without one. */
suite('Authentication', ({ service }) => {
  // A real key is put nowhere else on its way to another machine.
  const elsewhere = () => (service.isOnThisMachine ? ELSEWHERE : MISSING);
  const operations = () => exactly<Operation>('listPets', 'getPet', ...(service.writes ? ['createPet' as const] : []));

  probe(
    ['AUTH-1', 'AUTH-4'],
    'without a key every operation answers 401',
    forAll(
      async () => operations(),
      async (operation) => {
        // Without a query: lists with one are asked for below.
        const asked = operation === 'listPets' ? service.listPets({}, MISSING) : call(service, operation, MISSING);
        expect(await asked).toConform('AUTH-1');
      },
    ),
    { smoke: true, brings: ['unauthorized', 'errors'] },
  );

  probe(
    'AUTH-2',
    'with an invalid key the list answers 401',
    forAll(invalid('listPets'), async (credential) => {
      expect(await service.listPets({ limit: 1 }, credential)).toConform('AUTH-2');
    }),
    { smoke: true, brings: ['unauthorized', 'errors'] },
  );

  probe(
    'AUTH-2',
    'with an invalid key getPet answers 401',
    forAll(invalid('getPet'), async (credential) => {
      expect(await call(service, 'getPet', credential)).toConform('AUTH-2');
    }),
    { brings: ['unauthorized', 'errors'] },
  );

  probe(
    ['AUTH-2', 'AUTH-4'],
    'with an invalid key createPet answers 401',
    forAll(invalid('createPet'), async (credential) => {
      expect(await call(service, 'createPet', credential)).toConform('AUTH-2');
    }),
    { writes: true, brings: ['unauthorized', 'errors'] },
  );

  probe(
    'AUTH-6',
    'the scheme name may be written in any letter case',
    forAll(exactly(...OTHER_CASE.slice(0, 1)), async (credential) => {
      await service.listPets({ limit: 2 }, credential);
    }),
    { brings: ['lists'] },
  );

  probe(
    'AUTH-6',
    'a key with a further word after it is no valid one',
    async () => {
      await service.listPets({ limit: 2 }, FURTHER_WORD);
    },
    { brings: ['unauthorized'] },
  );

  probe(
    'AUTH-1',
    'a filtered list is open to nobody, and a key in the query or in other headers is not a bearer token',
    async () => {
      const query = service.isOnThisMachine ? `${FILTERED}&${IN_THE_QUERY}` : FILTERED;
      expect(await service.listPets({ query }, elsewhere())).toConform('AUTH-1');
    },
    { brings: ['unauthorized', 'errors'] },
  );

  probe(
    'AUTH-7',
    'whatever else is wrong with a request, nobody without a key is served',
    async () => {
      expect(await service.listPets({ query: 'limit=1000' }, MISSING)).toConform('AUTH-7');
      expect(await service.request({ method: 'GET', target: '/pets/', headers: [] }, MISSING)).toConform('AUTH-7');
    },
    { brings: ['unauthorized', 'errors'] },
  );
});

/** Where a token may stand by RFC 6750, section 2.3, and where other interfaces have it. */
const IN_THE_QUERY = ['access_token', 'api_key', 'apikey', 'apiKey', 'key', 'token']
  .map((name) => `${name}={primary}`)
  .join('&');

/** Both documented parameters: some services ask for a key only where there is none of them. */
const FILTERED = 'limit=2&status=sold';

function invalid(operation: Operation) {
  return listed(INVALID[operation].always, INVALID[operation].others);
}

async function call(service: Service, operation: Operation, as: Credential = VALID) {
  if (operation === 'listPets') return service.listPets({ limit: 1 }, as);
  // Under the roomiest status, so that it would be seen if it were stored after all.
  if (operation === 'createPet')
    return service.createPet(await service.newPet({ status: service.roomiestStatus() }), as);
  const [known] = await service.knownAnimals();
  return service.getPet(known?.id ?? 1n, as);
}
