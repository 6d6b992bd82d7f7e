import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runChild } from '../../lib/load/child-run.ts';
import { startNullServer } from '../../lib/load/null-server.ts';
import { startReferenceServer } from '../../lib/reference/server.ts';
import type { LoadDocument } from '../../lib/shapes/load.ts';
import { startSetCapacity } from './set-capacity.ts';

/** Callers at a time. */
const CONNECTIONS = 20;

/** How long the plain script runs, in seconds. */
const SECONDS = 10;

/** A plain script as anybody writes it: some callers, each asking again as soon as it was answered; nothing is recorded. */
const PLAIN = `
import http from 'k6/http';
export const options = { vus: ${CONNECTIONS}, duration: '${SECONDS}s', summaryTrendStats: ['p(95)'] };
export default () => {
  http.get(__ENV.BASE_URL + '/pets?limit=' + (1 + (__ITER % 100)), { headers: { Authorization: 'Bearer ' + __ENV.API_KEY } });
};
export const handleSummary = (data) => ({ 'rate.json': JSON.stringify(data.metrics.http_reqs.values) });
`;

const Rate = z.object({ rate: z.number() });

/** How far a service carried, by a plain script and by the staircase, in requests a second. */
export interface Carried {
  readonly plain: number;
  readonly knee: number;
  /** Whose the knee is, by the report. */
  readonly is: string;
}

/** Runs `petvet load breakpoint` against the server at an address. */
type Climb = (baseUrl: string, perMinute: number, flags: readonly string[]) => Promise<LoadDocument>;

const PER_MINUTE = 6_000_000;

/**
 * Lets a plain k6 script and the staircase of `petvet load breakpoint` find out how much the same server carries: the script before and
 * after it, as the machine may do other things, too.
 *
 * @param k6 - the program
 */
export async function carried(k6: string, key: string, server: 'reference' | 'null', climb: Climb): Promise<Carried> {
  const keys = [{ key }];
  const limits = { perMinute: PER_MINUTE, perDay: 100_000_000 };
  const started =
    server === 'null'
      ? await startNullServer(PER_MINUTE, 500)
      : await startReferenceServer({ plan: 'enterprise', ...limits, keys });
  try {
    const before = await plainRate(k6, key, started.baseUrl);
    const flags = ['--step-seconds', '5', '--connections', `${CONNECTIONS}`];
    const { knee = 0, bottleneck } = await climb(started.baseUrl, PER_MINUTE, flags);
    const after = await plainRate(k6, key, started.baseUrl);
    return { plain: (before + after) / 2, knee, is: bottleneck?.is ?? 'nobody' };
  } finally {
    await ('close' in started ? started.close() : started[Symbol.asyncDispose]());
  }
}

/** What a plain script reaches, in requests a second. */
async function plainRate(k6: string, key: string, baseUrl: string): Promise<number> {
  const place = await mkdtemp(join(tmpdir(), 'petvet-bench-plain-'));
  try {
    await writeFile(join(place, 'plain.js'), PLAIN);
    const { status, said } = await runChild({
      file: k6,
      args: ['run', '--quiet', 'plain.js'],
      cwd: place,
      environment: { BASE_URL: baseUrl, API_KEY: key, HOME: place, K6_NO_USAGE_REPORT: 'true' },
      timeoutSeconds: 60,
      graceSeconds: 0,
    });
    if (status !== 0) throw new Error(`the plain script ended with ${status}: ${said}`);
    return Rate.parse(JSON.parse(await readFile(join(place, 'rate.json'), 'utf8'))).rate;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** How far the knee of a service is from the capacity that it was given, in per cent, and whose it is by the report. */
export async function kneeOff(capacity: number, climb: Climb): Promise<{ readonly off: number; readonly is: string }> {
  await using service = await startSetCapacity(capacity);
  const { knee = 0, bottleneck } = await climb(service.baseUrl, PER_MINUTE, ['--step-seconds', '5']);
  return { off: 100 * Math.abs(knee / capacity - 1), is: bottleneck?.is ?? 'nobody' };
}
