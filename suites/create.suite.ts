import { PET_STATUSES, type PetStatus } from '../lib/contract/pets.ts';
import { missingFields, notAnObject, valuesThatGetLost, wrongTypes, type OddBody } from '../lib/probe/bodies.ts';
import type { Draw } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite, theRun, type Service } from '../lib/probe/index.ts';

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
  refused('a body that is no object is refused', 'CREATE-7', async () => notAnObject(await service.ingredients()));

  const readBack = new Set<bigint>();
  probe(
    ['CREATE-1', 'CREATE-2', 'CREATE-3', 'CREATE-9', 'JSON-3'],
    'values that careless services lose come back',
    forAll(
      async () =>
        valuesThatGetLost({ ...(await service.ingredients()), status: service.fullestStatus() }, ids(service)),
      async ({ text }) => {
        expect(await service.createPet({ raw: text })).toConform('CREATE-1');
        // Between two creations: whether they take places of a limit is not seen where nothing else takes one.
        const [, second, third] = service.created();
        if (second !== undefined && third === undefined && !readBack.has(second)) {
          readBack.add(second);
          expect(await service.getPet(second)).toConform('GET-1');
        }
      },
    ),
    { writes: true, brings: ['creations', 'open bodies'] },
  );

  probe(
    ['CREATE-4', 'CREATE-10', 'GET-1'],
    'animals created at once have ids of their own, and are read back',
    async () => {
      const bodies = [
        await service.newPet(),
        await service.newPet({ status: service.roomiestStatus() }),
        await service.newPet({ status: middle(service) }),
        await service.newPet(),
      ];
      await Promise.all(bodies.map((body) => service.createPet(body)));
      expect(theRun).toConform('CREATE-4');
      for (const id of remarkable(service.created())) expect(await service.getPet(id)).toConform('GET-1');
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

/** One with a value that gets lost, and the newest: what a careless store would not give back. */
function remarkable(created: readonly bigint[]): readonly bigint[] {
  return [...new Set([...created.slice(2, 3), ...created.slice(-1)])];
}
