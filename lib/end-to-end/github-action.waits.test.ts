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
        uses: z.string().optional(),
        with: z.record(z.string(), z.unknown()).optional(),
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

type Texts = Readonly<Record<string, string>>;

/** Runs steps one after the other, until one fails, in the same folder. */
async function steps(names: readonly string[], inputs: Texts, env: Texts) {
  await using cwd = await folder();
  const [first = '', ...others] = names;
  let ended = await stepIn(cwd, first, inputs, env);
  for (const name of others) {
    if (ended.status !== 0) return ended;
    // oxlint-disable-next-line no-await-in-loop -- as a job does
    ended = await stepIn(cwd, name, inputs, env);
  }
  return ended;
}

/** What a job does before it checks or measures, as far as nothing is installed. */
const READ = 'Read the inputs';

const check = (inputs: Texts, env: Texts) => steps([READ, 'check'], inputs, env);
const load = (inputs: Texts, env: Texts) => steps([READ, 'petvet load'], { check: 'false', ...inputs }, env);

/** Runs one step as a runner does: bash that ends at the first error, and files that take outputs and the summary. */
async function stepIn(cwd: { readonly path: string }, name: string, inputs: Texts, env: Texts) {
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
      RUNNER_TEMP: cwd.path,
      XDG_CACHE_HOME: join(place.path, 'cache'),
      ...Object.fromEntries(own),
      ...env,
    },
  });
  const reportsIn = join(cwd.path, inputs['report'] ?? 'petvet-report');
  const reports = ['check/conformance.json', 'check/junit.xml', 'load/load.json'].filter((file) =>
    existsSync(join(reportsIn, file)),
  );
  const evidence = textIn(join(reportsIn, 'check', 'evidence.jsonl'));
  const methods = new Set(Array.from(evidence.matchAll(/"method":"([A-Z]+)"/g), ([, method]) => method));
  return { ...ended, output: textIn(output), summary: textIn(summary), reports, methods };
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
    const cached = runs.steps.filter(({ uses }) => uses?.startsWith('actions/cache') === true);
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

/** What petvet is called with, a word each: a program in its place writes them down. */
async function calledWith(name: 'check' | 'load', inputs: Texts): Promise<readonly string[]> {
  await using action = await folder();
  mkdirSync(join(action.path, 'lib', 'cli'), { recursive: true });
  const program = `require('node:fs').writeFileSync('called.json', JSON.stringify(process.argv.slice(2))); console.log('{}');`;
  writeFileSync(join(action.path, 'lib', 'cli', 'petvet.cjs'), program);
  await using cwd = await folder();
  const env = { GITHUB_ACTION_PATH: action.path };
  const whole = { check: `${name === 'check'}`, load: name === 'load' ? 'ceiling' : '', ...inputs };
  for (const step of [READ, name === 'check' ? 'check' : 'petvet load'])
    // oxlint-disable-next-line no-await-in-loop -- the second one reads what the first one wrote
    expect(await stepIn(cwd, step, whole, env)).toMatchObject({ status: 0 });
  return z.array(z.string()).parse(JSON.parse(readFileSync(join(cwd.path, 'called.json'), 'utf8')));
}

describe('the inputs of the action', () => {
  it.each([
    ['--seed 7 --no-writes', ['--seed', '7', '--no-writes']],
    ['--seed 7\n--no-writes\n', ['--seed', '7', '--no-writes']],
    [
      '\n  --report-title "two words"\n\t--say \'it is "so"\'\n',
      ['--report-title', 'two words', '--say', 'it is "so"'],
    ],
    [String.raw`a\ b "" --x="c d"`, ['a b', '', '--x=c d']],
    ['$(touch hit) `touch hit` $HOME *', ['$(touch', 'hit)', '`touch', 'hit`', '$HOME', '*']],
    [' \n \n', []],
  ])('arguments: %j', async (text, words) => {
    expect((await calledWith('check', { target: 'staging', arguments: text })).slice(-words.length - 2)).toEqual([
      '--target',
      'staging',
      ...words,
    ]);
    const [, ...loaded] = await calledWith('load', { target: 'staging', 'load-arguments': text });
    expect(loaded.slice(-words.length - 2)).toEqual(['--target', 'staging', ...words]);
  });

  it('are one argument each, blanks, quotes and line ends included', async () => {
    const odd = { target: "a 'b", plan: 'c "d', profile: 'e f', baseline: 'known ones\n.yaml', report: 'my $reports' };
    const called = await calledWith('check', odd);
    for (const word of ["a 'b", 'c "d', 'e f', 'known ones\n.yaml', 'my $reports/check'])
      expect(called).toContain(word);
    expect(await calledWith('load', { ...odd, load: 'g h' })).toEqual(
      expect.arrayContaining(['g h', "a 'b", 'c "d', 'my $reports/load']),
    );
  });

  it.each<[string, Texts, Texts]>([
    ['no input and no setting', {}, {}],
    ['empty ones, as a secret that is missing leaves them', { target: '' }, { PETVET_BASE_URL: '', PETVET_TARGET: '' }],
    ['a target of the check alone', { arguments: '--target staging', load: 'ceiling' }, {}],
    ['a word that only holds the name of the flag', { arguments: '--x=--target=' }, {}],
  ])('name no service by %s: an error before anything is installed', async (_, inputs, env) => {
    const { status, err } = await steps([READ], inputs, env);
    expect({ status, err }).toEqual({
      status: 2,
      err: 'petvet: there is no service to test: give the action a target, or set PETVET_BASE_URL in env\n',
    });
    expect(runs.steps.findIndex(({ name }) => name === READ)).toBe(0);
  });

  it.each<[Texts, Texts]>([
    [{ target: 'staging' }, {}],
    [{}, { PETVET_BASE_URL: 'http://127.0.0.1:9/v1' }],
    [{}, { PETVET_TARGET: 'staging' }],
    [{ arguments: '--base-url=http://127.0.0.1:9/v1' }, {}],
    [{ check: 'false', load: 'ceiling', 'load-arguments': '--base-url http://127.0.0.1:9/v1' }, {}],
  ])('%j and %j name a service', async (inputs, env) => {
    expect(await steps([READ], inputs, env)).toMatchObject({ status: 0, err: '' });
  });

  it.each(['--say "a\nb"', "it's"])('an unfinished quote is named: %j', async (text) => {
    const { status, err } = await steps([READ], { target: 'staging', arguments: text }, {});
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(/^petvet: the input arguments .*\n$/) });
  });
});
