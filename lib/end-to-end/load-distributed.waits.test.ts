import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { startReferenceServer } from '../reference/server.ts';
import { LoadDocument } from '../shapes/load.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { loadSettings, realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const GATEWAY = 'password-of-the-gateway-77b1';
const PATIENCE = 240_000;

const TestRun = z.object({ spec: z.object({ args: z.array(z.string()), parallelism: z.int() }) });

const env = (baseUrl: string) => loadSettings(baseUrl, KEY, 8);

describe('what several machines are given', () => {
  it('runs there by hand, is judged as one run, and holds no key', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    const server = await startReferenceServer({ plan: 'free', windowSeconds: 8, keys: [{ key: KEY }] });
    try {
      const startAt = `${Date.now() + 20_000}`;
      const args = [
        'load',
        'ceiling',
        '--windows',
        '2',
        '--distributed',
        '2',
        '--out',
        join(place.path, 'out'),
        '--start-at',
        startAt,
      ];
      expect(await petvetHere(args, { cwd: place.path, env: env(server.baseUrl) })).toMatchObject({ status: 0 });
      const manifest: unknown = parse(readFileSync(join(place.path, 'out', 'testrun.yaml'), 'utf8'));
      const { spec } = TestRun.parse(manifest);
      expect(spec.parallelism).toBe(2);
      const parts = ['0:1/2', '1/2:1'].map(async (segment, part) => {
        const at = join(place.path, `pod-${part}`);
        mkdirSync(at);
        copyFileSync(join(place.path, 'out', 'load-plan.json'), join(at, 'load-plan.json'));
        await promisify(execFile)(
          realK6(),
          [
            'run',
            '--quiet',
            '--address',
            '',
            '--no-usage-report',
            '--console-output',
            'k6-console.jsonl',
            `--execution-segment=${segment}`,
            '--execution-segment-sequence=0,1/2,1',
            ...spec.args,
            join(place.path, 'out', 'archive.tar'),
          ],
          { cwd: at, env: { PATH: process.env['PATH'], HOME: at, API_KEY: KEY }, timeout: 120_000 },
        );
        return at;
      });
      const folders = await Promise.all(parts);
      const merged = await petvetHere(['load', 'merge', ...folders, '--report', 'merged'], { cwd: place.path });
      expect(merged).toMatchObject({ status: 0 });
      const text = readFileSync(join(place.path, 'merged', 'load.json'), 'utf8');
      expect(LoadDocument.parse(JSON.parse(text)).windows).toMatchObject([
        { sent: 60, admitted: 60, refused: 0 },
        { sent: 60, admitted: 60, refused: 0 },
      ]);
      const written = ['out', 'merged'].flatMap((at) =>
        readdirSync(join(place.path, at)).map((name) => readFileSync(join(place.path, at, name), 'latin1')),
      );
      expect(written.length).toBeGreaterThan(5);
      expect(written.filter((content) => content.includes(KEY))).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('has secrets by reference, those of a gateway, too', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    const settings = { ...env('http://127.0.0.1:9/v1'), PETVET_HEADERS: `X-Gateway: ${GATEWAY}` };
    const args = ['load', 'soak', '--distributed', '4', '--out', join(place.path, 'out'), '--duration', '10m'];
    const made = await petvetHere(args, { cwd: place.path, env: settings });
    expect(made).toMatchObject({ status: 0 });
    const files = readdirSync(join(place.path, 'out')).map((name) =>
      readFileSync(join(place.path, 'out', name), 'latin1'),
    );
    expect(files.filter((content) => content.includes(GATEWAY) || content.includes(KEY))).toEqual([]);
    expect(readFileSync(join(place.path, 'out', 'README.md'), 'utf8')).toContain(
      '--execution-segment-sequence=0,1/4,2/4,3/4,1',
    );
  });

  it.each([
    [['overshoot', '--distributed', '2', '--out', 'out'], 'overshoot cannot be shared out'],
    [['ceiling', '--distributed', '1', '--out', 'out'], '--distributed 1 is not a distribution'],
    [['ceiling', '--distributed', '2'], '--distributed needs a folder'],
  ])('is refused for %j', async (args, says) => {
    await using place = await folder();
    const { status, err } = await petvetHere(['load', ...args], { cwd: place.path, env: env('http://127.0.0.1:9/v1') });
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(says) });
  });

  it('is not written into a folder that holds other files', async () => {
    await using place = await folder();
    const readme = join(place.path, 'out', 'README.md');
    mkdirSync(join(place.path, 'out'));
    writeFileSync(readme, 'mine');
    const args = ['load', 'ceiling', '--distributed', '2', '--out', join(place.path, 'out'), '--plan', 'free'];
    const { status, err } = await petvetHere(args, { cwd: place.path, env: env('http://127.0.0.1:9/v1') });
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(/the folder \S+out holds other files/) });
    expect(readFileSync(readme, 'utf8')).toBe('mine');
  });

  it('is said with the operator that it needs, and how long a log gets that has no room', async () => {
    await using place = await folder();
    const args = ['load', 'soak', '--distributed', '2', '--out', join(place.path, 'out'), '--share', '1', '--duration'];
    const short = await petvetHere([...args, '1h'], { cwd: place.path, env: env('http://127.0.0.1:9/v1') });
    expect(short).toMatchObject({ status: 0, out: expect.stringContaining('Needs k6-operator v1.6.0 or later') });
    expect(short.out).not.toContain('containerLogMaxSize');
    const long = await petvetHere([...args, '5h'], { cwd: place.path, env: env('http://127.0.0.1:9/v1') });
    const says =
      'The log of each part will have about 12 MiB, and a kubelet keeps 10 MiB: ' +
      'set its containerLogMaxSize to 15Mi, or use 3 parts.';
    expect(long).toMatchObject({ status: 0, out: expect.stringContaining(says) });
    expect(readFileSync(join(place.path, 'out', 'README.md'), 'utf8')).toContain(says);
  });
});

it('a part that is ready too late sends nothing, and says so', { timeout: PATIENCE }, async () => {
  await using place = await folder();
  const server = await startReferenceServer({ plan: 'free', windowSeconds: 8, keys: [{ key: KEY }] });
  try {
    const args = ['load', 'ceiling', '--start-at', `${Date.now() - 30_000}`, '--report', 'part'];
    const { status, err } = await petvetHere(args, { cwd: place.path, env: env(server.baseUrl) });
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(
        /this part was ready \d+ s after the instant at which all parts begin, and sent nothing/,
      ),
    });
  } finally {
    await server.close();
  }
});
