import { populate, probe, suite } from '../lib/probe/index.ts';

/** Before all else, where it is asked for: as many pets as it takes to see whether a page is too long. */
suite('Populating', () => {
  probe(['LIST-3', 'LIST-4'], 'as many pets as a too long page takes are created', populate, {
    writes: true,
    populates: true,
    brings: ['lists', 'creations'],
  });
});
