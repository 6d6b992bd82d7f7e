import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import type { LoadEnd } from '../evidence/load-samples.ts';
import { aFolder } from './fake-programs.fixture.ts';
import { mergeParts } from './merge.ts';
import { writePlan } from './plan-record.ts';

const RUN = 'ceiling of 2026-11-22T12:00:00.000Z';
const BOUNDS = ['0', '1/3', '2/3', '1'];
const EACH = 20;
const FIRST = Date.UTC(2026, 10, 22, 12);

type Logged = Record<string, unknown>;

const line = (logged: Logged) => JSON.stringify({ level: 'info', msg: JSON.stringify(logged) });

function endOf(part: number, parts: Partial<LoadEnd> = {}): LoadEnd {
  const segment = `${BOUNDS[part]}:${BOUNDS[part + 1]}`;
  return { run: RUN, segment, sequence: BOUNDS.join(','), windows: 2, perWindow: 60, sent: EACH, dropped: 0, ...parts };
}

/** What one of three processes logs, a virtual user for each request in two. */
function logOf(part: number, end: Partial<LoadEnd> = {}): string[] {
  const samples = Array.from({ length: EACH }, (_, nth) => {
    const from = FIRST + nth * 300 + part * 100;
    const key = `${1 + part * 2 + (nth % 2)}.${Math.floor(nth / 2)}`;
    return line({ sample: { ...aSample({ from, window: nth % 2 }), key } });
  });
  return [...samples, line({ end: endOf(part, end) })];
}

/** Three whole parts of one run, as folders; a part may be altered. */
function threeParts(alter: (part: number, log: readonly string[]) => readonly string[] = (_, log) => log): string[] {
  const place = aFolder();
  return [0, 1, 2].map((part) => folderOf(join(place, `part-${part}`), alter(part, logOf(part))));
}

function folderOf(folder: string, log: readonly string[], run: string | undefined = RUN): string {
  mkdirSync(folder, { recursive: true });
  writePlan(folder, {
    scenario: 'ceiling',
    objectives: [],
    k6: '1.8.1',
    ...(run !== '' && { run, isShared: true }),
    knowledge: {
      target: 'staging',
      baseUrl: 'http://127.0.0.1:1/v1',
      loopback: true,
      asOf: '2026-11-22',
      plan: { name: 'free', perMinute: 60 },
      windows: { minute: 60, day: 86_400, testInstallation: false },
      writes: false,
      secondKey: false,
      leftOut: {},
    },
  });
  writeFileSync(join(folder, 'k6-console.jsonl'), log.map((text) => `${text}\n`).join(''));
  return folder;
}

const [ONE, OTHERS] = [1, [0, 2]];
const onlyOne = (change: (log: readonly string[]) => readonly string[]) => (part: number, log: readonly string[]) =>
  part === ONE ? change(log) : log;

describe('the parts of a run', () => {
  it('are put together when all of them are there', async () => {
    const { samples, dropped, fault } = await mergeParts(threeParts());
    expect({ count: samples.length, dropped, fault }).toEqual({ count: 3 * EACH, dropped: 0, fault: undefined });
  });

  it('tell what was dropped also where only the logs of pods are there, in one folder or one file', async () => {
    const drops = threeParts((part) => logOf(part, { dropped: part }));
    expect(await mergeParts(drops)).toMatchObject({ dropped: 3 });
    const together = drops.flatMap((folder) => readFileSync(join(folder, 'k6-console.jsonl'), 'utf8').split('\n'));
    expect(await mergeParts([folderOf(aFolder(), together)])).toMatchObject({ dropped: 3 });
  });

  it.each<[string, string, (part: number, log: readonly string[]) => readonly string[]]>([
    ['whose first half is missing', 'is cut: it holds 10 of the 20 requests', onlyOne((log) => log.slice(EACH / 2))],
    ['that breaks off', 'has no end: the log is cut off', onlyOne((log) => log.slice(0, -5))],
    ['of which lines are lost', 'is cut: it holds 19 of the 20', onlyOne((log) => log.toSpliced(7, 1))],
    [
      'of which a response is lost, though it says that the request left',
      'is cut: it holds 19 of the 20',
      onlyOne((log) => log.with(7, (log[7] ?? '').replace('\\"sample\\"', '\\"departure\\"'))),
    ],
    [
      'of which lines are lost though as many are there as were sent',
      'of its virtual user 4 are missing',
      onlyOne((log) => [...log.toSpliced(7, 1), line({ sample: aSample() })]),
    ],
    ['that is there twice in one file', 'holds requests twice', onlyOne((log) => [...log, ...log])],
    ['of another run', 'is of another run (soak of yesterday', onlyOne(() => logOf(1, { run: 'soak of yesterday' }))],
    ['of other windows', 'was made for 3 windows of 60 requests', onlyOne(() => logOf(1, { windows: 3 }))],
    ['that is another one again', 'part 1 of 3 is there twice', onlyOne(() => logOf(0))],
    ['that was shared out otherwise', 'overlaps', onlyOne(() => logOf(1, { segment: '1/4:2/3', sequence: '' }))],
  ])('are refused with one %s', async (_what, says, alter) => {
    await expect(mergeParts(threeParts(alter))).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(says),
    });
  });

  it.each([
    [[0, 1], 'part 3 of 3 is missing'],
    [OTHERS, 'part 2 of 3 is missing'],
    [[1], 'parts 1, 3 of 3 are missing'],
    [[0, 1, 2, 1], 'is named twice'],
  ])('are refused as %j', async (given, says) => {
    const folders = threeParts();
    const named = given.flatMap((part) => folders[part] ?? []);
    await expect(mergeParts(named)).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(says) });
  });

  it('are refused where they do not say which run they are of', async () => {
    const folder = folderOf(aFolder(), logOf(0), '');
    await expect(mergeParts([folder])).rejects.toMatchObject({
      message: expect.stringContaining('does not say which run it is a part of'),
    });
  });
});
