import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ScenarioName } from '../load/scenarios.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';
import { isTest, sourceFiles } from '../conventions/sources.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const SECOND = 'key-of-the-second-caller-90be53d1';
const PATIENCE = 120_000;

/** How long the service says to wait, in seconds. */
const WAIT_SECONDS = 5;

/**
 * A service that answers one request with a status and Retry-After, and counts who comes within that time. A 429 is about its caller; any other
 * status is about everybody.
 *
 * @param nth - the request that gets it, from 1
 */
async function askingToWait(status: number, nth: number) {
  const count = { sent: 0, early: 0 };
  let silent: { until: number; caller: string } | undefined;
  const there = await service((request, response) => {
    request.resume();
    const now = Date.now();
    const caller = request.headers.authorization ?? '';
    count.sent += 1;
    if (silent !== undefined && now < silent.until && (status !== 429 || caller === silent.caller)) count.early += 1;
    const reset = Math.ceil(now / 1_000) + WAIT_SECONDS;
    response.setHeader('X-RateLimit-Limit', 60);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, 60 - count.sent));
    response.setHeader('X-RateLimit-Reset', reset);
    if (count.sent !== nth) return response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    silent = { until: now + 1_000 * WAIT_SECONDS, caller };
    return response.writeHead(status, { 'Retry-After': `${WAIT_SECONDS}` }).end('{}');
  });
  return { ...there, count };
}

/** Runs a command against the service until it ends. */
async function send(baseUrl: string, args: readonly string[]) {
  await using place = await folder();
  return await petvetHere(args, {
    cwd: place.path,
    env: { ...loadSettings(baseUrl, KEY, WAIT_SECONDS), PETVET_SECOND_API_KEY: SECOND },
  });
}

describe.concurrent('nothing is sent within a Retry-After', () => {
  it.each([
    ['doctor', 1, 401],
    ['doctor', 1, 200],
    ['check --smoke', 1, 404],
    ['check --smoke', 2, 418],
    ['check --smoke', 3, 429],
    ['check --smoke', 2, 500],
    ['check --smoke', 2, 501],
    ['check --smoke --wait-until-up 20s', 1, 503],
    ['check --smoke --wait-until-up 20s', 1, 400],
    ['check --rule LIST-2 --no-burn', 4, 500],
  ] as const)('by %s, when request %i gets %i', { timeout: PATIENCE }, async (command, nth, status) => {
    await using there = await askingToWait(status, nth);
    const { err } = await send(there.baseUrl, command.split(' '));
    expect(there.count.sent, err).toBeGreaterThanOrEqual(nth);
    expect(there.count.early, err).toBe(0);
  });

  it.each<[ScenarioName, number, number]>([
    ['overshoot', 6, 429],
    ['overshoot', 6, 500],
    ['ceiling', 6, 429],
    ['isolation', 2, 429],
    ['isolation', 30, 500],
  ])('by load %s, when request %i gets %i', { timeout: PATIENCE }, async (scenario, nth, status) => {
    await using there = await askingToWait(status, nth);
    const { err } = await send(there.baseUrl, ['load', scenario, '--windows', '1', '--yes']);
    expect(there.count.sent, err).toBeGreaterThanOrEqual(nth);
    expect(there.count.early, err).toBe(0);
  });
});

/** The files of production whose text matches. */
function holding(pattern: RegExp): string[] {
  return sourceFiles().filter((file) => !isTest(file) && pattern.test(readFileSync(file, 'utf8')));
}

it('what sends to a service is known, and heeds what it says', () => {
  expect(holding(/import \{[^}]*\btransmit\b[^}]*\} from '[^']*\/transmit\.ts'/)).toEqual([
    'lib/wire/visitor.ts',
    'lib/wire/wire.ts',
  ]);
  const scripts = holding(/\bhttp\.(request|get|post|batch)\(/).filter((file) => file.startsWith('load/'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((file) => !/\bheed\(answer/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
