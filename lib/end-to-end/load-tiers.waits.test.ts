import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoadDocument } from '../shapes/load.ts';
import { TiersDocument } from '../shapes/tiers.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { COMPILED, folder, petvet, ROOT, type Start } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const PATIENCE = 600_000;

/** Short, but long enough for whole seconds and a busy machine. */
const WINDOW_SECONDS = '8';

const KEYS = {
  free: 'key-of-free-4a7f19c2',
  pro: 'key-of-pro-90be53d1',
  business: 'key-of-business-77c1e0b4',
  enterprise: 'key-of-enterprise-1f3a2d90',
} as const;

type Plan = keyof typeof KEYS;

const PLANS: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];

/** As many requests as a busy machine sends in a short window, in place of the plans' own. */
const LIMITS: Readonly<Record<Plan, number>> = { free: 60, pro: 90, business: 120, enterprise: 150 };

/** Where the keys of the plans are: each in another way. */
const ENTRIES: Readonly<Record<Plan, string>> = {
  free: 'free: { env: FREE_KEY }',
  pro: `pro: { file: pro.key, perMinute: ${LIMITS.pro} }`,
  business: `business: { key: ${KEYS.business}, perMinute: ${LIMITS.business} }`,
  enterprise: `enterprise: { env: BIG_KEY, perMinute: ${LIMITS.enterprise}, perDay: 200000 }`,
};

function writeKeys(at: string, name: string, plans: readonly Plan[]): void {
  writeFileSync(join(at, 'pro.key'), `${KEYS.pro}\n`, { mode: 0o600 });
  writeFileSync(join(at, name), plans.map((plan) => ENTRIES[plan]).join('\n'), { mode: 0o600 });
}

const ENVIRONMENT = { FREE_KEY: KEYS.free, BIG_KEY: KEYS.enterprise };

