import { hostileBodies } from '../lib/probe/hostile.ts';
import { expect, forAll, probe, suite } from '../lib/probe/index.ts';

/**
 * Section 7 knows no 5xx. The last of all suites: a service that takes an odd name may stumble over it in every list
 * afterwards, and what was seen before is to be judged on its own.
 */
suite('Hostile bodies', ({ service }) => {
  probe(
    'ERR-7',
    'odd bodies get no server error',
    forAll(
      async () => {
        const ingredients = { ...(await service.ingredients()), status: service.fullestStatus() };
        return hostileBodies(ingredients, service.leftOutInputs(), service.isExpendable);
      },
      async ({ request }) => {
        expect(await service.request(request)).toConform('ERR-7', 'ERR-3');
      },
    ),
    { writes: true, brings: ['errors', 'open bodies'] },
  );
});
