import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startReferenceServer, type ReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet, run, ROOT, type Ended } from './petvet-process.fixture.ts';

/** A whole run is a process with a worker; the machine may be busy with the other tests. */
const PATIENCE = 150_000;

/** How many requests a first run is worth; the default budget leaves some for looking again. */
const MOST_REQUESTS = 118;

const API_KEY = 'first-run-4f9a1c77e0d25b';

/** How many seconds a minute has here, so that its limit is soon used up. */
const SHORT_MINUTE = 10;

let server: ReferenceServer;
let place: Awaited<ReturnType<typeof folder>>;
let checked: Ended;

beforeAll(async () => {
  place = await folder();
  server = await startReferenceServer({ keys: [{ key: API_KEY }], plan: 'free', windowSeconds: SHORT_MINUTE });
  const env = { PETVET_BASE_URL: server.baseUrl, PETVET_API_KEY: API_KEY, PETVET_WINDOW_SECONDS: `${SHORT_MINUTE}` };
  checked = await petvet(['check', '--report', 'report', '--seed', '7'], { cwd: place.path, env });
  await petvetHere(['report', join(place.path, 'report'), '--format', 'har', '--out', place.path], { cwd: place.path });
}, PATIENCE);

afterAll(async () => {
  await server.close();
  await place[Symbol.asyncDispose]();
});

function reportIn(directory: string): ConformanceReport {
  return ConformanceReport.parse(JSON.parse(readFileSync(join(place.path, directory, 'conformance.json'), 'utf8')));
}

function verdictsIn(directory: string): string[] {
  return reportIn(directory).rules.map(({ id, verdict }) => `${id} ${verdict}`);
}

