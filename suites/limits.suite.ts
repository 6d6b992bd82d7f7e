import { expect, probe, suite, theRun, useUpLimit } from '../lib/probe/index.ts';

/** Section 8: the limit of the caller. What the other suites sent has used most of the window up already. */
suite('Rate limits', () => {
  probe(
    ['RATE-4', 'RATE-5', 'RATE-6', 'RATE-7', 'RATE-8', 'RATE-9', 'RATE-10', 'RATE-12', 'RATE-13'],
    'the limit is used up, and opens again',
    async () => {
      await useUpLimit();
      expect(theRun).toConform('RATE-4', 'RATE-5', 'RATE-6', 'RATE-8', 'RATE-10', 'RATE-13');
    },
    { brings: ['lists', 'errors'] },
  );
});
