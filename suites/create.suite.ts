import { PET_STATUSES, type PetStatus } from '../lib/contract/pets.ts';
import {
  betterRefused,
  LARGE_CATEGORY,
  missingFields,
  notAnObject,
  valuesThatGetLost,
  wrongTypes,
  type OddBody,
} from '../lib/probe/bodies.ts';
import type { Draw } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite, theRun, type Service } from '../lib/probe/index.ts';
import { tellWhyRefused } from '../lib/probe/refused-category.ts';

/**
 * Section 4.2: POST /pets. What must be refused is sent between two creations and under a status whose page has room,
 * so that it would be seen if it were stored after all. Nothing can be deleted: creations are few, and nearly all of
 * the status whose page is the fullest.
 */
suite('POST /pets', ({ service }) => {
  probe(
    ['CREATE-1', 'CREATE-2', 'JSON-2', 'AUTH-3'],
    'a valid NewPet is created',
    async () => {
      const newPet = await service.newPet({ status: service.fullestStatus() });
      expect(await service.createPet(newPet)).toConform('CREATE-1');
    },
    { writes: true, smoke: true, brings: ['creations'] },
  );

  const refused = (
    title: string,
    rule: 'CREATE-5' | 'CREATE-6' | 'CREATE-7',
    bodies: (service: Service) => Promise<Draw<OddBody>>,
  ) => {
    probe(
      // All operations together have one limit.
      [rule, 'CREATE-8', 'ERR-1', 'ERR-2', ...(rule === 'CREATE-7' ? (['RATE-5'] as const) : [])],
      title,
      forAll(
        () => bodies(service),
        async ({ text }) => {
          expect(await service.createPet({ raw: text })).toConform(rule);
        },
      ),
      { writes: true, brings: ['errors'] },
    );
  };
  refused('a missing field is refused', 'CREATE-5', async () => missingFields(await service.ingredients()));
  refused('a value of the wrong type is refused', 'CREATE-6', async () => wrongTypes(await service.ingredients()));
  refused('a body that is not an object is refused', 'CREATE-7', async () => notAnObject(await service.ingredients()));

  probe(
    ['CREATE-6', 'CREATE-7', 'CREATE-8'],
    'a body that a strict reader refuses is refused',
    forAll(
      async () => betterRefused(await service.ingredients()),
      async ({ text }) => {
        expect(await service.createPet({ raw: text })).toConform('CREATE-6', 'CREATE-7');
      },
    ),
    { writes: true, brings: ['errors', 'open bodies'] },
  );

  /** The ids of animals with values that get lost, in the order of their creation. */
  const remarkable: bigint[] = [];
  probe(
    ['CREATE-1', 'CREATE-2', 'CREATE-3', 'CREATE-9', 'JSON-3'],
    'values that careless services lose come back',
    forAll(
      async () =>
        valuesThatGetLost({ ...(await service.ingredients()), status: service.fullestStatus() }, ids(service)),
      async ({ what, text }) => {
        const before = service.created().length;
        const exchange = await service.createPet({ raw: text });
        const id = service.created().at(before);
        if (id !== undefined) remarkable.push(id);
        expect(exchange).toConform('CREATE-1');
        if (what === LARGE_CATEGORY) await tellWhyRefused(service, exchange);
        // Between two creations: whether they take places of a limit is not seen where nothing else takes one.
        if (id !== undefined && remarkable.length === 1) expect(await service.getPet(id)).toConform('GET-1');
      },
    ),
    { writes: true, brings: ['creations', 'open bodies'] },
  );

  probe(
    ['CREATE-4', 'CREATE-10', 'GET-1'],
    'animals created at once have ids of their own, and are read back',
    async () => {
      const { otherCategoryId: categoryId } = await service.ingredients();
      const bodies = [
        await service.newPet(),
        await service.newPet({ status: service.roomiestStatus(), categoryId }),
        await service.newPet({ status: middle(service) }),
        await service.newPet({ categoryId }),
      ];
      await Promise.all(bodies.map((body) => service.createPet(body)));
      expect(theRun).toConform('CREATE-4');
      // Two of the same category, one of them with a value that gets lost: what a careless store would not give back.
      const [first, second = first] = remarkable;
      for (const id of new Set([second, service.created().at(-1)]))
        if (id !== undefined) expect(await service.getPet(id)).toConform('GET-1');
    },
    { writes: true, brings: ['creations'] },
  );
});

/** An id of this run's own, so that nobody else's animal is overwritten, and one far from where ids of today are. */
function ids(service: Service): { taken: bigint; free: bigint } {
  const [own = 0n] = service.created();
  const free = FAR_AWAY + (own % FAR_AWAY);
  return { taken: own === 0n ? free + 1n : own, free };
}

const FAR_AWAY = 5_000_000_000_003n;

/** The status that is neither the one with the fewest animals nor the one with the most. */
function middle(service: Service): PetStatus {
  const ends = [service.fullestStatus(), service.roomiestStatus()];
  return PET_STATUSES.find((status) => !ends.includes(status)) ?? 'pending';
}
