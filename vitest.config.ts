import { defineConfig } from 'vitest/config';

/** The tests of petvet itself: beside the code, loopback only. The suites that vet a service have a config of their own. */
export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts'],
    globalSetup: ['lib/selftest/k6.setup.ts'],
    testTimeout: 20_000,
  },
});
