import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { startReferenceServer } from '../reference/server.ts';
import { LoadDocument } from '../shapes/load.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { loadSettings, realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const GATEWAY = 'password-of-the-gateway-77b1';
const PATIENCE = 240_000;

const TestRun = z.object({ spec: z.object({ args: z.array(z.string()), parallelism: z.int() }) });

const env = (baseUrl: string) => loadSettings(baseUrl, KEY, 8);

const schema: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'test-run.schema.json'), 'utf8'));

function isTestRun(manifest: unknown): boolean {
  return new Ajv({ strict: true }).validate(z.record(z.string(), z.unknown()).parse(schema), manifest);
}

describe('what several machines are given', () => {
  it('runs there, is judged as one run, and holds no key', { timeout: PATIENCE }, async () => {
    await using place = await folder();
    const server = await startReferenceServer({ plan: 'free', windowSeconds: 8, keys: [{ key: KEY }] });
    try {
      const startAt = `${Date.now() + 12_000}`;
      const args = ['load', 'ceiling', '--windows', '2', '--distributed', '2', '--out', 'out', '--start-at', startAt];
      expect(await petvet(args, { cwd: place.path, env: env(server.baseUrl) })).toMatchObject({ status: 0 });
      const manifest: unknown = parse(readFileSync(join(place.path, 'out', 'testrun.yaml'), 'utf8'));
      expect(isTestRun(manifest)).toBe(true);
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
      const merged = await petvet(['load', 'merge', ...folders, '--report', 'merged'], { cwd: place.path });
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
    const args = ['load', 'soak', '--distributed', '4', '--out', 'out', '--duration', '10m'];
    const made = await petvet(args, { cwd: place.path, env: settings });
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
    [['ceiling', '--distributed', '2'], '--distributed lacks a place'],
  ])('is refused for %j', async (args, says) => {
    await using place = await folder();
    const { status, err } = await petvet(['load', ...args], { cwd: place.path, env: env('http://127.0.0.1:9/v1') });
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(says) });
  });

  it.each([
    [{ spec: { parallelism: '2', script: {} } }],
    [{ kind: 'Job' }],
    [{ spec: { parallelism: 2, script: {}, cleanup: 'always' } }],
  ])('would be refused as %j', (altered) => {
    const plain = {
      apiVersion: 'k6.io/v1alpha1',
      kind: 'TestRun',
      metadata: { name: 'a' },
      spec: { parallelism: 2, script: {} },
    };
    expect(isTestRun(plain)).toBe(true);
    expect(isTestRun({ ...plain, ...altered })).toBe(false);
  });
});
