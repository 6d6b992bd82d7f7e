import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { runChild } from '../load/child-run.ts';
import { startReferenceServer } from '../reference/server.ts';

/** Callers at a time. */
const CONNECTIONS = 20;

/** How long the plain script runs, in seconds. */
const SECONDS = 10;

/** A plain script as anybody writes it: so many callers, each asking again as soon as it was answered; nothing is recorded. */
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
  /** The share of the time in which the service computed while the plain script ran: near 1, it is what ends both. */
  readonly busy: number;
}

/**
 * Lets a plain k6 script and the staircase of `petvet load breakpoint` find out how much the same server carries.
 *
 * @param k6 - the program
 * @param climb - runs `petvet load breakpoint` against the server at an address, and gives the knee
 */
export async function carried(
  k6: string,
  key: string,
  climb: (baseUrl: string, perMinute: number, connections: number) => Promise<number>,
): Promise<Carried> {
  const perMinute = 6_000_000;
  const server = await startReferenceServer({ plan: 'enterprise', perMinute, perDay: 100_000_000, keys: [{ key }] });
  const place = await mkdtemp(join(tmpdir(), 'petvet-bench-plain-'));
  try {
    await writeFile(join(place, 'plain.js'), PLAIN);
    const before = performance.eventLoopUtilization();
    const { status, said } = await runChild({
      file: k6,
      args: ['run', '--quiet', 'plain.js'],
      cwd: place,
      environment: { BASE_URL: server.baseUrl, API_KEY: key, HOME: place, K6_NO_USAGE_REPORT: 'true' },
      timeoutSeconds: 60,
      graceSeconds: 0,
    });
    const busy = performance.eventLoopUtilization(before).utilization;
    if (status !== 0) throw new Error(`the plain script ended with ${status}: ${said}`);
    const { rate } = Rate.parse(JSON.parse(await readFile(join(place, 'rate.json'), 'utf8')));
    return { plain: rate, knee: await climb(server.baseUrl, perMinute, CONNECTIONS), busy };
  } finally {
    await server.close();
    await rm(place, { recursive: true, force: true });
  }
}
