import { hostileReads } from '../lib/probe/hostile.ts';
import { expect, forAll, probe, suite } from '../lib/probe/index.ts';

/** Section 7 knows no 5xx: input that is meant to break a service is refused or served. */
suite('Hostile input', ({ service }) => {
  probe(
    'ERR-7',
    'odd paths, queries and headers get no server error',
    forAll(hostileReads, async ({ method, target, headers }) => {
      expect(await service.request({ method, target, headers: headers ?? [] })).toConform('ERR-7', 'ERR-3', 'GET-3');
    }),
  );
});
