import type { CoverageSummary } from '../model/summary.ts';

/** A run that covered some of the input model, with a partition that it missed for each of two reasons. */
export const SOME_COVERAGE: CoverageSummary = {
  partitions: { covered: 142, total: 186 },
  pairs: { covered: 139, total: 457 },
  dimensions: [
    { operation: 'any', name: 'headers', covered: ['the usual ones', 'an unusual Range'], missing: [] },
    {
      operation: 'listPets',
      name: 'status',
      covered: ['absent', 'sold'],
      missing: [
        { partition: 'with a <NUL>', why: 'not among the requests of this run' },
        { partition: 'empty', why: 'writes are off & "more"' },
        { partition: 'pending', why: 'not among the requests of this run' },
      ],
    },
  ],
  combined: [{ operation: 'listPets', dimensions: ['limit', 'status'], covered: 139, total: 457 }],
};

/** A run that covered everything. */
export const ALL_COVERED: CoverageSummary = {
  partitions: { covered: 186, total: 186 },
  pairs: { covered: 457, total: 457 },
  dimensions: [],
  combined: [],
};
