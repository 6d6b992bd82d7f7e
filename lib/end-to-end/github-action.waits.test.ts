import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceServer, type ReferenceOptions } from '../reference/server.ts';
import { K6_VERSION } from '../load/k6-program.ts';
import { READ, STEPS, steps, type Texts } from './action-steps.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

/** A run of petvet, or two with k6, on a machine that may be busy. */
const PATIENCE = 240_000;

const API_KEY = 'action-77c0a19e-key';

/** Seconds. */
const SHORT_MINUTE = 8;

let place: Awaited<ReturnType<typeof folder>>;
beforeAll(async () => {
  place = await folder();
  const k6 = join(place.path, 'cache', 'petvet', `k6-${K6_VERSION}`, 'k6');
  mkdirSync(dirname(k6), { recursive: true });
  symlinkSync(realK6(), k6);
});
afterAll(() => place[Symbol.asyncDispose]());

const check = (inputs: Texts, env: Texts) => steps([READ, 'check'], inputs, env);
const load = (inputs: Texts, env: Texts) =>
  steps([READ, 'petvet load'], { check: 'false', ...inputs }, { XDG_CACHE_HOME: join(place.path, 'cache'), ...env });

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
    'do without a second key whose secret is missing, and not without the first',
    async () => {
      await using service = await staging();
      const second = { PETVET_STAGING_SECOND_API_KEY: '' };
      const ended = await check({ ...SMOKE, arguments: '--no-writes' }, { ...service.env, ...second });
      expect({ status: ended.status, err: ended.status === 0 ? '' : ended.err }).toEqual({ status: 0, err: '' });
      const refused = await check(SMOKE, { ...service.env, PETVET_STAGING_API_KEY: '' });
      expect(refused).toMatchObject({ status: 2, err: expect.stringContaining('PETVET_STAGING_API_KEY is empty') });
    },
    PATIENCE,
  );

  it(
    'pass a service that conforms, and tell outcome, summary and report',
    async () => {
      await using service = await staging();
      const ended = await check({ ...SMOKE, arguments: '--seed 7 --no-writes' }, service.env);
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
      const ended = await check({ ...SMOKE, plan: 'free', summary: 'false' }, service.env);
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
      const ended = await check({ ...SMOKE, baseline: 'none.yaml' }, service.env);
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
      const ended = await check(odd, service.env);
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
      const inputs = { target: 'staging', plan: 'free', load: 'overshoot', 'load-arguments': '--windows\n1\n' };
      const ended = await load(inputs, service.env);
      expect({ status: ended.status, err: ended.status === 0 ? '' : ended.err }).toEqual({ status: 0, err: '' });
      expect(ended.reports).toEqual(['load/load.json']);
    },
    PATIENCE,
  );

  it(
    'give petvet every line of the arguments',
    async () => {
      await using service = await staging();
      const inputs = { ...SMOKE, profile: 'no-burst', arguments: '--seed 7\n--no-writes --max-requests 4\n' };
      const contradicting = await check(inputs, service.env);
      expect(contradicting.err).toContain('--no-writes');
      const ended = await check({ ...inputs, profile: 'read-only', report: 'my reports' }, service.env);
      expect(ended.reports).toContain('check/conformance.json');
      expect(ended.methods).toEqual(new Set(['GET']));
    },
    PATIENCE,
  );

  it('keep a key of a lock file for what is cached, and none without one', async () => {
    const { status, output } = await steps(['place'], {}, {});
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^lock=[0-9a-f]{40}\n$/) });
    expect(await steps(['place'], {}, { GITHUB_ACTION_PATH: place.path })).toMatchObject({ status: 0, output: '' });
  });

  it('restore nothing from a cache but what npm has downloaded', () => {
    const cached = STEPS.filter(({ uses }) => uses?.startsWith('actions/cache') === true);
    expect(cached.map((one) => one.with?.['path'])).toEqual(['${{ runner.temp }}/petvet-npm']);
    expect(cached.map((one) => one.with?.['key'])).toEqual([expect.stringContaining('steps.place.outputs.lock')]);
  });

  it('install from the lock file of a clone, from the package without one, whatever is there already', async () => {
    const tools = join(place.path, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'npm'), '#!/bin/sh\necho "npm $*" > asked\n');
    chmodSync(join(tools, 'npm'), 0o755);
    const asked = async (name: string, ...files: readonly string[]) => {
      const home = join(place.path, name);
      mkdirSync(home);
      for (const file of files) mkdirSync(join(home, file));
      const env = { GITHUB_ACTION_PATH: home, PATH: `${tools}:${process.env['PATH']}` };
      expect(await steps(['Install petvet'], {}, env)).toMatchObject({ status: 0 });
      return existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8') : 'nothing';
    };
    expect(await asked('package')).toMatch(/^npm install .*--omit=dev --omit=optional --ignore-scripts/);
    expect(await asked('installed', 'node_modules')).toMatch(/^npm install/);
    mkdirSync(join(place.path, 'clone'));
    writeFileSync(join(place.path, 'clone', 'package-lock.json'), '{}');
    const env = { GITHUB_ACTION_PATH: join(place.path, 'clone'), PATH: `${tools}:${process.env['PATH']}` };
    await steps(['Install petvet'], {}, env);
    expect(readFileSync(join(place.path, 'clone', 'asked'), 'utf8')).toMatch(/^npm ci .*--omit=dev/);
  });
});
