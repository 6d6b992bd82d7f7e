import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../evidence/log.ts';
import { estimate, SCENARIO_NAMES, type ScenarioName } from '../load/scenarios.ts';
import { startReferenceServer } from '../reference/server.ts';
import { limited, WINDOW_SECONDS } from './limited-service.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const SECOND = 'key-of-the-second-caller-90be53d1';
const PATIENCE = 240_000;

function refusesForTheDay(_nth: number, response: ServerResponse): boolean {
  response.writeHead(429, { 'Retry-After': '40000' }).end('{}');
  return true;
}

/** Runs a scenario with the real k6 on a service, told of a figure. @returns what came of it, and what was announced before */
async function load(
  scenario: ScenarioName,
  baseUrl: string,
  told: number,
  flags: readonly string[] = [],
  perDay = '150',
) {
  const place = await folder();
  const args = [
    'load',
    scenario,
    '--windows',
    '2',
    '--duration',
    '10s',
    '--step-seconds',
    '2',
    '--yes',
    '--report',
    'report',
  ];
  const ended = await petvetHere([...args, ...flags], {
    cwd: place.path,
    env: {
      PETVET_K6: realK6(),
      PETVET_BASE_URL: baseUrl,
      PETVET_API_KEY: KEY,
      PETVET_SECOND_API_KEY: SECOND,
      PETVET_PLAN: 'enterprise',
      PETVET_LIMIT_PER_MINUTE: `${told}`,
      ...(perDay !== '' && { PETVET_LIMIT_PER_DAY: perDay }),
      PETVET_WINDOW_SECONDS: `${WINDOW_SECONDS}`,
    },
  });
  const exchanges = [];
  for await (const item of readEvidence(join(place.path, 'report', 'evidence.jsonl')))
    if ('exchange' in item) exchanges.push(item.exchange);
  const report = () => readFileSync(join(place.path, 'report', 'summary.md'), 'utf8');
  const summary = ended.out === '' ? '' : report();
  await place[Symbol.asyncDispose]();
  const announced = Number(/at most (\d+) before it stops/.exec(ended.err)?.[1]);
  return { ...ended, exchanges, summary, announced };
}

describe.concurrent('told of more than the service announces, a load sends one request and says which setting is wrong:', () => {
  it.each(SCENARIO_NAMES)('%s', { timeout: PATIENCE }, async (scenario) => {
    await using there = await limited({ limit: 60, announced: 60 });
    const { status, err, exchanges } = await load(scenario, there.baseUrl, 300);
    expect(err).toContain(
      'the service announces a limit of 60 (X-RateLimit-Limit), and this load was told 300 a window',
    );
    expect(err).toContain('give --plan free, or set the LIMIT_PER_MINUTE of the target to 60');
    expect({ status, asked: there.count.asked, refused: there.count.refused }).toEqual({
      status: 2,
      asked: 1,
      refused: 0,
    });
    expect(exchanges).toHaveLength(1);
  });
});

it(
  'a limit of the Business plan is no daily quota of a key with a larger limit of its own',
  { timeout: PATIENCE },
  async () => {
    await using there = await limited({ limit: 1_000, announced: 1_000 });
    const { status, err } = await load('ceiling', there.baseUrl, 5_000, [], '');
    expect(err).toContain(
      'the service announces a limit of 1000 (X-RateLimit-Limit), and this load was told 5000 a window',
    );
    expect({ status, asked: there.count.asked }).toEqual({ status: 2, asked: 1 });
  },
);

describe.concurrent('no scenario is refused more often than it announced,', () => {
  const all: [ScenarioName, number][] = [
    ...SCENARIO_NAMES.map((scenario): [ScenarioName, number] => [scenario, 0]),
    ['ceiling', 300],
    ['burst', 300],
    ['breakpoint', 300],
  ];

  it.each(all)(
    '%s, where the limit is a fifth of what is announced, and answers take %d ms',
    { timeout: PATIENCE },
    async (scenario, slowness) => {
      await using there = await limited({ limit: 20, announced: 100, slowness });
      const { status, err, announced, exchanges } = await load(scenario, there.baseUrl, 100);
      expect(err).toMatch(/refusals? expected/);
      expect(there.count.refused).toBeLessThanOrEqual(announced);
      // A service that refuses while it announces Remaining violates RATE-6; else nothing could be judged.
      const isPaced = scenario === 'ceiling' || scenario === 'soak';
      expect(isPaced ? [1, 2] : [0, 1, 2], err).toContain(status);
      // Whatever reached the service is in the evidence, but for a staircase, which is fast.
      const known = scenario === 'breakpoint' ? there.count.asked : exchanges.length;
      expect(known).toBeGreaterThanOrEqual(there.count.asked);
    },
  );

  it.each(SCENARIO_NAMES)(
    '%s, told of five times what a service has that announces nothing, and bans whoever goes on',
    { timeout: PATIENCE },
    async (scenario) => {
      const bansAfter = estimate(scenario, {
        perMinute: 300,
        perDay: 150,
        windowSeconds: WINDOW_SECONDS,
        windows: 2,
        share: 0.5,
        stepSeconds: 2,
        connections: 20,
      }).mostRefusals;
      await using there = await limited({ limit: 60, bansAfter: bansAfter + 1 });
      const { err, announced } = await load(scenario, there.baseUrl, 300, ['--connections', '20']);
      expect(announced, err).toBe(bansAfter);
      expect(there.count.refused).toBeLessThanOrEqual(announced);
      expect(err).not.toMatch(/\b403\b/);
    },
  );

  it.each(['ceiling', 'soak', 'isolation'] as const)(
    '%s, where another client uses the key: nothing is called violated for it',
    { timeout: PATIENCE },
    async (scenario) => {
      await using there = await limited({ limit: 100, announced: 100, taken: 55 });
      const { status, err, out, announced, summary } = await load(scenario, there.baseUrl, 100, ['--share', '0.9']);
      expect(there.count.refused).toBeLessThanOrEqual(announced);
      // Three refusals are what isolation provokes with the first key anyway.
      expect(status, `${out}${err}`).toBe(scenario === 'isolation' ? 0 : 2);
      expect(summary).not.toContain('violates');
    },
  );
});

