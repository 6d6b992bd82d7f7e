import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi, type TestContext } from 'vitest';
import { readEvidence } from '../evidence/log.ts';
import { aProgram } from '../load/fake-programs.fixture.ts';
import { LoadDocument } from '../shapes/load.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { realK6 } from './real-k6.fixture.ts';

const KEY = 'key-of-the-first-caller-4a7f19c2';
const PATIENCE = 180_000;

/** The test that something is for; tests at the same time have each their own. */
type Finishing = Pick<TestContext, 'onTestFinished'>;

/** A service that admits everything, and counts. */
async function generous({ onTestFinished }: Finishing) {
  let asked = 0;
  const there = await service((request, response) => {
    request.resume();
    asked += 1;
    response.setHeader('X-RateLimit-Limit', 600);
    response.setHeader('X-RateLimit-Remaining', 599);
    response.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1_000) + 5);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  onTestFinished(() => there[Symbol.asyncDispose]());
  return { baseUrl: there.baseUrl, asked: () => asked };
}

/** Whether a process lives. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Begins a load that would go on for minutes, and does something to it once requests are sent.
 *
 * @param act - given the ids of petvet and of k6
 */
async function begun(test: Finishing, act: (petvet: number, k6: number) => void) {
  const place = await folder();
  test.onTestFinished(() => place[Symbol.asyncDispose]());
  const unlimited = await generous(test);
  const pidFile = join(place.path, 'k6.pid');
  // The shell becomes k6.
  const k6 = aProgram(
    join(place.path, 'k6'),
    `case "$1" in run) echo $$ > '${pidFile}';; esac\nexec '${realK6()}' "$@"`,
  );
  const env = {
    PETVET_K6: k6,
    PETVET_BASE_URL: unlimited.baseUrl,
    PETVET_API_KEY: KEY,
    PETVET_PLAN: 'enterprise',
    PETVET_LIMIT_PER_MINUTE: '600',
    PETVET_WINDOW_SECONDS: '60',
  };
  const sending = async (pid: number) => {
    await vi.waitFor(() => expect(unlimited.asked()).toBeGreaterThan(20), { timeout: 60_000, interval: 50 });
    act(pid, Number(readFileSync(pidFile, 'utf8')));
  };
  const ended = await petvet(['load', 'soak', '--duration', '5m', '--share', '1', '--report', 'report'], {
    cwd: place.path,
    env,
    when: { printed: /soak on/, act: (pid) => void sending(pid) },
  });
  const k6Pid = Number(readFileSync(pidFile, 'utf8'));
  await vi.waitFor(() => expect(isAlive(k6Pid)).toBe(false), { timeout: 10_000, interval: 20 });
  const asked = unlimited.asked();
  await setTimeout(500);
  expect(unlimited.asked()).toBe(asked);
  return { ...ended, asked, report: join(place.path, 'report'), place: place.path };
}

async function exchangesIn(report: string): Promise<number> {
  let count = 0;
  for await (const item of readEvidence(join(report, 'evidence.jsonl'))) if ('exchange' in item) count += 1;
  return count;
}

describe.concurrent('a load that is told to end', () => {
  it.for(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'by %s leaves no k6, and its evidence and report',
    { timeout: PATIENCE },
    async (signal, test) => {
      const { status, asked, report, err } = await begun(test, (pid) => process.kill(pid, signal));
      expect(status, err).toBe(130);
      expect(await exchangesIn(report)).toBe(asked);
      const document = LoadDocument.parse(JSON.parse(readFileSync(join(report, 'load.json'), 'utf8')));
      expect(document.requests.sent).toBe(asked);
      expect(existsSync(join(report, 'report.html'))).toBe(true);
    },
  );

  it('by the death of k6 has all that k6 sent in its evidence, and judges it', { timeout: PATIENCE }, async (test) => {
    const { status, asked, report, out } = await begun(test, (_pid, k6) => process.kill(k6, 'SIGKILL'));
    expect(status, out).toBe(2);
    expect(out).toContain('k6 was killed before its end');
    expect(await exchangesIn(report)).toBe(asked);
  });

  it('by SIGKILL leaves no k6, and what it sent can be judged by `load merge`', { timeout: PATIENCE }, async (test) => {
    const { status, asked, place } = await begun(test, (pid) => process.kill(pid, 'SIGKILL'));
    expect(status).toBeNull();
    const merged = await petvet(['load', 'merge', 'report', '--report', 'judged'], { cwd: place });
    expect(merged.status, merged.out).toBe(2);
    expect(merged.out).toContain('did not finish');
    expect(await exchangesIn(join(place, 'judged'))).toBe(asked);
  });
});
