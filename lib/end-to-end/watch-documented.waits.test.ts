import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderWatchMetrics } from '../watch/metrics.ts';
import { LogMapping } from '../watch/log-mapping.ts';
import { logLineOf, trafficOf } from '../watch/traffic.fixture.ts';
import { WatchReport } from '../watch/watch-report.ts';
import { folder, petvet, ROOT } from './petvet-process.fixture.ts';

const PAGE = readFileSync(join(ROOT, 'docs', 'watch.md'), 'utf8');

/** What the page shows in a language. */
function shown(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
}

/** A file of the lab as the page shows it: wherever its lines begin, and with the log of an example. */
function ofTheLab(name: string, log: string): string {
  return unindented(readFileSync(join(ROOT, 'lab', name), 'utf8').replace('${LAB_ACCESS_LOG}', log));
}

function unindented(text: string): string {
  return text.replaceAll(/^ +/gm, '').trim();
}

/** A minute of one caller, in the format that the gateways of the page write. */
function aLog(more: object = {}): string {
  const lines = trafficOf({ count: 70 }).map(({ exchange }) => {
    // nginx writes all of them as texts, and no beginning.
    const { begins: _begins, ...logged } = logLineOf(exchange, 'a7');
    const texts = Object.entries({ ...logged, ...more }).map(([name, value]) => [name, String(value)]);
    return JSON.stringify(Object.fromEntries(texts));
  });
  return `${lines.join('\n')}\n`;
}

describe('what the page has gateways log', () => {
  const stacks = [
    ['nginx', 'nginx/natural.conf', '/var/log/nginx/pets.log'],
    ['nginx', 'nginx/mended.conf', '/var/log/nginx/pets.log'],
    ['js', 'nginx/petvet.js', ''],
    ['haproxy', 'haproxy/natural.cfg', ''],
    ['haproxy', 'haproxy/mended.cfg', ''],
    ['yaml', 'envoy/natural.yaml', '/dev/stdout'],
    ['yaml', 'envoy/mended.yaml', '/dev/stdout'],
  ] as const;
  it.each(stacks)('%s is what %s logs', (language, file, log) => {
    const snippets = shown(language).filter((text) => language !== 'yaml' || text.startsWith('access_log:'));
    expect(snippets.length).toBeGreaterThan(0);
    const there = ofTheLab(file, log);
    for (const snippet of snippets) expect(there).toContain(unindented(snippet));
  });
});

it('the command reads such a log, and a pipe', async () => {
  await using place = await folder();
  writeFileSync(join(place.path, 'pets.log'), aLog());
  const args = ['watch', '--log', 'pets.log', '--base-url', 'https://pets.example/v1', '--once', '--report', 'seen'];
  expect(await petvet(args, { cwd: place.path })).toMatchObject({ status: 0, out: expect.stringContaining('RATE-4') });
  const { requests, format } = WatchReport.parse(
    JSON.parse(readFileSync(join(place.path, 'seen', 'watch.json'), 'utf8')),
  );
  expect({ requests, format }).toEqual({ requests: 70, format: 'petvet' });
});

it('the mapping is one, and reads the line beside it', async () => {
  await using place = await folder();
  const [mapping = ''] = shown('json');
  expect(LogMapping.parse(JSON.parse(mapping)).name).toBe('our gateway');
  const [, line = ''] = /^`(\{.*\})`:$/m.exec(PAGE) ?? [];
  writeFileSync(join(place.path, 'mapping.json'), mapping);
  writeFileSync(join(place.path, 'pets.log'), `${line}\n`);
  const args = ['watch', '--log', 'pets.log', '--mapping', 'mapping.json', '--once', '--report', 'seen'];
  expect(await petvet(args, { cwd: place.path })).toMatchObject({ status: 0 });
  const report = WatchReport.parse(JSON.parse(readFileSync(join(place.path, 'seen', 'watch.json'), 'utf8')));
  expect(report).toMatchObject({ requests: 1, integrations: [{ caller: 'account a7' }] });
  expect(report.rules.find(({ id }) => id === 'RATE-2')?.verdict).toBe('pass');
});

it('alerts, the table and the dashboard name metrics that there are', () => {
  const sample: WatchReport = {
    schema: 'petvet/watch/1',
    petvet: '0.1.0',
    source: 'pets.log',
    asOf: '2026-11-29',
    outcome: 'violating',
    to: '2026-11-29T12:00:00.000Z',
    requests: 1,
    skipped: { elsewhere: 1 },
    callers: 1,
    segments: 1,
    rules: [
      {
        id: 'RATE-1',
        level: 'must',
        verdict: 'fail',
        says: '',
        segments: { pass: 0, fail: 1, warn: 0, inconclusive: 0 },
        callers: 1,
        reports: [],
      },
    ],
    integrations: [],
    unlistedCallers: 0,
    getPetRemovedIn: 1467,
  };
  const offered = new Set(renderWatchMetrics(sample, 'pets.log').match(/^petvet_\w+/gm));
  const dashboard = readFileSync(join(ROOT, 'docs', 'grafana', 'petvet-load.json'), 'utf8');
  const named = `${PAGE}${dashboard}`.match(/petvet_watch_\w+/g) ?? [];
  expect(named.filter((name) => !offered.has(name))).toEqual([]);
  const alerts: unknown = parse(shown('yaml').find((text) => text.startsWith('groups:')) ?? '');
  expect(alerts).toMatchObject({ groups: [{ rules: [{ alert: expect.any(String) }, { alert: expect.any(String) }] }] });
});