/** The reference server in a process of its own, with the keys of a file. */
async function serving(cwd: string, flags: readonly string[]) {
  const args = ['serve', '--port', '0', '--window', WINDOW_SECONDS, '--keys', 'served.yaml', ...flags];
  const child = spawn(process.execPath, [join(ROOT, 'lib', 'cli', 'petvet.cjs'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, NODE_COMPILE_CACHE: COMPILED, ...ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('listens at')) break;
  }
  return {
    baseUrl: /http:\S+\/v1/.exec(printed)?.[0] ?? '',
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Run {
  /** Plans whose keys the run has, and those whose keys the service knows. */
  readonly plans: readonly Plan[];
  readonly served?: readonly Plan[];
  readonly serveFlags?: readonly string[];
  readonly flags?: readonly string[];
  readonly when?: Start['when'];
}

/** Runs `petvet load tiers` with the real k6 on a reference server. */
async function tiers({ plans, served = plans, serveFlags = [], flags = [], when }: Run) {
  await using place = await folder();
  writeKeys(place.path, 'keys.yaml', plans);
  writeKeys(place.path, 'served.yaml', served);
  await using server = await serving(place.path, serveFlags);
  const args = ['load', 'tiers', '--keys', 'keys.yaml', '--windows', '1', '--report', 'report', ...flags];
  const ended = await petvet(args, {
    cwd: place.path,
    env: {
      PETVET_K6: realK6(),
      PETVET_BASE_URL: server.baseUrl,
      PETVET_WINDOW_SECONDS: WINDOW_SECONDS,
      ...ENVIRONMENT,
    },
    ...(when !== undefined && { when }),
  });
  const read = (name: string) => readFileSync(join(place.path, 'report', name), 'utf8');
  const document = TiersDocument.parse(JSON.parse(read('tiers.json')));
  const folders = document.plans.flatMap(({ scenarios }) => scenarios.flatMap((one) => one.folder ?? []));
  const loads = folders.map((name) => LoadDocument.parse(JSON.parse(read(`${name}/load.json`))));
  return { ...ended, document, folders, loads, page: read('tiers.html'), said: `${ended.out}${ended.err}` };
}

describe.concurrent('every plan at its ceiling', () => {
  it('is one page, and each run keeps its own folder', { timeout: PATIENCE }, async () => {
    const { status, out, err, said, document, loads, folders, page } = await tiers({ plans: PLANS });
    const { plans, isFinished } = document;
    expect({ status, isFinished }, said).toEqual({ status: 0, isFinished: true });
    expect(
      plans.map(({ plan, state, ceiling }) => [plan, state, ceiling?.asked, ceiling?.admitted, ceiling?.refused]),
    ).toEqual(PLANS.map((plan) => [plan, 'conforming', LIMITS[plan], LIMITS[plan], 0]));
    for (const { plan, kinds, scenarios } of plans) {
      expect(kinds, plan).toContain('fixed window');
      expect(scenarios.map(({ scenario, outcome }) => [scenario, outcome])).toEqual(
        ['ceiling', 'overshoot', 'isolation'].map((scenario) => [scenario, 'conforming']),
      );
      for (const { refused, mostRefused } of scenarios) expect(refused).toBeLessThanOrEqual(mostRefused);
    }
    const all = PLANS.flatMap((plan) => ['ceiling', 'overshoot', 'isolation'].map((scenario) => `${plan}/${scenario}`));
    expect(folders).toEqual(all);
    expect(loads.map(({ target, scenario }) => `${target.plan}/${scenario}`)).toEqual(all);
    expect(plans.map(({ scenarios }) => scenarios.at(-1)?.otherCaller)).toEqual([
      'pro',
      'business',
      'enterprise',
      'free',
    ]);
    expect(out).toMatch(/enterprise +150 +150 +0 +[\d.]+ % +[\d.]+ +[\d.]+ +[\d.]+ +.*fixed window/);
    for (const key of Object.values(KEYS)) expect(`${said}${page}`).not.toContain(key);
    expect(page).toContain('href="business/overshoot/report.html"');
    expect(err).not.toContain('every user of this machine');
  });

  it('leaves out the runs of a key that is refused, and makes those of the others', { timeout: PATIENCE }, async () => {
    const { status, document, said } = await tiers({
      plans: ['free', 'pro', 'business'],
      served: ['free', 'business'],
      flags: ['--anonymous'],
    });
    expect(status, said).toBe(2);
    expect(
      document.plans.map(({ plan, state }) => [plan, state]),
      said,
    ).toEqual([
      ['free', 'conforming'],
      ['pro', 'not-judged'],
      ['business', 'conforming'],
    ]);
    const [first, ...others] = document.plans[1]?.scenarios ?? [];
    expect(first).toMatchObject({ state: 'failed', sent: 1, says: [expect.stringContaining('refuses the key (401)')] });
    expect(others.map(({ state, sent }) => [state, sent])).toEqual([
      ['left-out', 0],
      ['left-out', 0],
    ]);
  });

  it('keeps what was made when it is interrupted, and says what was not', { timeout: PATIENCE }, async () => {
    const { status, document, said } = await tiers({
      plans: ['free', 'pro'],
      when: { printed: /^free ceiling: conforming/m, act: (pid) => process.kill(pid, 'SIGINT') },
    });
    const { plans } = document;
    expect(status, said).toBe(130);
    expect(plans[0]?.ceiling).toMatchObject({ asked: 60, admitted: 60 });
    expect(plans.map(({ state }) => state)).toEqual(['not-judged', 'not-judged']);
    expect(plans.at(-1)?.scenarios.at(-1)).toMatchObject({ state: 'left-out', says: ['the run was interrupted'] });
  });

  it('has the worst exit status, and names what is violated', { timeout: PATIENCE }, async () => {
    const { status, document, said } = await tiers({
      plans: ['free', 'pro'],
      flags: ['--anonymous'],
      serveFlags: ['--defect', 'never-refuses'],
    });
    expect(status, said).toBe(1);
    for (const { state, scenarios } of document.plans) {
      expect(state).toBe('violating');
      expect(scenarios.find(({ scenario }) => scenario === 'overshoot')?.violated).toContain('RATE-5');
    }
    expect(said).toMatch(/overshoot +violating: RATE-5/);
  });
});

describe('what cannot be run is said in one sentence, and nothing is sent:', () => {
  const free = 'free: { env: FREE_KEY }';
  const two = `${free}\npro: { key: another }`;

  it.each([
    ['no file', [], two, {}, 'no keys were given'],
    ['a file that is not there', ['--keys', 'nowhere.yaml'], two, {}, 'nowhere.yaml cannot be read'],
    ['a key that is not set', ['--keys', 'keys.yaml'], two, { FREE_KEY: '' }, 'FREE_KEY'],
    [
      'one plan, and no other caller',
      ['--keys', 'keys.yaml'],
      free,
      {},
      'isolation of free lacks the key of another caller',
    ],
    ['a plan by flag', ['--keys', 'keys.yaml', '--plan', 'free'], two, {}, '--plan is not for tiers'],
    ['a flag of other scenarios', ['--keys', 'keys.yaml', '--keep', '3'], two, {}, '--keep is not for tiers'],
    ['no windows', ['--keys', 'keys.yaml', '--windows', '0'], two, {}, '--windows 0 fills nothing'],
    ['no connections', ['--keys', 'keys.yaml', '--connections', '0'], two, {}, '--connections 0 sends nothing'],
    ['a folder that cannot be', ['--keys', 'keys.yaml', '--report', 'keys.yaml/report'], two, {}, 'cannot be written'],
    ['a host without --yes', ['--keys', 'keys.yaml'], two, { PETVET_BASE_URL: 'https://pets.example/v1' }, 'add --yes'],
    [
      'more than the day has',
      ['--keys', 'keys.yaml', '--windows', '20', '--yes'],
      two,
      { PETVET_BASE_URL: 'https://pets.example/v1' },
      'the key of free would send 1377 requests, more than the 1000 of its day',
    ],
  ])('%s', async (_what, flags, keys, env, says) => {
    await using place = await folder();
    writeFileSync(join(place.path, 'keys.yaml'), keys, { mode: 0o600 });
    const { status, out, err } = await petvetHere(['load', 'tiers', ...flags], {
      cwd: place.path,
      env: {
        PETVET_K6: realK6(),
        PETVET_BASE_URL: 'http://127.0.0.1:9/v1',
        PETVET_WINDOW_SECONDS: '5',
        FREE_KEY: KEYS.free,
        ...env,
      },
    });
    expect({ status, out }, err).toEqual({ status: 2, out: '' });
    expect(err).toContain(says);
    expect(err).not.toMatch(/\n\s+at |requests answered/);
    expect(err).not.toContain(KEYS.free);
  });
});

describe('before anything is sent', () => {
  it('--dry-run says what each key would send, and for how long, without k6', async () => {
    await using place = await folder();
    const { status, out, err } = await petvetHere(['load', 'tiers', '--dry-run'], { cwd: place.path });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('tiers on the reference server');
    expect(out).toMatch(
      / {2}free +60 requests in 60 s; at most 357 requests, 35\.7 % of the key's daily quota; 6 refusals expected/,
    );
    expect(out).toMatch(/ {2}business +1000 requests in 60 s/);
    expect(out).toContain(
      'isolation: free alongside pro, pro alongside business, business alongside enterprise, enterprise alongside free',
    );
    expect(out).toMatch(/at most \d+ requests in all; 24 refusals expected, at most 168; takes at most \d+ minutes/);
  });

  it.skipIf(process.platform === 'win32')('a key that every user of the machine can read is said', async () => {
    await using place = await folder();
    const keys = join(place.path, 'keys.yaml');
    writeFileSync(keys, 'free: { key: one }\npro: { key: two }');
    chmodSync(keys, 0o644);
    const { status, err } = await petvetHere(
      ['load', 'tiers', '--target', 'reference', '--keys', 'keys.yaml', '--dry-run'],
      {
        cwd: place.path,
      },
    );
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringContaining('keys.yaml holds a key, and every user of this machine can read it'),
    });
  });
});
