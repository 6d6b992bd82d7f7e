import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ScenarioName } from '../load/scenarios.ts';
import { LoadDocument } from '../shapes/load.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const WINDOW_SECONDS = 8;
const PATIENCE = 240_000;

/** A service that takes a while to answer. @param waitOf - in milliseconds, of the nth request from 0; its first one is a look */
async function takingItsTime(limit: number, waitOf: (nth: number) => number) {
  const opened = Date.now();
  let used = 0;
  return service((request, response) => {
    request.resume();
    const window = Math.floor((Date.now() - opened) / 1_000 / WINDOW_SECONDS);
    const reset = Math.ceil(opened / 1_000 + (window + 1) * WINDOW_SECONDS);
    const remaining = Math.max(0, limit - 1 - used);
    void setTimeout(waitOf(used++)).then(() =>
      response
        .writeHead(200, {
          'Content-Type': 'application/json',
          'X-RateLimit-Limit': limit,
          'X-RateLimit-Remaining': remaining,
          'X-RateLimit-Reset': reset,
        })
        .end('[]'),
    );
  });
}

/** Runs a scenario with the real k6 over few connections. */
async function load(scenario: ScenarioName, baseUrl: string, limit: number) {
  await using place = await folder();
  const args = ['load', scenario, '--windows', '1', '--connections', '5', '--step-seconds', '2', '--report', 'report'];
  const ended = await petvet(args, {
    cwd: place.path,
    env: {
      PETVET_K6: realK6(),
      PETVET_BASE_URL: baseUrl,
      PETVET_API_KEY: 'key-of-a-caller-5a0c',
      PETVET_PLAN: 'enterprise',
      PETVET_LIMIT_PER_MINUTE: `${limit}`,
      PETVET_WINDOW_SECONDS: `${WINDOW_SECONDS}`,
    },
  });
  const text = readFileSync(join(place.path, 'report', 'load.json'), 'utf8');
  return { ...ended, document: LoadDocument.parse(JSON.parse(text)) };
}

/** Of all requests of a run, most of which are lists. */
const ofLists = ({ latencies }: LoadDocument) =>
  latencies.reduce((most, latency) => (latency.count > most.count ? latency : most));

describe.concurrent('the latency of a request counts from its own instant,', () => {
  it('where a service is so slow that many cannot be sent', { timeout: PATIENCE }, async () => {
    await using there = await takingItsTime(60, () => 1_500);
    const { document, out } = await load('ceiling', there.baseUrl, 60);
    expect(document.dropped, out).toBeGreaterThan(20);
    const { p95 } = ofLists(document);
    expect(p95).toBeGreaterThanOrEqual(1_490);
    expect(p95).toBeLessThan(2_500);
    expect(document.lag).toBeLessThan(1_000);
  });

  it('after a service stood still for a while', { timeout: PATIENCE }, async () => {
    // All of its connections wait.
    await using there = await takingItsTime(60, (nth) => (nth >= 15 && nth < 20 ? 1_500 : 0));
    const { document, out } = await load('ceiling', there.baseUrl, 60);
    expect(document.dropped, out).toBeGreaterThan(5);
    const { p50, most } = ofLists(document);
    expect(most).toBeGreaterThan(1_000);
    expect(p50).toBeLessThan(400);
  });
});

it.concurrent('a breakpoint says how many requests were not sent in time', { timeout: PATIENCE }, async () => {
  await using there = await takingItsTime(800, () => 600);
  const { document, out } = await load('breakpoint', there.baseUrl, 800);
  const dropped = document.steps?.reduce((sum, step) => sum + step.dropped, 0) ?? 0;
  expect(dropped).toBeGreaterThan(5);
  expect(document.dropped).toBe(dropped);
  expect(out).toContain(`${dropped} not sent in time`);
});
