import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { startReferenceServer, type ReferenceOptions } from '../reference/server.ts';
import { K6_VERSION } from '../load/k6-program.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

/** A run of petvet, or two with k6, on a machine that may be busy. */
const PATIENCE = 240_000;

const API_KEY = 'action-77c0a19e-key';

/** Seconds. */
const SHORT_MINUTE = 8;

const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  runs: z.object({
    steps: z.array(
      z.object({
        name: z.string().optional(),
        id: z.string().optional(),
        shell: z.literal('bash').optional(),
        run: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
});
const { inputs: INPUTS, runs } = Action.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')));

let place: Awaited<ReturnType<typeof folder>>;
beforeAll(async () => {
  place = await folder();
  const k6 = join(place.path, 'cache', 'petvet', `k6-${K6_VERSION}`, 'k6');
  mkdirSync(dirname(k6), { recursive: true });
  symlinkSync(realK6(), k6);
});
afterAll(() => place[Symbol.asyncDispose]());

/** Runs one step as a runner does: bash that ends at the first error, and files that take outputs and the summary. */
async function step(name: string, inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) {
  await using cwd = await folder();
  const found = runs.steps.find((one) => one.name === name || one.id === name);
  const own = Object.entries(found?.env ?? {}).map(([variable, expression]) => {
    const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
    return [variable, inputs[input] ?? INPUTS[input]?.default ?? `no input ${input}`];
  });
  const script = join(cwd.path, 'step.sh');
  writeFileSync(script, found?.run ?? 'exit 99');
  const [output, summary] = [join(cwd.path, 'output'), join(cwd.path, 'summary')];
  const ended = await run('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
    cwd: cwd.path,
    env: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      XDG_CACHE_HOME: join(place.path, 'cache'),
      ...Object.fromEntries(own),
      ...env,
    },
  });
  const reports = ['check/conformance.json', 'check/junit.xml', 'load/load.json'].filter((file) =>
    existsSync(join(cwd.path, 'petvet-report', file)),
  );
  return { ...ended, output: textIn(output), summary: textIn(summary), reports };
}

function textIn(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function staging(options: ReferenceOptions = {}) {
  const server = await startReferenceServer({
    plan: 'free',
    windowSeconds: SHORT_MINUTE,
    keys: [{ key: API_KEY }],
    ...options,
  });
  const env = {
    PETVET_STAGING_BASE_URL: server.baseUrl,
    PETVET_STAGING_API_KEY: API_KEY,
    PETVET_STAGING_WINDOW_SECONDS: `${SHORT_MINUTE}`,
  };
  return { env, [Symbol.asyncDispose]: () => server.close() };
}

const SMOKE = { target: 'staging', profile: 'smoke' };

describe('the steps of the action', () => {
  it(
    'pass a service that conforms, and tell outcome, summary and report',
    async () => {
      await using service = await staging();
      const ended = await step('check', { ...SMOKE, arguments: '--seed 7 --no-writes' }, service.env);
      expect({ status: ended.status, err: ended.status === 0 ? '' : ended.err }).toEqual({ status: 0, err: '' });
      expect(ended.output).toMatch(/^outcome=\w+\nexit-status=0\n$/);
      expect(ended.summary).toContain('petvet');
      expect(ended.reports).toEqual(['check/conformance.json', 'check/junit.xml']);
      expect(JSON.stringify(ended)).not.toContain(API_KEY);
    },
    PATIENCE,
  );

  it(
    'fail on a service that violates a rule, with an annotation, and without a summary where none is wanted',
    async () => {
      await using service = await staging({ defect: 'limit-1-gives-2' });
      const ended = await step('check', { ...SMOKE, plan: 'free', summary: 'false' }, service.env);
      expect({ status: ended.status, output: ended.output }).toEqual({
        status: 1,
        output: 'outcome=violating\nexit-status=1\n',
      });
      expect(ended.out + ended.err).toContain('::error');
      expect(ended.summary).toBe('');
    },
    PATIENCE,
  );

  it(
    'fail where nothing can be judged, and hand nothing on',
    async () => {
      await using service = await staging();
      const ended = await step('check', { ...SMOKE, baseline: 'none.yaml' }, service.env);
      expect({ status: ended.status, output: ended.output }).toEqual({
        status: 2,
        output: 'outcome=\nexit-status=2\n',
      });
      expect(ended.err).toContain('the baseline none.yaml does not exist');
    },
    PATIENCE,
  );

  it(
    'run nothing that an input holds',
    async () => {
      await using service = await staging();
      const odd = { target: '$(touch hit)', arguments: '; touch hit' };
      const ended = await step('check', odd, service.env);
      expect({ status: ended.status, err: ended.err }).toEqual({
        status: 2,
        err: expect.stringContaining("too many arguments for 'check'"),
      });
    },
    PATIENCE,
  );

  it(
    'find k6 in the cache, and measure',
    async () => {
      await using service = await staging();
      const inputs = { target: 'staging', plan: 'free', load: 'overshoot', 'load-arguments': '--windows 1' };
      const ended = await step('petvet load', inputs, service.env);
      expect({ status: ended.status, err: ended.status === 0 ? '' : ended.err }).toEqual({ status: 0, err: '' });
      expect(ended.reports).toEqual(['load/load.json']);
    },
    PATIENCE,
  );

  it('tell what is cached, and by which key', async () => {
    const { status, output } = await step('place', {}, {});
    expect(status).toBe(0);
    expect(output).toMatch(/^lock=[0-9a-f]{40}\ncache=\S+\/cache\/petvet\n$/);
  });

  it('install from the lock file of a clone, from the package without one, and not again', async () => {
    const tools = join(place.path, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'npm'), '#!/bin/sh\necho "npm $*" > asked\n');
    chmodSync(join(tools, 'npm'), 0o755);
    const asked = async (name: string, ...files: readonly string[]) => {
      const home = join(place.path, name);
      mkdirSync(home);
      for (const file of files) mkdirSync(join(home, file));
      const env = { GITHUB_ACTION_PATH: home, PATH: `${tools}:${process.env['PATH']}` };
      expect(await step('Install petvet', {}, env)).toMatchObject({ status: 0 });
      return existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8') : 'nothing';
    };
    expect(await asked('package')).toMatch(/^npm install --omit=dev --omit=optional --ignore-scripts/);
    expect(await asked('installed', 'node_modules')).toBe('nothing');
    mkdirSync(join(place.path, 'clone'));
    writeFileSync(join(place.path, 'clone', 'package-lock.json'), '{}');
    const env = { GITHUB_ACTION_PATH: join(place.path, 'clone'), PATH: `${tools}:${process.env['PATH']}` };
    await step('Install petvet', {}, env);
    expect(readFileSync(join(place.path, 'clone', 'asked'), 'utf8')).toMatch(/^npm ci --omit=dev/);
  });
});
