import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startReferenceServer } from '../../lib/reference/server.ts';
import { ConformanceReport } from '../../lib/shapes/report.ts';

/** What a complete run cost. */
export interface RunCost {
  /** The exit status; null when a signal ended the process. */
  readonly status: number | null;
  readonly requests: number;
  readonly refused: number;
  /** From the start of the process to its end. */
  readonly seconds: number;
  /** Of those, the ones in which the run waited for a limit to open. */
  readonly waitedSeconds: number;
}

const PETVET = resolve(import.meta.dirname, '..', '..', 'lib', 'cli', 'petvet.cjs');

/** Makes a complete run, as a user would, against a reference server of that plan with windows of a whole minute. */
export async function completeRun(plan: 'free' | 'business'): Promise<RunCost> {
  const server = await startReferenceServer({ plan });
  const place = await mkdtemp(join(tmpdir(), 'petvet-bench-'));
  try {
    const env = {
      PATH: process.env['PATH'],
      HOME: place,
      PETVET_BASE_URL: server.baseUrl,
      PETVET_API_KEY: server.keys.primary,
      PETVET_SECOND_API_KEY: server.keys.second,
    };
    const args = [PETVET, 'check', '--plan', plan, '--require-complete', '--report', 'report'];
    const from = performance.now();
    const status = await new Promise<number | null>((onEnd, onError) => {
      const child = spawn(process.execPath, args, { cwd: place, env, stdio: 'ignore' });
      child.on('error', onError);
      child.on('close', onEnd);
    });
    const seconds = (performance.now() - from) / 1_000;
    const report = await readFile(join(place, 'report', 'conformance.json'), 'utf8');
    const { requests } = ConformanceReport.parse(JSON.parse(report));
    const { sent, refused, waitedSeconds } = requests;
    return { status, requests: sent, refused, seconds, waitedSeconds };
  } finally {
    await server.close();
    await rm(place, { recursive: true, force: true });
  }
}
