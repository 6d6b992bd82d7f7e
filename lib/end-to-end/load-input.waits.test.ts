import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const BASE = { PETVET_BASE_URL: 'http://127.0.0.1:9/v1', PETVET_API_KEY: KEY, PETVET_PLAN: 'free' };

describe('what cannot be run is said in one sentence, and nothing is sent:', () => {
  it.each([
    ['no scenario', [], BASE, 'no scenario was given'],
    ['an unknown scenario', ['ceilling'], BASE, 'there is no scenario "ceilling"'],
    ['no key', ['ceiling'], { PETVET_BASE_URL: 'http://127.0.0.1:9/v1' }, 'PETVET_API_KEY is missing'],
    ['no k6', ['ceiling'], { ...BASE, PETVET_K6: '/nowhere/k6' }, '/nowhere/k6'],
    ['a plan that nobody may ask for', ['ceiling', '--dry-run'], { ...BASE, PETVET_PLAN: 'auto' }, 'is not known'],
    [
      'a plan that a service that is down is to tell',
      ['ceiling', '--plan', 'auto'],
      BASE,
      '127.0.0.1:9/v1 cannot be reached',
    ],
    ['plain http', ['ceiling'], { ...BASE, PETVET_BASE_URL: 'http://pets.example/v1' }, 'https'],
    ['a host without --yes', ['ceiling'], { ...BASE, PETVET_BASE_URL: 'https://pets.example/v1' }, 'add --yes'],
    ['a window of a second', ['ceiling'], { ...BASE, PETVET_WINDOW_SECONDS: '1' }, 'too short for a load run'],
    ['no window', ['ceiling', '--windows', '0'], BASE, '--windows 0 fills nothing'],
    ['a scenario without another caller', ['ceiling', '--anonymous'], BASE, 'ceiling has no other caller'],
    ['isolation without a second key', ['isolation'], BASE, 'isolation needs the key of another caller'],
    ['options that replace the scenario', ['ceiling', '--', '--vus', '3'], BASE, '--vus would make k6 run something'],
    ['the day without --yes', ['daily'], BASE, "this would use up the key's daily quota"],
    ['a soak shorter than a window', ['soak', '--duration', '30s'], BASE, 'shorter than one window'],
    ['a duration that is none', ['soak', '--duration', 'long'], BASE, 'It must be a time such as 45s, 90m or 4h'],
    ['a share of nothing', ['soak', '--share', '0'], BASE, 'It must be above 0'],
    ['a slowdown below 1', ['isolation', '--slowdown', '0.5'], BASE, 'It must be 1 or more'],
    ['a step of no time', ['breakpoint', '--step-seconds', '0'], BASE, '--step-seconds 0 sends nothing'],
    ['a start that is none', ['ceiling', '--start-at', 'soon'], BASE, 'It must be a time such as 2026-11-21T12:00:00Z'],
    [
      'several machines without a target',
      ['ceiling', '--distributed', '2', '--out', 'o'],
      {},
      'no target is configured',
    ],
    ['an objective that is none', ['ceiling', '--objective', 'fast'], BASE, 'It must be an objective such as p95<=200'],
    [
      'a file of objectives that is not there',
      ['ceiling', '--objectives', 'none.json'],
      BASE,
      'none.json cannot be read',
    ],
    ['a file that holds none', ['ceiling', '--objectives', '/dev/null'], BASE, 'neither thresholds nor an SLO'],
    [
      'more than the day has',
      ['ceiling', '--windows', '20', '--yes'],
      { ...BASE, PETVET_BASE_URL: 'https://pets.example/v1' },
      "more than the key's daily quota of 1000",
    ],
  ])('%s', async (_what, args, env, said) => {
    await using place = await folder();
    const { status, err, out } = await petvetHere(['load', ...args], {
      cwd: place.path,
      env: { PETVET_K6: realK6(), ...env },
    });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(said);
    expect(err).not.toMatch(/\n\s+at /);
    expect(existsSync(join(place.path, 'reports'))).toBe(false);
  });
});

it('--dry-run says what would be sent, without k6', async () => {
  await using place = await folder();
  const { status, out } = await petvetHere(['load', 'ceiling', '--dry-run'], { cwd: place.path, env: BASE });
  expect(status).toBe(0);
  expect(out).toMatch(
    /at most 183 requests, 18\.3 % of the key's daily quota; 0 refusals expected, at most 22 before it stops; takes at most 5 minutes/,
  );
});

describe('a run that cannot go on', () => {
  it('against nothing says so', async () => {
    await using place = await folder();
    const env = { ...BASE, PETVET_K6: realK6() };
    const { status, err } = await petvetHere(['load', 'burst'], { cwd: place.path, env });
    expect(status).toBe(2);
    expect(err).toMatch(/http:\/\/127\.0\.0\.1:9\/v1 cannot be reached: /);
  });

  it('with a key that is refused says so, and shows no key', async () => {
    await using place = await folder();
    await using closed = await service((_request, response) => response.writeHead(401).end('{}'));
    const env = { ...BASE, PETVET_BASE_URL: closed.baseUrl, PETVET_K6: realK6() };
    const { status, err, out } = await petvetHere(['load', 'burst'], { cwd: place.path, env });
    expect(status).toBe(2);
    expect(err).toContain('refuses the key (401)');
    expect(`${err}${out}`).not.toContain(KEY);
  });

  it('hides a key that the service repeats in its headers, in every file', { timeout: 150_000 }, async () => {
    await using place = await folder();
    await using repeating = await service((request, response) => {
      const key = request.headers.authorization ?? '';
      response.writeHead(200, { 'Content-Type': `application/json; seen="${key}"`, Date: key }).end('[]');
    });
    const env = { ...BASE, PETVET_BASE_URL: repeating.baseUrl, PETVET_WINDOW_SECONDS: '5', PETVET_K6: realK6() };
    const { out, err } = await petvetHere(['load', 'burst', '--report', 'report'], { cwd: place.path, env });
    const files = readdirSync(join(place.path, 'report')).map((name) => ({
      name,
      text: readFileSync(join(place.path, 'report', name), 'utf8'),
    }));
    expect(files.find(({ name }) => name === 'k6-console.jsonl')?.text).toContain('{primary}');
    expect(files.filter(({ text }) => text.includes(KEY)).map(({ name }) => name)).toEqual([]);
    expect(`${out}${err}`).not.toContain(KEY);
  });

  it('when it is interrupted, still judges and writes what was done', { timeout: 150_000 }, async () => {
    await using place = await folder();
    const server = await startReferenceServer({ plan: 'free', windowSeconds: 6, keys: [{ key: KEY }] });
    const env = {
      ...BASE,
      PETVET_BASE_URL: server.baseUrl,
      PETVET_WINDOW_SECONDS: '6',
      PETVET_K6: realK6(),
    };
    try {
      const console = join(place.path, 'report', 'k6-console.jsonl');
      const { status, out } = await petvet(['load', 'ceiling', '--windows', '20', '--report', 'report'], {
        cwd: place.path,
        env,
        when: {
          printed: /at most/,
          act: (pid) => {
            const timer = setInterval(() => {
              if (!existsSync(console) || readFileSync(console, 'utf8').split('\n').length < 5) return;
              clearInterval(timer);
              process.kill(pid, 'SIGINT');
            }, 50);
          },
        },
      });
      expect(status).toBe(130);
      expect(out).toContain('the run was interrupted');
      expect(readFileSync(join(place.path, 'report', 'load.json'), 'utf8')).toContain('"interrupted": true');
    } finally {
      await server.close();
    }
  });
});
