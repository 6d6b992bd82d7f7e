import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The tests of petvet itself: beside the code, loopback only. The suites that vet a service have a config of their own. */
export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts', 'lab/harness/*.test.ts'],
    globalSetup: ['lib/selftest/k6.setup.ts'],
    testTimeout: 90_000,
    // Many tests wait for windows and processes: two at a time even on two cores, where one is the default.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
