import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './lib/end-to-end/longest-first.ts';

const FOLDERS = '{lib,tools,golden,lab/harness}';

/** Most of the time most of these wait, for windows and for processes. */
const AT_A_TIME = Math.max(8, availableParallelism() - 1);

/** Other work on the machine may hold a process or a window back for seconds: what fails for that once or twice, does not a third time. */
const TRIED_AGAIN = { retry: 2 };

/** One worker runs many files: to start one for each, and to load the same modules in it, cost more than many files take. */
const SHARED = { isolate: false };

const K6 = ['lib/end-to-end/k6.setup.ts'];

/**
 * The tests of petvet itself: beside the code, loopback only. The suites that vet a service have a config of their own.
 * The name of a file says how it is run; without a word in it, it is done in a second or two.
 */
export default defineConfig({
  test: {
    testTimeout: 90_000,
    hookTimeout: 90_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Measures what other work on the machine would disturb: before those that wait, and few at a time.
        test: {
          name: 'quiet',
          ...TRIED_AGAIN,
          include: [`${FOLDERS}/**/*.quiet.test.ts`],
          globalSetup: K6,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Whole runs, with k6 or windows of a few seconds in them: they mostly wait, and must not be kept waiting.
        test: {
          name: 'waits',
          ...TRIED_AGAIN,
          ...SHARED,
          include: [`${FOLDERS}/**/*.waits.test.ts`],
          globalSetup: K6,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          maxWorkers: AT_A_TIME,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Computes, for seconds where `busy` stands in the name: it gets what the others leave of the machine, in `npm test` in a vitest
        // of its own. No process of a whole run, no k6, no browser. One project: a worker never goes from one to another, and to begin one
        // anew takes three seconds of a core.
        test: {
          name: 'computes',
          ...SHARED,
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: ['**/*.{quiet,waits}.test.ts'],
          setupFiles: ['lib/end-to-end/low-priority.setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 90_000,
          maxWorkers: AT_A_TIME,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