it.concurrent(
  'a burst goes on with the connections that were admitted, and shows what was refused within the limit',
  { timeout: PATIENCE },
  async () => {
    await using there = await limited({ limit: 300, announced: 300, slowness: 20, atOnce: 4 });
    const { status, out, announced, summary } = await load('burst', there.baseUrl, 300, ['--connections', '20']);
    expect(there.count.refused).toBeGreaterThan(10);
    expect(there.count.refused).toBeLessThanOrEqual(announced);
    expect(there.count.asked).toBeGreaterThan(60);
    expect(summary, out).toMatch(/RATE-6/);
    expect(status, out).toBe(1);
    expect(out).toMatch(/RATE-6 +fail/);
    expect(out).not.toMatch(/RATE-5 +pass/);
  },
);

/** Answers as another service does. */
const answersAsPage = (_nth: number, response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
  return true;
};

describe.concurrent('a load ends at once, and says so,', () => {
  it.each([
    ['503 with Retry-After', 503, { 'Retry-After': '30' }, 'the service said to wait 30 s (Retry-After on a 503)'],
    ['200 with Retry-After', 200, { 'Retry-After': '1' }, 'the service said to wait 1 s (Retry-After on a 200)'],
    [
      'Retry-After of many digits',
      503,
      { 'Retry-After': '9'.repeat(200) },
      'the service said to wait longer than a date can express',
    ],
    ['a banned key', 403, {}, 'the service responded to the primary key with 403'],
  ])('at %s', { timeout: PATIENCE }, async (_what, answered, headers, says) => {
    const instead = (nth: number, response: ServerResponse) => {
      if (nth !== 6) return false;
      response.writeHead(answered, headers).end('{}');
      return true;
    };
    await using there = await limited({ limit: 100, announced: 100, instead });
    const { status, out, err } = await load('ceiling', there.baseUrl, 100, ['--connections', '5']);
    expect(`${out}${err}`).toContain(says);
    expect(status, out).toBe(2);
    expect(there.count.asked).toBeLessThanOrEqual(6 + 5);
  });

  it('when the day is used up before it begins', { timeout: PATIENCE }, async () => {
    await using there = await limited({ limit: 100, announced: 100, instead: refusesForTheDay });
    const { status, out, err } = await load('overshoot', there.baseUrl, 100);
    expect(`${out}${err}`).toContain(
      'the service said to wait longer than 10 s (Retry-After on a 429) before the load began',
    );
    expect({ status, asked: there.count.asked }).toEqual({ status: 2, asked: 1 });
  });

  it('when another service is listening there', { timeout: PATIENCE }, async () => {
    await using there = await limited({ limit: 100, announced: 100, instead: answersAsPage });
    const { status, out, err } = await load('overshoot', there.baseUrl, 100);
    expect(`${out}${err}`).toContain('the response to GET /pets is an HTML page: another service is listening there');
    expect({ status, asked: there.count.asked }).toEqual({ status: 2, asked: 1 });
  });
});

it(
  'an eager ban never comes from a key that is refused where nothing was provoked',
  { timeout: PATIENCE },
  async () => {
    const server = await startReferenceServer({
      plan: 'free',
      windowSeconds: WINDOW_SECONDS,
      keys: [{ key: KEY }],
      banAfter: 3,
    });
    try {
      await load('ceiling', server.baseUrl, 60);
      expect([server.bans(), server.requestsDuringRetryAfter()]).toEqual([0, 0]);
    } finally {
      await server.close();
    }
  },
);
