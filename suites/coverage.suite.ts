import { coverMore, suite } from '../lib/probe/index.ts';

/** What a run with more requests than the smallest one has them for. */
export default suite('Coverage', [
  {
    id: 'coverage/combinations',
    title: 'values that were not sent or combined before keep their meaning',
    clause: 'Section 4: limit, status, petId and NewPet each keep their meaning, whatever they come with and after.',
    shows: ['LIST-2', 'LIST-6', 'GET-1', 'GET-2', 'GET-3', 'CREATE-6', 'CREATE-7'],
    brings: ['lists', 'pets', 'errors'],
    costs: 0,
    sends: coverMore,
  },
]);
