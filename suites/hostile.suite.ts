import { hostileReads } from '../lib/probe/hostile.ts';
import { expect, forAll, probe, suite } from '../lib/probe/index.ts';

/** Section 7 knows no 5xx: input that is meant to break a service is refused or served. */
suite('Hostile input', ({ service }) => {
  probe(
    'ERR-7',
    'odd paths, queries and headers get no server error',
    forAll(
      () => Promise.resolve(hostileReads(service.leftOutInputs())),
      async ({ request }) => {
        expect(await service.request(request)).toConform('ERR-7', 'ERR-3', 'GET-3');
      },
    ),
    { brings: ['errors', 'lists'] },
  );
});
