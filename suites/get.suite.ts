import { INT64 } from '../lib/contract/pets.ts';
import type { KnownAnimal } from '../lib/expectation/expectation.ts';
import { badIds, exactly, unknownIds } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite } from '../lib/probe/index.ts';

/** Section 4.3: GET /pets/{petId}, deprecated. */
suite('GET /pets/{petId}', ({ service }) => {
  const someKnown = async () => exactly(...pick(await service.knownAnimals()));

  probe(
    ['GET-1', 'GET-4', 'GET-5'],
    'a listed animal is found by its id, and looked at again when it is not',
    forAll(someKnown, async ({ id }) => {
      expect(await service.getPet(id)).toConform('GET-1', 'GET-4');
    }),
    { smoke: true, brings: ['pets'] },
  );

  let found = 0;
  const unknown = forAll(
    async () => unknownIds((await service.knownAnimals()).map(({ id }) => id)),
    async (id) => {
      const exchange = await service.getPet(id);
      if (exchange.answer?.status === 200) found++;
      expect(exchange).toConform('GET-2', 'ERR-3');
    },
  );
  probe(
    'GET-2',
    'an id that nobody was shown is not found',
    async (run) => {
      await unknown(run);
      // One may belong to an animal beyond the pages; where several were found, more of them tell.
      if (found > 1) for (const id of FARTHEST) expect(await service.getPet(id)).toConform('GET-2');
    },
    { smoke: true, brings: ['errors'] },
  );

  probe(
    ['GET-3', 'ERR-7'],
    'a petId that is not an int64 is not found',
    forAll(
      async () => badIds((await service.knownAnimals()).at(0)?.id),
      async (petId) => {
        expect(await service.getPet(petId)).toConform('GET-3', 'ERR-3');
      },
    ),
    { brings: ['errors'] },
  );
});

/** Ids as far as can be from those of animals, on either side. */
const FARTHEST = [INT64.minimum + 7n, INT64.maximum - 7n];

/** Neighbours rather than samples: the first and the last, the smallest and the largest id, the middle, one of each status. */
function pick(animals: readonly KnownAnimal[]): readonly KnownAnimal[] {
  const byId = animals.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const perStatus = ['available', 'pending', 'sold'].map((status) =>
    animals.findLast((animal) => animal.status === status),
  );
  const middle = animals[Math.floor(animals.length / 2)];
  const picked = [animals[0], animals.at(-1), byId.at(-1), byId[0], middle, ...perStatus].filter(
    (animal) => animal !== undefined,
  );
  return [...new Set(picked)].slice(0, 4);
}
