import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './petvet-process.fixture.ts';

/** Jobs of GitHub that sign or check certificates, as far as secrets go. */
const Env = z.record(z.string(), z.unknown()).default({});
const Step = z.object({ env: Env, run: z.string().default('') });
const Workflow = z.object({ env: Env, jobs: z.record(z.string(), z.object({ env: Env, steps: z.array(Step) })) });

const JOBS = ['docs/ci/github-nightly-certificate.yml', 'docs/ci/github-register.yml'].map((file) => {
  const { env, jobs } = Workflow.parse(parse(readFileSync(join(ROOT, file), 'utf8')));
  return { file, shared: [env, ...Object.values(jobs).map((job) => job.env)], jobs: Object.values(jobs) };
});

const secretsIn = (env: z.output<typeof Env>) =>
  Object.keys(env).filter((name) => String(env[name]).includes('secrets.'));

it.each(JOBS)('$file gives a secret to no step that installs something', ({ shared, jobs }) => {
  expect(shared.flatMap(secretsIn)).toEqual([]);
  const steps = jobs.flatMap((job) => job.steps);
  expect(steps.filter(({ env, run }) => secretsIn(env).length > 0 && /\bnp[mx]\b/.test(run))).toEqual([]);
  expect(steps.filter(({ run }) => /npm install --global "\$\{PETVET_PACKAGE:\?/.test(run))).toHaveLength(1);
});

it('secrets of pipelines have names that neither reset commands nor --start are given', () => {
  const files = globSync('docs/ci/*.yml', { cwd: ROOT });
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), 'utf8').matchAll(/^ +(\w+): \$\{\{ secrets\./gm),
      ([, name]) => name ?? '',
    ),
  );
  expect(names).toContain('PETVET_SIGNING_KEY');
  expect(names.filter((name) => !/^PETVET_\w*KEY$/.test(name))).toEqual([]);
});
