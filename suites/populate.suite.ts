import { populate, suite } from '../lib/probe/index.ts';

/** Before all else, where it is asked for: as many pets as it takes to see whether a page is too long. */
export default suite('Populating', [
  {
    id: 'populate/more-than-a-page',
    title: 'enough pets are created for a page of more than 100',
    clause: 'Section 8: a page holds 100 pets at most, which only a store with more of them can show.',
    shows: ['LIST-3', 'LIST-4'],
    brings: ['lists', 'creations'],
    needs: ['writes', 'populate'],
    costs: 4,
    sends: populate,
  },
]);
