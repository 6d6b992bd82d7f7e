import { PAGE, PET_STATUSES } from '../lib/contract/pets.ts';
import { lookAgain, lookAgainSoon, suite } from '../lib/probe/index.ts';

/** What both looks at doubts have in common. */
const LOOKING_AGAIN = {
  clause: 'No clause of its own: two pairs of requests that agree tell a violation from another client at work.',
  shows: ['LIST-3', 'LIST-7', 'LIST-11', 'LIST-12', 'LIST-14', 'GET-1', 'GET-2', 'GET-6', 'CREATE-10'],
  brings: ['lists', 'pets'],
  costs: 0,
} as const;

/**
 * What only several responses show: that no pet is hidden, kept or lost. Sent when all else was sent, so that every
 * pet seen before, and every creation and refusal, is judged by it; then what seemed wrong is asked for once more.
 */
export default suite('Read back', [
  {
    id: 'read-back/lists',
    title: 'lists contain the pets seen or created before',
    clause: 'Section 4: what is created is listed, and a pet is listed by the filter of its status.',
    shows: ['GET-1', 'GET-6', 'LIST-3', 'LIST-7', 'LIST-14', 'CREATE-8', 'CREATE-10', 'AUTH-4'],
    brings: ['lists'],
    costs: 4,
    sends: async ({ service, session: { judged } }) => {
      await service.listPets({ limit: 100 });
      const [first, ...others] = PET_STATUSES;
      await service.listPets({ limit: 100, status: first });
      // At once: a service that keeps a request where another one finds it mixes them up.
      await Promise.all(others.map((status) => service.listPets({ limit: 100, status })));
      // With the pets that were created there may be enough of them now to show how large a page is without limit.
      const isOpen = judged.soFar().some(({ rule, unverified = false }) => rule === 'LIST-3' && unverified);
      if (isOpen && (await service.knownPets()).length > PAGE.default) await service.listPets();
    },
  },
  {
    id: 'read-back/soon',
    title: 'suspected violations are checked again half-way',
    ...LOOKING_AGAIN,
    sends: lookAgainSoon,
  },
  {
    id: 'read-back/again',
    title: 'suspected violations are checked again',
    ...LOOKING_AGAIN,
    sends: lookAgain,
  },
]);
