import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { few } from '../files/test-sample.fixture.ts';
import type { ScenarioName } from '../load/scenarios.ts';
import { LIMITER_KINDS } from '../reference/limiter-kinds.ts';
import { startReferenceServer, type ReferenceOptions } from '../reference/server.ts';
import { LoadDocument } from '../shapes/load.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const PRIMARY = 'key-of-the-first-caller-4a7f19c2';
const SECOND = 'key-of-the-second-caller-90be53d1';

/** Short, but long enough for whole seconds and a busy machine. */
const WINDOW_SECONDS = 8;

/** k6, a few windows, and others at the same time. */
const PATIENCE = 240_000;

/** Runs a scenario with the real k6 against a reference server of the Free plan, whose minute is short. */
async function load(
  scenario: ScenarioName,
  options: ReferenceOptions = {},
  flags: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
  callers: Readonly<Record<string, string>> = { PETVET_SECOND_API_KEY: SECOND },
) {
  await using place = await folder();
  const server = await startReferenceServer({
    plan: 'free',
    windowSeconds: WINDOW_SECONDS,
    keys: [{ key: PRIMARY }, { key: SECOND }],
    ...options,
  });
  try {
    const env = {
      ...loadSettings(server.baseUrl, PRIMARY, WINDOW_SECONDS),
      ...callers,
      ...settings,
    };
    const ended = await petvetHere(['load', scenario, '--windows', '2', '--report', 'report', ...flags], {
      cwd: place.path,
      env,
    });
    const read = (name: string) => readFileSync(join(place.path, 'report', name), 'utf8');
    const document = LoadDocument.parse(JSON.parse(read('load.json')));
    const files = readdirSync(join(place.path, 'report'));
    const everything = [ended.out, ended.err, ...files.map(read)].join('');
    const failed = document.rules.filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
    return { ...ended, document, files, everything, failed: failed.map(({ id }) => id) };
  } finally {
    await server.close();
  }
}

const OF_THE_MINUTE = ['ceiling', 'overshoot', 'burst', 'isolation'] as const;

describe.concurrent('every conforming kind of limiter passes', () => {
  // A weighted counter still counts a part of the window before: it cannot admit the whole figure in each of several windows.
  const all = LIMITER_KINDS.flatMap((limiter) =>
    few(OF_THE_MINUTE, 2, (scenario) => `${scenario}: ${limiter}`).map((scenario) => [scenario, limiter] as const),
  ).filter(([scenario, limiter]) => !(scenario === 'ceiling' && limiter === 'weighted'));

  it('in every scenario', () => {
    expect(new Set(all.map(([scenario]) => scenario))).toEqual(new Set(OF_THE_MINUTE));
  });

  it.each(all)('%s: %s', { timeout: PATIENCE }, async (scenario, limiter) => {
    const { status, failed, document, err } = await load(scenario, { limiter });
    expect({ status, failed, err }).toEqual({ status: 0, failed: [], err: expect.any(String) });
    expect(document.windows.reduce((sum, { other }) => sum + other, 0)).toBe(0);
  });
});

describe.concurrent('the ceiling', () => {
  it('of a weighted counter ends at the first refusal, and calls nothing violated', { timeout: PATIENCE }, async () => {
    const { status, failed, document, out } = await load('ceiling', { limiter: 'weighted' });
    expect({ status, failed }).toEqual({ status: 2, failed: [] });
    expect(out).toContain('the primary key was refused with 429');
    expect(document.requests.refused).toBeLessThanOrEqual(22);
  });

  it('is the whole figure in each window, and none is refused', { timeout: PATIENCE }, async () => {
    const { document, everything, files } = await load('ceiling');
    expect(document.windows.map(({ sent, admitted, refused }) => [sent, admitted, refused])).toEqual([
      [60, 60, 0],
      [60, 60, 0],
    ]);
    expect(document).toMatchObject({ dropped: 0, outcome: 'conforming', requests: { refused: 0 } });
    const written = [
      'report.html',
      'junit.xml',
      'ctrf.json',
      'petvet.sarif',
      'metrics.prom',
      'summary.md',
      'badge.svg',
      'k6-report.html',
      'load-plan.json',
    ];
    expect(files).toEqual(expect.arrayContaining(written));
    expect(everything).not.toContain(PRIMARY);
    expect(everything).not.toContain(SECOND);
  });

  it('fails a run whose objective, from a file, is broken', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    const file = join(place.path, 'thresholds.json');
    writeFileSync(file, '{"http_req_duration": ["p(95)<0.001"], "http_req_failed": ["rate<0.01"]}');
    const { status, document } = await load('ceiling', {}, ['--objectives', file]);
    expect(status).toBe(1);
    expect(document.objectives.map(({ metric, most, isKept }) => [metric, most, isKept])).toEqual([
      ['p95', 0.001, false],
      ['errors', 1, true],
    ]);
  });

  it('fails a run whose objective is broken', { timeout: PATIENCE }, async () => {
    const { status, document, out } = await load('ceiling', {}, [
      '--objective',
      'p95<=0.001',
      '--objective',
      'errors<=1',
    ]);
    expect(status).toBe(1);
    expect(document.objectives.map(({ isKept }) => isKept)).toEqual([false, true]);
    expect(out).toMatch(/p95 latency is [\d.]+ ms; objective: max 0.001 ms/);
  });
});

