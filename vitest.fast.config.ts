import { defineConfig } from 'vitest/config';

/** What one runs while working: of the tests of petvet itself those that are done in a second or two, and no others. */
export default defineConfig({
  test: {
    include: ['{lib,tools,golden,lab/harness}/**/*.test.ts'],
    exclude: ['**/*.{quiet,waits,busy}.test.ts'],
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    maxWorkers: '100%',
  },
});
