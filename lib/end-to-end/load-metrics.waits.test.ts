import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { metricsAsked } from '../../tools/build/dashboard.ts';
import { startMetricsReceiver } from '../load/metrics-receiver.fixture.ts';
import { startReferenceServer } from '../reference/server.ts';
import { LoadDocument } from '../shapes/load.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-7d20b4c9';
const OTHER = 'key-of-another-caller-0e4b77d1';
const PASSWORD = 'password-of-a-receiver-51ce';
const WINDOW_SECONDS = 6;
const PATIENCE = 120_000;

/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';

/** What k6 sends only where something went wrong. */
const RARE = ['k6_petvet_refused_total', 'k6_petvet_other_total', 'k6_dropped_iterations_total'];

/** A ceiling of one window with these receivers, and all that it printed and wrote. */
async function loaded(receivers: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  await using place = await folder();
  const server = await startReferenceServer({ plan: 'free', windowSeconds: WINDOW_SECONDS, keys: [{ key: KEY }] });
  const env = { ...loadSettings(server.baseUrl, KEY, WINDOW_SECONDS), ...settings };
  const args = ['load', 'ceiling', '--windows', '1', '--report', 'report', ...receivers];
  const { status, out, err } = await petvet(args, { cwd: place.path, env });
  await server.close();
  const report = join(place.path, 'report');
  const texts = readdirSync(report).map((name) => readFileSync(join(report, name), 'latin1'));
  const document = LoadDocument.parse(JSON.parse(readFileSync(join(report, 'load.json'), 'utf8')));
  const metrics = readFileSync(join(report, 'metrics.prom'), 'utf8');
  return { status, out, err, document, metrics, all: [out, err, ...texts].join('\n') };
}

it(
  'metrics of a load come in by both protocols, and the dashboard asks for no others',
  async () => {
    await using receiver = await startMetricsReceiver();
    const { status, err, document, metrics, all } = await loaded(
      ['--prometheus', `${receiver.url}/api/v1/write`, '--otlp', receiver.url],
      {
        HEADERS: 'a variable of the user',
        K6_PROMETHEUS_RW_USERNAME: 'alice',
        K6_PROMETHEUS_RW_PASSWORD: PASSWORD,
        K6_OTEL_HEADERS: `authorization=Bearer%20${PASSWORD}`,
      },
    );
    expect(status, err).toBe(0);
    // On a busy machine an upload may be under way when k6 ends, which cuts it off; what came is looked at below.
    expect(err).not.toMatch(/metrics were not accepted(?! \(OpenTelemetry, once\): .*context canceled)/);
    const by = (path: string) => receiver.received.filter((one) => one.path === path);
    const [written, exported] = [by('/api/v1/write'), by('/v1/metrics')];
    const series = written.flatMap((one) => one.series);
    const names = [...new Set(series.map(({ name }) => name))];
    const asked = metricsAsked().filter((name) => name.startsWith('k6_') && !RARE.includes(name));
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
    expect(metricsAsked().filter((name) => name.startsWith('petvet_load_')).length).toBeGreaterThan(4);
    expect(metrics).toContain('petvet_load_outcome{');
    const admitted = series.filter(({ name, labels }) => name === 'k6_petvet_admitted_total' && 'scenario' in labels);
    const most = Math.max(...admitted.map(({ last }) => (Number.isNaN(last) ? 0 : last)));
    expect(most).toBe(document.windows[0]?.admitted);
    for (const { labels } of series)
      expect(labels).toMatchObject({ testid: document.run.id, target: document.target.name, plan: 'free' });
    const told = exported.flatMap((one) => one.series).find(({ name }) => name === 'k6_petvet_latency');
    expect(told?.labels).toMatchObject({ 'service.name': 'petvet-load', testid: document.run.id, caller: 'primary' });
    expect(written[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`alice:${PASSWORD}`).toString('base64')}`);
    expect(exported[0]?.headers.authorization).toBe(`Bearer ${PASSWORD}`);
    for (const secret of [KEY, PASSWORD]) {
      expect(all).not.toContain(secret);
      expect(JSON.stringify(series)).not.toContain(secret);
    }
  },
  PATIENCE,
);

it(
  'a receiver that is down loses its metrics and nothing of the run, and is told of once',
  async () => {
    const { status, err, document } = await loaded(['--prometheus', `${NOBODY}/api/v1/write`, '--otlp', NOBODY]);
    expect(status, err).toBe(0);
    expect(document.windows[0]).toMatchObject({ sent: 60, admitted: 60 });
    expect(err.match(/metrics were not accepted \(Prometheus remote write, .*connection refused/g)).toHaveLength(1);
    expect(err.match(/metrics were not accepted \(OpenTelemetry, .*connection refused/g)).toHaveLength(1);
    expect(err).toContain('the report is complete nevertheless');
    expect(err).not.toContain('"level":"error"');
  },
  PATIENCE,
);

it.each([
  ['http://alice:hunter2secret@127.0.0.1:9/api/v1/write', /contains a password.*\n.*K6_PROMETHEUS_RW_PASSWORD/],
  ['127.0.0.1:9', /'--prometheus <url>'.*It must be an address such as/],
])('the address %s of a receiver is refused, and nothing is sent', async (address, sentence) => {
  await using place = await folder();
  const { status, err } = await petvet(['load', 'ceiling', '--prometheus', address], { cwd: place.path });
  expect(status).toBe(2);
  expect(err).toMatch(sentence);
  expect(err).not.toContain('hunter2secret');
});

it(
  'the metrics of every run of load tiers come in, each under its own run and plan',
  async () => {
    await using place = await folder();
    await using receiver = await startMetricsReceiver();
    const server = await startReferenceServer({
      plan: 'free',
      windowSeconds: WINDOW_SECONDS,
      keys: [{ key: KEY }, { key: OTHER }],
    });
    const env = { ...loadSettings(server.baseUrl, KEY, WINDOW_SECONDS), FREE_KEY: KEY, OTHER_KEY: OTHER };
    writeFileSync(join(place.path, 'keys.yaml'), 'free: { env: FREE_KEY, second: { env: OTHER_KEY } }\n');
    const receivers = ['--prometheus', `${receiver.url}/api/v1/write`, '--otlp', receiver.url];
    const args = ['load', 'tiers', '--keys', 'keys.yaml', '--windows', '1', '--report', 'report', ...receivers];
    const { status, out, err } = await petvet(args, { cwd: place.path, env });
    await server.close();
    expect(status, out + err).toBe(0);
    const runs = ['ceiling', 'overshoot', 'isolation'].map((scenario) => {
      const text = readFileSync(join(place.path, 'report', 'free', scenario, 'load.json'), 'utf8');
      return LoadDocument.parse(JSON.parse(text)).run.id;
    });
    const series = receiver.received.flatMap((one) => one.series);
    expect(new Set(series.map(({ labels }) => labels['testid']))).toEqual(new Set(runs));
    expect(new Set(series.map(({ labels }) => labels['plan']))).toEqual(new Set(['free']));
    expect(out + err + JSON.stringify(series)).not.toContain(KEY);
  },
  PATIENCE,
);
