import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

/** What allure-vitest needs before the tests, where it is installed. */
function allureSetup(): string[] {
  try {
    return [createRequire(import.meta.url).resolve('allure-vitest/setup')];
  } catch {
    return [];
  }
}

/**
 * The door for those who live in vitest: `PETVET_TARGET=staging npx vitest run --root suites`. The target, the evidence and the
 * verdicts are those of `petvet check`; one file, because the rate limit belongs to the key. With allure-vitest installed,
 * `--reporter=allure-vitest/reporter` writes Allure results.
 */
export default defineConfig({
  test: {
    include: ['*.vitest.{ts,js}'],
    // It may lie in node_modules.
    exclude: [],
    setupFiles: allureSetup(),
    maxWorkers: 1,
    cache: false,
    testTimeout: 0,
    hookTimeout: 0,
  },
});