describe.concurrent('isolation without a second key', () => {
  it(
    'sends the other caller’s requests without one: 401 each, and the key gets its whole figure',
    { timeout: PATIENCE },
    async () => {
      const { status, failed, document, files, out } = await load('isolation', {}, ['--anonymous'], {}, {});
      expect({ status, failed, outcome: document.outcome }, out).toEqual({
        status: 0,
        failed: [],
        outcome: 'conforming',
      });
      expect(document.windows).toMatchObject([
        { caller: 'none', sent: 40, admitted: 40, refused: 0, other: 0 },
        { caller: 'primary', admitted: 60, refused: 3 },
      ]);
      expect(document.latencies.map(({ of }) => of)).toEqual(
        expect.arrayContaining(['without a key, alone', 'without a key, together']),
      );
      expect(files).toContain('evidence.jsonl');
      expect(out).toContain('without a key');
    },
  );

  it('fails a service that answers them', { timeout: PATIENCE }, async () => {
    const { status, failed } = await load('isolation', { defect: 'list-open' }, ['--anonymous'], {}, {});
    expect(status).toBe(1);
    expect(failed).toContain('AUTH-1');
  });
});

describe.concurrent('the day', () => {
  /** A short day of few requests: two minutes and a half of it. */
  const SMALL = { plan: 'enterprise', perMinute: 20, windowSeconds: 6, daySeconds: 90 } as const;
  const TOLD = {
    PETVET_PLAN: 'enterprise',
    PETVET_LIMIT_PER_MINUTE: '20',
    PETVET_LIMIT_PER_DAY: '50',
    PETVET_WINDOW_SECONDS: '6',
    PETVET_DAY_SECONDS: '90',
  };

  it('ends at its figure, with few refusals', { timeout: PATIENCE }, async () => {
    const { status, document, failed } = await load('daily', { ...SMALL, perDay: 50 }, ['--yes'], TOLD);
    expect({ status, failed }).toEqual({ status: 0, failed: [] });
    expect(document.rules).toContainEqual(expect.objectContaining({ id: 'RATE-11', verdict: 'pass' }));
    expect(document.requests.refused).toBeLessThanOrEqual(3);
    expect(document.requests.sent).toBeLessThanOrEqual(58);
  });

  it('that has no end is RATE-11', { timeout: PATIENCE }, async () => {
    const { status, failed } = await load('daily', { ...SMALL, perDay: 1_000 }, ['--yes'], TOLD);
    expect({ status, failed }).toEqual({ status: 1, failed: ['RATE-11'] });
  });
});

it.concurrent(
  'a soak sends its share, and holds the last windows against the first',
  { timeout: PATIENCE },
  async () => {
    const flags = ['--duration', '36s', '--share', '0.5'];
    const settings = { PETVET_WINDOW_SECONDS: '6' };
    const { status, document, out } = await load('soak', { windowSeconds: 6 }, flags, settings);
    expect(status).toBe(0);
    expect(document.windows.map(({ sent }) => sent)).toEqual(Array.from({ length: 6 }, () => 30));
    expect(document.drift.map(({ of }) => of)).toEqual(['p50', 'p95', 'errors']);
    expect(out).toContain('last third of the windows compared with the first third');
  },
);

