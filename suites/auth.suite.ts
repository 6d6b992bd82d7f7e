import type { Operation } from '../lib/contract/operations.ts';
import { INVALID, MISSING, OTHER_CASE, VALID, WRONG, type Credential } from '../lib/probe/credentials.ts';
import { exactly } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite, type Service } from '../lib/probe/index.ts';

/** Section 5: every operation asks for a valid key and serves nobody without one. */
suite('Authentication', ({ service }) => {
  const operations = () => exactly<Operation>('listPets', 'getPet', ...(service.writes ? ['createPet' as const] : []));

  probe(
    'AUTH-1',
    'without a key every operation answers 401',
    forAll(
      async () => operations(),
      async (operation) => {
        expect(await call(service, operation, MISSING)).toConform('AUTH-1');
      },
    ),
    { smoke: true },
  );

  probe(
    'AUTH-2',
    'with an invalid key the list answers 401',
    forAll(exactly(...INVALID), async (credential) => {
      expect(await service.listPets({ limit: 1 }, credential)).toConform('AUTH-2');
    }),
    { smoke: true },
  );

  probe(
    'AUTH-2',
    'with an invalid key getPet answers 401',
    forAll(exactly(...INVALID.slice(1, 2)), async (credential) => {
      expect(await call(service, 'getPet', credential)).toConform('AUTH-2');
    }),
  );

  probe(
    'AUTH-2',
    'with an invalid key createPet answers 401',
    forAll(exactly(WRONG, ...INVALID.slice(2, 3)), async (credential) => {
      expect(await call(service, 'createPet', credential)).toConform('AUTH-2');
    }),
    { writes: true },
  );

  probe(
    'AUTH-6',
    'the scheme name may be written in any letter case',
    forAll(exactly(...OTHER_CASE.slice(0, 1)), async (credential) => {
      await service.listPets({ limit: 1 }, credential);
    }),
  );

  probe('AUTH-7', 'whatever else is wrong with a request, nobody without a key is served', async () => {
    expect(await service.listPets({ query: 'limit=1000' }, MISSING)).toConform('AUTH-7');
    expect(await service.request({ method: 'GET', target: '/pets/', headers: [] }, MISSING)).toConform('AUTH-7');
  });
});

async function call(service: Service, operation: Operation, as: Credential = VALID) {
  if (operation === 'listPets') return service.listPets({ limit: 1 }, as);
  // Under the roomiest status, so that it would be seen if it were stored after all.
  if (operation === 'createPet')
    return service.createPet(await service.newPet({ status: service.roomiestStatus() }), as);
  const [known] = await service.knownAnimals();
  return service.getPet(known?.id ?? 1n, as);
}
