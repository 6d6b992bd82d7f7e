import { defineConfig } from 'vitest/config';
import { SuiteSequencer } from '../lib/run/sequence.ts';

/**
 * For those who type vitest: `PETVET_TARGET=staging npx vitest run --root suites`. The target, the evidence and the verdicts
 * are those of `petvet check`; one worker, because the rate limit belongs to the key.
 */
export default defineConfig({
  test: {
    include: ['*.suite.ts'],
    globalSetup: ['../lib/run/global-setup.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 0,
    sequence: { sequencer: SuiteSequencer },
  },
});