it.concurrent(
  'a breakpoint that the service carries up to the rate limit finds no knee',
  { timeout: PATIENCE },
  async () => {
    const settings = {
      PETVET_PLAN: 'enterprise',
      PETVET_LIMIT_PER_MINUTE: '240',
      PETVET_WINDOW_SECONDS: '8',
    };
    const server = { plan: 'enterprise', perMinute: 240 } as const;
    const { status, document, out } = await load('breakpoint', server, ['--step-seconds', '2'], settings);
    expect(status).toBe(0);
    expect(document.knee).toBe(30);
    expect(document.steps?.filter(({ rate }) => rate === 30).length).toBeGreaterThanOrEqual(2);
    expect(document).toMatchObject({ bottleneck: { is: 'rate-limit' } });
    expect(document).not.toHaveProperty('scalability');
    expect(out).toMatch(/knee\s+not found: rates up to 30\.0 requests per second met the objectives/);
    expect(out).toMatch(/A\s+higher\s+rate\s+needs\s+a\s+key\s+with\s+a\s+higher\s+limit/);
  },
);

it.concurrent(
  'a breakpoint is where a limit that is not announced begins, with few refusals',
  { timeout: PATIENCE },
  async () => {
    const settings = { PETVET_PLAN: 'enterprise', PETVET_LIMIT_PER_MINUTE: '200', PETVET_WINDOW_SECONDS: '5' };
    // It announces 200, and admits 166 of them: 33 a second.
    const server = { plan: 'enterprise', perMinute: 200, windowSeconds: 5, defect: 'one-sixth-less' } as const;
    const { document } = await load('breakpoint', server, ['--step-seconds', '6'], settings);
    expect(document.knee).toBeLessThanOrEqual(36);
    expect(document.knee).toBeGreaterThan(8);
    const refusing = document.steps?.filter(({ refused }) => refused > 0) ?? [];
    expect(refusing.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...refusing.map(({ refused }) => refused))).toBeLessThanOrEqual(5);
  },
);

it.concurrent('a folder that is used again holds the later run alone', { timeout: PATIENCE }, async () => {
  await using place = await folder();
  const server = await startReferenceServer({ plan: 'free', windowSeconds: 5, keys: [{ key: PRIMARY }] });
  const env = loadSettings(server.baseUrl, PRIMARY, 5);
  try {
    for (const connections of ['10', '20']) {
      const args = ['load', 'burst', '--connections', connections, '--report', 'report'];
      expect(await petvetHere(args, { cwd: place.path, env })).toMatchObject({ status: 0 });
    }
    const text = readFileSync(join(place.path, 'report', 'load.json'), 'utf8');
    expect(LoadDocument.parse(JSON.parse(text)).windows).toMatchObject([{ sent: 62, admitted: 60, refused: 2 }]);
  } finally {
    await server.close();
  }
});

describe.concurrent('a broken limiter fails the scenario made for it', () => {
  it.each([
    ['ceiling', 'one-sixth-less', 'RATE-6'],
    ['ceiling', 'refuses-at-five', 'RATE-6'],
    ['overshoot', 'never-refuses', 'RATE-5'],
    ['overshoot', 'retry-after-missing', 'RATE-7'],
    ['overshoot', 'retry-after-half', 'RATE-8'],
    ['burst', 'not-atomic', 'RATE-5'],
    ['burst', 'twice-as-many', 'RATE-5'],
    ['isolation', 'limit-of-everyone', 'RATE-10'],
  ] as const)('%s: %s is %s', { timeout: PATIENCE }, async (scenario, defect, rule) => {
    // What a bucket refills while a busy machine sends a burst must not explain the two requests too many.
    const windowSeconds = scenario === 'burst' ? 30 : WINDOW_SECONDS;
    const settings = { PETVET_WINDOW_SECONDS: `${windowSeconds}` };
    const attempt = () => load(scenario, { defect, windowSeconds }, ['--connections', '30'], settings);
    let { status, failed, out } = await attempt();
    // A race shows where requests leave at once, which a busy machine now and then does not let them; where it holds requests back
    // until the window is over, the run says that it could not tell.
    const attempts = defect === 'not-atomic' ? 4 : 2;
    for (let made = 1; made < attempts && status !== 1; made++) ({ status, failed, out } = await attempt());
    expect(failed, out).toContain(rule);
    expect(status).toBe(1);
  });
});