describe('the first run against a service that two variables name', () => {
  it('finds nothing violated', () => {
    expect(checked).toMatchObject({ status: 0 });
    expect(reportIn('report').rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it('names the evidence of every pass', () => {
    const passed = reportIn('report').rules.filter(({ verdict, id }) => verdict === 'pass' && id !== 'VER-1');
    expect(passed.length).toBeGreaterThan(25);
    expect(passed.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
  });

  it('stays within its requests, and is refused three at most', () => {
    const { sent, refused } = reportIn('report').requests;
    expect(sent).toBeGreaterThan(50);
    expect(sent, 'what a new probe sends has to be saved elsewhere').toBeLessThanOrEqual(MOST_REQUESTS);
    expect(refused).toBeLessThanOrEqual(3);
  });

  it('prints plain lines where there is no terminal', () => {
    const printed = `${checked.out}${checked.err}`;
    expect(['\u001B', '\r'].filter((control) => printed.includes(control))).toEqual([]);
    expect(checked.out).toContain('Report: report');
  });

  it.each(['report', 'report/evidence.jsonl', 'evidence.har'])(
    'is judged the same again from %s',
    async (evidence) => {
      const again = `again-${evidence.replaceAll('/', '-')}`;
      expect(
        await petvetHere(['judge', join(place.path, evidence), '--report', again], { cwd: place.path }),
      ).toMatchObject({
        status: 0,
      });
      expect(verdictsIn(again)).toEqual(verdictsIn('report'));
      expect(reportIn('report').limiter).toHaveLength(1);
      expect(reportIn(again).limiter).toEqual(reportIn('report').limiter);
    },
    PATIENCE,
  );

  it(
    'is judged up to the break where its evidence breaks off, and that is said',
    async () => {
      const whole = readFileSync(join(place.path, 'report', 'evidence.jsonl'));
      writeFileSync(join(place.path, 'cut.jsonl'), whole.subarray(0, Math.floor(whole.length / 2)));
      const judged = await petvetHere(['judge', join(place.path, 'cut.jsonl'), '--report', 'cut'], { cwd: place.path });
      expect(judged.status).toBe(2);
      expect(judged.err).toMatch(
        /^petvet: the evidence breaks off at line \d+.*: what is before that violates no must rule\n/,
      );
      expect(judged.out).toMatch(/Judged in part: the evidence breaks off at line \d+/);
      const { outcome, requests, rules } = reportIn('cut');
      expect(outcome).toBe('aborted');
      expect(requests.sent).toBeLessThan(reportIn('report').requests.sent);
      expect(rules.find(({ id }) => id === 'LIST-1')?.verdict).toBe('pass');
    },
    PATIENCE,
  );
});

it(
  'NO_COLOR is respected even where colours are forced',
  async () => {
    const judged = await petvet(['judge', 'report'], { cwd: place.path, env: { NO_COLOR: '1', FORCE_COLOR: '1' } });
    expect(judged.out).not.toContain('\u001B');
  },
  PATIENCE,
);

it(
  'Ctrl-C ends the run and leaves a report of what was done',
  async () => {
    await using slow = await service(({ method }, response) => {
      const [status, body] = method === 'GET' ? [200, '[]'] : [404, '{}'];
      setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body), 40);
    });
    const env = { PETVET_BASE_URL: slow.baseUrl, PETVET_API_KEY: API_KEY };
    const ended = await petvet(['check', '--report', 'interrupted'], {
      cwd: place.path,
      env,
      when: { printed: /[1-9]\d* requests so far/, act: (pid) => process.kill(pid, 'SIGINT') },
    });
    expect(ended).toMatchObject({ status: 130, err: expect.stringContaining('Stopping') });
    const { aborted, requests, rules } = reportIn('interrupted');
    expect(aborted).toBe('the run was interrupted');
    expect(requests.sent).toBeGreaterThan(0);
    expect(rules.find(({ id }) => id === 'AUTH-6')).toMatchObject({
      verdict: 'not-exercised',
      says: `not reached; ${aborted}`,
    });
  },
  PATIENCE,
);

it(
  'the suites run under plain vitest too, against a named target, and the verdicts follow',
  async () => {
    const name = `selftest-${process.pid}`;
    const variable = `PETVET_SELFTEST_${process.pid}`;
    const env = {
      PETVET_TARGET: name,
      [`${variable}_BASE_URL`]: server.baseUrl,
      [`${variable}_API_KEY`]: API_KEY,
      [`${variable}_WINDOW_SECONDS`]: `${SHORT_MINUTE}`,
    };
    const typed = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', 'suites', '--reporter=dot'];
    try {
      const ended = await run(process.execPath, typed, { cwd: ROOT, env: { ...env, HOME: place.path } });
      expect(ended).toMatchObject({ status: 0, out: expect.stringContaining('Outcome') });
      expect(ended.out).toContain(`target  ${name}, ${server.baseUrl}`);
    } finally {
      rmSync(join(ROOT, 'reports', name), { recursive: true, force: true });
    }
  },
  PATIENCE,
);

it(
  'vitest shows a violation at the probe and at the rule, and Allure results can be had',
  async () => {
    const broken = await startReferenceServer({ plan: 'business', defect: 'limit-1-gives-2' });
    const name = `broken-${process.pid}`;
    const variable = `PETVET_BROKEN_${process.pid}`;
    const env = {
      PETVET_TARGET: name,
      [`${variable}_BASE_URL`]: broken.baseUrl,
      [`${variable}_API_KEY`]: broken.keys.primary,
      HOME: place.path,
    };
    const reporters = ['--reporter=dot', '--reporter=allure-vitest/reporter'];
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const cwd = join(place.path, 'vitest');
    mkdirSync(cwd);
    const ended = await run(process.execPath, [vitest, 'run', '--root', join(ROOT, 'suites'), ...reporters], {
      cwd,
      env,
    });
    await broken.close();
    expect(ended.status).toBe(1);
    const results = readdirSync(join(cwd, 'allure-results')).filter((file) => file.endsWith('-result.json'));
    const read = results.map((file) => readFileSync(join(cwd, 'allure-results', file), 'utf8'));
    const failed = read
      .map((text) => z.object({ name: z.string(), status: z.string() }).parse(JSON.parse(text)))
      .flatMap(({ name: title, status }) => (status === 'failed' ? [title.replace(/:.*/, '')] : []));
    expect(failed.toSorted()).toEqual(['LIST-2', 'list/limit-and-status', 'list/page-sizes']);
    expect(`${ended.out}${ended.err}${read.join('')}`).not.toContain(broken.keys.primary);
  },
  PATIENCE,
);
