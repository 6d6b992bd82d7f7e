import { hostileBodies } from '../lib/probe/hostile.ts';
import { forAll, suite } from '../lib/probe/index.ts';

/**
 * Section 7 knows no 5xx. The last of all suites but the limit's: a service that takes an odd name may stumble over it in
 * every list afterwards, and what was seen before is to be judged on its own.
 */
export default suite('Hostile bodies', [
  {
    id: 'hostile/bodies',
    title: 'hostile bodies get no server error',
    clause: 'Section 7: the documented errors; a server error is not among them.',
    shows: ['ERR-3', 'ERR-7'],
    brings: ['errors', 'open bodies'],
    needs: ['writes'],
    costs: 7,
    sends: forAll(
      async ({ service }) => {
        const ingredients = { ...(await service.ingredients()), status: service.fullestStatus() };
        return hostileBodies(ingredients, service.leftOutInputs(), service.isExpendable);
      },
      ({ request }, { service }) => service.request(request),
    ),
  },
]);
