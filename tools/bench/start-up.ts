import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import { startReferenceServer } from '../../lib/reference/server.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** Each command is started this often; the first start fills the caches of the disk and is not counted. */
const STARTS = 7;

/** What the packaged petvet takes from its start to its end, in seconds: medians. */
export interface StartUp {
  readonly help: number;
  readonly rules: number;
  /** A conforming check of a larger plan on this machine, without using up the rate limit. */
  readonly check: number;
}

/** Makes the package, and starts it as a user of it would. */
export async function startUp(): Promise<StartUp> {
  const place = await mkdtemp(join(tmpdir(), 'petvet-start-up-'));
  const server = await startReferenceServer({ plan: 'business' });
  try {
    const run = promisify(execFile);
    await run(process.execPath, [join(ROOT, 'tools', 'build', 'build.ts'), join(place, 'package')]);
    await symlink(join(ROOT, 'node_modules'), join(place, 'package', 'node_modules'));
    const petvet = join(place, 'package', 'lib', 'cli', 'petvet.cjs');
    const env = {
      PATH: process.env['PATH'],
      HOME: place,
      PETVET_BASE_URL: server.baseUrl,
      PETVET_API_KEY: server.keys.primary,
    };
    const secondsOf = async (...args: readonly string[]): Promise<number> => {
      const taken: number[] = [];
      for (let start = 0; start <= STARTS; start++) {
        const from = performance.now();
        await run(process.execPath, [petvet, ...args], { cwd: place, env });
        taken.push((performance.now() - from) / 1_000);
      }
      return median(taken.slice(1));
    };
    return {
      help: await secondsOf('--help'),
      rules: await secondsOf('rules'),
      check: await secondsOf('check', '--plan', 'business', '--no-burn', '--report', 'report'),
    };
  } finally {
    await server.close();
    await rm(place, { recursive: true, force: true });
  }
}
