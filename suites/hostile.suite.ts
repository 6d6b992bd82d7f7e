import { hostileReads } from '../lib/probe/hostile.ts';
import { forAll, suite } from '../lib/probe/index.ts';

/** Section 7 knows no 5xx: input that is meant to break a service is refused or served. */
export default suite('Hostile input', [
  {
    id: 'hostile/reads',
    title: 'hostile paths, queries and headers get no server error',
    clause: 'Section 7: the documented errors; a server error is not among them.',
    shows: ['ERR-3', 'ERR-7', 'GET-3'],
    brings: ['errors', 'lists'],
    costs: 5,
    sends: forAll(
      async ({ service }) => hostileReads(service.leftOutInputs()),
      ({ request }, { service }) => service.request(request),
    ),
  },
]);
