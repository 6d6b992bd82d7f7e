import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readLoadConsole } from '../evidence/load-console.ts';
import { LOG_BYTES_PER_REQUEST } from '../load/log-size.ts';
import { startReferenceServer } from '../reference/server.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, run } from './petvet-process.fixture.ts';
import { loadSettings, realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const PATIENCE = 240_000;

const TestRun = z.object({ spec: z.object({ args: z.array(z.string()) }) });

/** The container runtime writes an instant and a stream before each line: `2026-11-23T01:29:49.123456789Z stderr F `. */
const BEFORE_A_LINE = 40;

it('a request costs no more in the log of a pod than petvet counts on', { timeout: PATIENCE }, async () => {
  await using place = await folder();
  const of = { perMinute: 1_000, perDay: 1_000_000, windowSeconds: 8 };
  const server = await startReferenceServer({ plan: 'enterprise', ...of, keys: [{ key: KEY }] });
  try {
    const settings = {
      ...loadSettings(server.baseUrl, KEY, 8),
      PETVET_PLAN: 'enterprise',
      PETVET_LIMIT_PER_MINUTE: '1000',
    };
    const startAt = ['--start-at', `${Date.now() + 15_000}`];
    const args = [
      'load',
      'ceiling',
      '--windows',
      '1',
      '--distributed',
      '2',
      '--out',
      join(place.path, 'out'),
      ...startAt,
    ];
    expect(await petvetHere(args, { cwd: place.path, env: settings })).toMatchObject({ status: 0 });
    const { spec } = TestRun.parse(parse(readFileSync(join(place.path, 'out', 'testrun.yaml'), 'utf8')));
    const part = ['--execution-segment=0:1/2', '--execution-segment-sequence=0,1/2,1', '--address='];
    // On a busy machine k6 cannot send each request in time, and its status says so.
    const { out, err } = await run(
      realK6(),
      ['run', '--quiet', ...part, ...spec.args, join(place.path, 'out', 'archive.tar')],
      { cwd: place.path, env: { API_KEY: KEY } },
    );
    expect(out).toBe('');
    const log = join(place.path, 'pod.log');
    writeFileSync(log, err);
    const { samples, ends } = await readLoadConsole(log);
    expect(samples.length).toBeGreaterThan(400);
    expect(ends).toMatchObject([{ sent: samples.length }]);
    const bytes = Buffer.byteLength(err) + BEFORE_A_LINE * err.split('\n').length;
    expect(bytes / samples.length).toBeLessThan(LOG_BYTES_PER_REQUEST);
  } finally {
    await server.close();
  }
});
