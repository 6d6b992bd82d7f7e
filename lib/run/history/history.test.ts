import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderConformance } from '../../report/conformance.ts';
import { aReport, type ReportParts } from '../../report/report.fixture.ts';
import { aLoadDocument } from '../../shapes/load.fixture.ts';
import { defaultFolder, folderName, historyName } from '../folder.ts';
import { renewHistory, takeIntoHistory } from './history.ts';

let reports = '';

beforeEach(async () => {
  reports = await mkdtemp(join(tmpdir(), 'petvet-history-'));
});
afterEach(() => rm(reports, { recursive: true, force: true }));

/** The folder of a finished run, as the default place has it. */
function aRun(target: string, instant: string, parts: ReportParts = {}): string {
  const directory = join(reports, target, instant);
  mkdirSync(directory, { recursive: true });
  const report = aReport({ knowledge: { target }, ...parts });
  writeFileSync(join(directory, 'conformance.json'), renderConformance(report));
  return directory;
}

/** The folder of a finished load run. */
function aLoadRun(target: string, instant: string): string {
  const directory = join(reports, target, instant);
  mkdirSync(directory, { recursive: true });
  const document = aLoadDocument([4]);
  writeFileSync(
    join(directory, 'load.json'),
    JSON.stringify({ ...document, target: { ...document.target, name: target } }),
  );
  return directory;
}

const INSTANTS = ['2026-11-21T09-00-00', '2026-11-21T09-00-00-2', '2026-11-21T09-00-00-10', '2026-11-21T10-00-00'];

function runsOf(target: string): string[] {
  return readdirSync(join(reports, target)).filter((name) => name.startsWith('20'));
}

function page(): string {
  return readFileSync(join(reports, 'index.html'), 'utf8');
}

