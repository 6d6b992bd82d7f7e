import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROOT } from './stacks.ts';

let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'petvet-register-ended-'));
  // Services that are not set up here must not be so by a test: this setup has no end.
  await mkdir(join(place, 'bin'));
  await writeFile(join(place, 'bin', 'npm'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
});

afterAll(() => rm(place, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s leaves none of the keys behind', async (signal, status) => {
  const temporary = join(place, signal);
  await mkdir(temporary);
  const child = spawn(process.execPath, [join(ROOT, 'lab', 'harness', 'register.ts')], {
    cwd: place,
    env: {
      ...process.env,
      PATH: [join(place, 'bin'), process.env['PATH']].join(delimiter),
      TMPDIR: temporary,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    await vi.waitFor(
      () => expect(readdirSync(temporary, { recursive: true })).toContainEqual(expect.stringMatching(/\.pem$/)),
      { timeout: 60_000, interval: 20 },
    );
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
  } finally {
    child.kill('SIGKILL');
  }
  expect(readdirSync(temporary)).toEqual([]);
});
