import { suite, useUpLimit } from '../lib/probe/index.ts';

/** Section 8: the limit of the caller. What the other suites sent has used most of the window up already. */
export default suite('Rate limits', [
  {
    id: 'limits/used-up',
    title: 'the rate limit is used up, and renews',
    clause: 'Section 8: over the limit 429 with Retry-After, after which requests are admitted again.',
    shows: [
      ...(['RATE-4', 'RATE-5', 'RATE-6', 'RATE-7', 'RATE-8'] as const),
      ...(['RATE-9', 'RATE-10', 'RATE-12', 'RATE-13'] as const),
    ],
    brings: ['lists', 'errors'],
    needs: ['burst'],
    costs: 1,
    sends: useUpLimit,
  },
]);