describe('takeIntoHistory', () => {
  it('lists the runs of every target, and points to the newest of this one', async () => {
    aRun('production', '2026-11-20T08-00-00');
    for (const instant of INSTANTS) utimesSync(join(aRun('staging', instant), 'conformance.json'), 1, 1);
    await takeIntoHistory(join(reports, 'staging', INSTANTS[1] ?? ''));
    expect(readlinkSync(join(reports, 'staging', 'latest'))).toBe('2026-11-21T10-00-00');
    expect(page().match(/href="[^"]*"/g)).toEqual([
      'href="production/2026-11-20T08-00-00/report.html"',
      ...INSTANTS.toReversed().map((instant) => `href="staging/${instant}/report.html"`),
    ]);
    expect(existsSync(join(reports, 'production', 'latest'))).toBe(false);
  });

  it('keeps as many as it is told, the newest ones and its own', async () => {
    for (const instant of INSTANTS) aRun('staging', instant);
    aRun('production', '2020-01-01T00-00-00');
    await takeIntoHistory(join(reports, 'staging', '2026-11-21T10-00-00'), 2);
    expect(runsOf('staging').toSorted()).toEqual(['2026-11-21T09-00-00-10', '2026-11-21T10-00-00']);
    await takeIntoHistory(aRun('staging', '2026-11-21T08-00-00'), 1);
    expect(runsOf('staging')).toEqual(['2026-11-21T08-00-00']);
    expect(runsOf('production')).toHaveLength(1);
  });

  it('takes load runs in, which push no other runs out', async () => {
    for (const instant of INSTANTS.slice(0, 2)) aRun('staging', instant);
    aLoadRun('staging', '2026-11-21T09-30-00');
    await takeIntoHistory(aLoadRun('staging', '2026-11-21T11-00-00'), 1);
    expect(runsOf('staging').toSorted()).toEqual([...INSTANTS.slice(0, 2), '2026-11-21T11-00-00']);
    expect(readlinkSync(join(reports, 'staging', 'latest'))).toBe(INSTANTS[1]);
    expect(readlinkSync(join(reports, 'staging', 'latest-load'))).toBe('2026-11-21T11-00-00');
    expect(page().match(/<caption>[^<]*/g)).toEqual([
      '<caption>2 runs of petvet check',
      '<caption>1 run of petvet load',
    ]);
    await takeIntoHistory(aRun('staging', '2026-11-21T12-00-00'), 1);
    expect(runsOf('staging').toSorted()).toEqual(['2026-11-21T11-00-00', '2026-11-21T12-00-00']);
  });

  it('touches nothing that is no finished run', async () => {
    const own = aRun('staging', '2026-11-21T10-00-00');
    for (const other of ['2026-11-21T08-00-00', 'mine', '2026-11-21'])
      mkdirSync(join(reports, 'staging', other), { recursive: true });
    writeFileSync(join(reports, 'staging', 'mine', 'conformance.json'), 'mine');
    writeFileSync(join(reports, 'staging', '2026-11-21T07-00-00'), 'a file');
    await takeIntoHistory(own, 1);
    await takeIntoHistory(own, 1);
    expect(readdirSync(join(reports, 'staging')).toSorted()).toEqual([
      '2026-11-21',
      '2026-11-21T07-00-00',
      '2026-11-21T08-00-00',
      '2026-11-21T10-00-00',
      'latest',
      'mine',
    ]);
  });

  it('passes over a report that cannot be read', async () => {
    writeFileSync(join(aRun('staging', '2026-11-21T08-00-00'), 'conformance.json'), '{"schema":');
    await takeIntoHistory(aRun('staging', '2026-11-21T10-00-00'));
    expect(page().match(/<tr><td>/g)).toHaveLength(1);
  });

  it('passes over a pipe that nobody writes to', async () => {
    const directory = aRun('staging', '2026-11-21T08-00-00');
    writeFileSync(join(directory, 'conformance.json'), '{');
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(directory, 'load.json')]);
    await takeIntoHistory(aRun('staging', '2026-11-21T10-00-00'));
    expect(page().match(/<tr><td>/g)).toHaveLength(1);
  });

  it('lists the runs that lie elsewhere below it, each under its target', async () => {
    aRun('staging', 'nightly');
    mkdirSync(join(reports, 'mine'));
    renameSync(aRun('staging', '2026-11-21T08-00-00'), join(reports, 'mine', 'run one'));
    renameSync(aRun('production', '2026-11-21T08-00-00'), join(reports, 'pull-request'));
    await takeIntoHistory(aRun('staging', '2026-11-21T10-00-00'), 1);
    const hrefs = page().match(/(?<=href=")[^"#]*/g);
    expect(hrefs?.toSorted()).toEqual([
      'mine/run%20one/report.html',
      'pull-request/report.html',
      'staging/2026-11-21T10-00-00/report.html',
      'staging/nightly/report.html',
    ]);
    expect(page().match(/<h2>\w+/g)).toEqual(['<h2>production', '<h2>staging']);
  });

  it('keeps services without a name apart by their addresses', async () => {
    for (const port of [1, 2])
      aRun(`127.0.0.1-${port}-v1`, '2026-11-21T08-00-00', {
        knowledge: { target: 'unnamed', baseUrl: `http://127.0.0.1:${port}/v1` },
      });
    await renewHistory(reports);
    expect(page().match(/<h2>[^<]*/g)).toEqual(['<h2>http://127.0.0.1:1/v1', '<h2>http://127.0.0.1:2/v1']);
  });

  it('lets runs end at the same time', async () => {
    const runs = INSTANTS.map((instant) => aRun('staging', instant));
    await Promise.all(runs.map((run) => takeIntoHistory(run, 3)));
    expect(readlinkSync(join(reports, 'staging', 'latest'))).toBe('2026-11-21T10-00-00');
    expect(page()).toMatch(/<\/html>\n$/);
    expect(readdirSync(reports).toSorted()).toEqual(['index.html', 'staging']);
    expect(readdirSync(join(reports, 'staging')).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('defaultFolder', () => {
  it('gives each run a folder of its own, also within one second', () => {
    const folders = Array.from({ length: 5 }, () => defaultFolder(reports, 'staging'));
    expect(new Set(folders).size).toBe(5);
    expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
    expect(folders.map((folder) => dirname(folder))).toEqual(folders.map(() => join(reports, 'reports', 'staging')));
  });

  it('is named by the address where the target has no name', () => {
    const baseUrl = 'http://127.0.0.1:8080/v1';
    expect(folderName(historyName({ name: 'unnamed', baseUrl }))).toBe('127.0.0.1-8080-v1');
    expect(historyName({ name: 'staging', baseUrl })).toBe('staging');
  });

  it.each([
    ['staging', 'staging'],
    ['recorded traffic', 'recorded-traffic'],
    ['../../etc', '-..-etc'],
    ['..', 'unnamed'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('a target %j has the folder %j', (target, name) => {
    expect(folderName(target)).toBe(name);
  });
});
