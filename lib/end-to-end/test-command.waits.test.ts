import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { folder, ROOT, run } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const Results = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), testResults: z.array(z.unknown()) });

/** Runs `npm test` without what comes before the tests. */
async function runTests(...args: readonly string[]) {
  await using place = await folder();
  const results = join(place.path, 'results.json');
  const told = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const env = {
    PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
    HOME: place.path,
    PETVET_K6: realK6(),
  };
  const typed = [join(ROOT, 'tools', 'build', 'test.ts'), ...args, ...told];
  const { status, out } = await run(process.execPath, typed, { cwd: ROOT, env });
  return { status, out, results: Results.parse(JSON.parse(readFileSync(results, 'utf8'))) };
}

it('tells of both kinds of tests at its end', async () => {
  const { status, out, results } = await runTests(
    'lib/wire/backoff.test.ts',
    'lab/harness/register-ended.waits.test.ts',
  );
  expect(status, out).toBe(0);
  expect(results.testResults).toHaveLength(2);
  expect(results.numFailedTests).toBe(0);
  expect(results.numPassedTests).toBeGreaterThan(1);
});

it('fails where no test has that name', async () => {
  const { status, results } = await runTests('lib/wire/no-such-file');
  expect({ status, tests: results.numPassedTests }).toEqual({ status: 1, tests: 0 });
});
