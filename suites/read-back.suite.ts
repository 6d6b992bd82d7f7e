import { PET_STATUSES } from '../lib/contract/pets.ts';
import { expect, lookAgain, probe, suite, theRun } from '../lib/probe/index.ts';

/**
 * What only several answers show: that nothing is hidden, kept or lost. Looked at when all else was sent, so that every
 * animal seen before, and every creation and refusal, is judged by it; then what seemed wrong is looked at once more.
 */
suite('What lasts', ({ service }) => {
  probe(
    ['GET-1', 'GET-6', 'LIST-7', 'CREATE-8', 'CREATE-10', 'AUTH-4'],
    'the lists show what was seen before',
    async () => {
      await service.listPets({ limit: 100 });
      for (const status of PET_STATUSES) await service.listPets({ limit: 100, status });
      expect(theRun).toConform('GET-1', 'GET-6', 'LIST-7', 'CREATE-8', 'CREATE-10', 'AUTH-4');
    },
    { brings: ['lists'] },
  );

  probe(
    ['LIST-3', 'LIST-7', 'LIST-11', 'LIST-12', 'GET-1', 'GET-2', 'GET-6', 'CREATE-10'],
    'what seemed wrong is looked at again',
    lookAgain,
    { brings: ['lists', 'pets'] },
  );
});
