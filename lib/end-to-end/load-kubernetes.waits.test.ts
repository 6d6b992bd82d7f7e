import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { distributedReadme } from '../load/distributed-readme.ts';
import { LOG_BYTES_PER_REQUEST, REQUESTS_IN_A_LOG } from '../load/log-size.ts';
import { startMetricsReceiver } from '../load/metrics-receiver.fixture.ts';
import { startReferenceServer } from '../reference/server.ts';
import { LoadDocument } from '../shapes/load.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const PASSWORD = 'password-of-a-receiver-90c4';
const PATIENCE = 240_000;

/** The scripts in a page of Markdown, in their order; `bash` marks those that no other test types. */
const scriptsIn = (page: string, language = 'sh') =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, script = '']) => script);

const PAGE = readFileSync(join(ROOT, 'docs', 'load.md'), 'utf8');
const [, , GIVEN = '', RUN = ''] = scriptsIn(PAGE, 'bash');

/** What petvet writes beside the manifest, for two parts and one key. */
const README = distributedReadme({
  scenario: 'ceiling',
  parts: 2,
  startAt: 0,
  secrets: ['API_KEY'],
  tooLong: undefined,
});

/** Programs that the scripts find first: this petvet, and a kubectl that stands in for a cluster. */
function programs(place: string): string {
  const bin = join(place, 'bin');
  mkdirSync(bin);
  for (const [name, line] of [
    ['npx', `shift; exec '${process.execPath}' '${join(ROOT, 'lib', 'cli', 'petvet.cjs')}' "$@"`],
    ['kubectl', `exec '${process.execPath}' '${join(import.meta.dirname, 'kubectl-process.ts')}' "$@"`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

const Plan = z.object({ run: z.string() });

/** The texts of what is written beside the manifest, and of the report. */
const writtenIn = (place: string) =>
  ['petvet-load', 'merged'].flatMap((at) =>
    readdirSync(join(place, at)).map((name) => readFileSync(join(place, at, name), 'latin1')),
  );

/** Lets petvet write what two machines are given for a service of its own, by the lines of the page. */
async function sharedOut(place: string, given: string, settings: Readonly<Record<string, string>> = {}) {
  const server = await startReferenceServer({ plan: 'free', windowSeconds: 8, keys: [{ key: KEY }] });
  const bin = programs(place);
  const state = join(place, 'cluster');
  mkdirSync(state);
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    STAND_IN: state,
    PETVET_K6: realK6(),
    API_KEY: KEY,
    PETVET_BASE_URL: server.baseUrl,
    PETVET_WINDOW_SECONDS: '8',
    PLAN: 'free',
    AHEAD: '30',
    ...settings,
  };
  const shell = (script: string, cwd: string) => run('bash', ['-c', `set -eu\n${script}`], { cwd, env });
  const written = await shell(given, place);
  expect(written.status, `${written.out}${written.err}`).toBe(0);
  return {
    state,
    /** Starts the machines, and judges what they did. */
    judged: (lines: string) =>
      shell(lines.replace('merge .', 'merge . --report ../merged'), join(place, 'petvet-load')),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

describe('the page on Kubernetes', () => {
  it('has scripts that bash can read, as the page beside the manifest has', () => {
    const scripts = [...scriptsIn(PAGE, 'bash'), ...scriptsIn(README)];
    expect(scripts.length).toBeGreaterThan(5);
    for (const script of scripts) expect(execFileSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toBe('');
  });

  it('has the lines that petvet writes beside the manifest', () => {
    const [written = ''] = scriptsIn(README);
    expect(RUN).toBe(written.replace('petvet load merge', 'npx petvet load merge'));
  });

  it('says how many requests a log holds', () => {
    const [, count = ''] = /10 MiB hold ([\d,]+) requests/.exec(PAGE) ?? [];
    expect(Math.floor(REQUESTS_IN_A_LOG / 100) * 100).toBe(Number(count.replaceAll(',', '')));
    expect(PAGE).toContain(`petvet assumes ${LOG_BYTES_PER_REQUEST} bytes`);
  });

  it('leads to a report, step by step, and no key is in what is written', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    await using shared = await sharedOut(place.path, GIVEN);
    const { status, out, err } = await shared.judged(RUN);
    expect(status, `${out}${err}`).toBe(0);
    expect(readFileSync(join(shared.state, 'kubectl.log'), 'utf8').split('\n')).toHaveLength(8);
    const text = readFileSync(join(place.path, 'merged', 'load.json'), 'utf8');
    const { windows, dropped } = LoadDocument.parse(JSON.parse(text));
    const whole = { sent: 60, admitted: 60, refused: 0 };
    expect(windows).toMatchObject([whole, whole, whole]);
    expect(dropped).toBe(0);
    const written = writtenIn(place.path);
    expect(written.length).toBeGreaterThan(7);
    expect(written.filter((content) => content.includes(KEY))).toEqual([]);
  });

  it('sends the metrics of all parts where they were asked for', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    await using receiver = await startMetricsReceiver();
    const asked = `--out petvet-load --windows 1 --prometheus ${receiver.url}/api/v1/write --otlp ${receiver.url}`;
    const settings = { K6_PROMETHEUS_RW_USERNAME: 'alice', K6_PROMETHEUS_RW_PASSWORD: PASSWORD };
    await using shared = await sharedOut(place.path, GIVEN.replace('--out petvet-load', asked), settings);
    const [lines = ''] = scriptsIn(readFileSync(join(place.path, 'petvet-load', 'README.md'), 'utf8'));
    expect(lines).toContain('"K6_PROMETHEUS_RW_PASSWORD=$K6_PROMETHEUS_RW_PASSWORD"');
    const { status, out, err } = await shared.judged(lines.replace('petvet load', 'npx petvet load'));
    expect(status, `${out}${err}`).toBe(0);
    const paths = new Set(receiver.received.map(({ path }) => path));
    expect([...paths].toSorted()).toEqual(['/api/v1/write', '/v1/metrics']);
    const [written] = receiver.received.filter(({ path }) => path === '/api/v1/write');
    expect(written?.headers.authorization).toBe(`Basic ${Buffer.from(`alice:${PASSWORD}`).toString('base64')}`);
    const series = receiver.received.flatMap((one) => one.series);
    const { run: ofRun } = Plan.parse(
      JSON.parse(readFileSync(join(place.path, 'petvet-load', 'load-plan.json'), 'utf8')),
    );
    expect(new Set(series.map(({ labels }) => labels['testid']))).toEqual(new Set([ofRun]));
    expect(writtenIn(place.path).filter((content) => content.includes(PASSWORD))).toEqual([]);
  });
});
