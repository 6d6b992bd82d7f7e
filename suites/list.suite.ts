import { badLimits, badStatuses, exactly, filteredPages, limits, statuses } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite, theRun } from '../lib/probe/index.ts';

/** Section 4.1: GET /pets. */
suite('GET /pets', ({ service }) => {
  probe(
    ['LIST-1', 'LIST-3', 'LIST-9', 'LIST-10', 'LIST-11'],
    'limit=100 shows the animals',
    async () => {
      expect(await service.listPets({ limit: 100 })).toConform('LIST-1', 'LIST-2', 'LIST-10');
    },
    { smoke: true, brings: ['lists'] },
  );

  probe(
    ['LIST-3', 'LIST-12'],
    'without limit a page is like limit=20, looked at alternately',
    async () => {
      for (const look of [{}, { limit: 20 }, {}]) expect(await service.listPets(look)).toConform('LIST-2', 'LIST-3');
      expect(theRun).toConform('LIST-3');
    },
    { brings: ['lists'] },
  );

  probe(
    ['LIST-2', 'LIST-11'],
    'a page holds at most `limit` animals',
    forAll(limits, async (limit) => {
      expect(await service.listPets({ limit })).toConform('LIST-2');
    }),
    { smoke: true, brings: ['lists'] },
  );

  probe(
    'LIST-6',
    'a filter lets only animals of its status through',
    forAll(statuses, async (status) => {
      expect(await service.listPets({ limit: 100, status })).toConform('LIST-6');
    }),
    { smoke: true, brings: ['lists'] },
  );

  probe(
    ['LIST-6', 'LIST-9'],
    'limit and status hold together',
    forAll(filteredPages, async (query) => {
      expect(await service.listPets({ query })).toConform('LIST-2', 'LIST-6');
    }),
    { brings: ['lists'] },
  );

  probe(
    'LIST-6',
    'a filter without a limit lets only animals of its status through, twenty at most',
    forAll(exactly(...statuses.always.slice(0, 1)), async (status) => {
      expect(await service.listPets({ status })).toConform('LIST-3', 'LIST-6');
    }),
    { brings: ['lists'] },
  );

  probe(
    ['LIST-4', 'LIST-5', 'ERR-7'],
    'no limit opens a page of more than 100 animals',
    forAll(badLimits, async (query) => {
      expect(await service.listPets({ query })).toConform('LIST-1', 'LIST-4');
    }),
    { brings: ['lists'] },
  );

  probe(
    ['LIST-8', 'ERR-7'],
    'an unknown status keeps the shape of the answer',
    forAll(badStatuses, async (query) => {
      expect(await service.listPets({ query })).toConform('LIST-1', 'LIST-4');
    }),
    { brings: ['lists'] },
  );
});
