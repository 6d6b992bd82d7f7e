import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { writePlan } from '../load/plan-record.ts';
import { LoadDocument } from '../shapes/load.ts';
import { judgedSamples } from '../../tools/bench/samples.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';

/**
 * This many requests are to a stack this small, in kilobytes, what 200,000 are to the usual one: where their values are spread into
 * one call, it overflows.
 */
const MANY = 30_000;
const STACK = 200;

const PER_MINUTE = 1_000;
const FIRST = Date.UTC(2026, 10, 21, 12);

/** Writes the console of a load on the Business plan, with some of everything that becomes of a request. */
async function writeMany(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  writePlan(directory, {
    scenario: 'soak',
    objectives: [{ metric: 'p95', most: 1_000 }],
    k6: '1.8.1',
    run: 'run-of-many',
    knowledge: {
      target: 'many',
      baseUrl: 'http://127.0.0.1:1/v1',
      loopback: true,
      asOf: '2026-11-21',
      plan: { name: 'business' },
      windows: { minute: 60, day: 86_400, testInstallation: false },
      writes: false,
      secondKey: true,
      leftOut: {},
    },
  });
  const file = createWriteStream(join(directory, 'k6-console.jsonl'));
  for (let nth = 0; nth < MANY; nth += 1) {
    const window = Math.floor(nth / PER_MINUTE);
    const opened = FIRST + window * 61_000;
    const from = opened + (nth % PER_MINUTE) * 48;
    const sample = aSample({
      window,
      scheduled: from,
      from,
      to: from + 3,
      status: statusOf(nth),
      ...(nth % 3 === 0 && { target: `/pets/${nth}` }),
      headers: [
        ['X-RateLimit-Limit', `${PER_MINUTE}`],
        ['X-RateLimit-Remaining', `${PER_MINUTE - 1 - (nth % PER_MINUTE)}`],
        ['X-RateLimit-Reset', `${Math.floor(opened / 1_000) + 60}`],
        ['Retry-After', '1'],
        ['Date', new Date(from).toUTCString()],
      ],
    });
    const line = JSON.stringify({ level: 'info', msg: JSON.stringify({ sample }) });
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  const end = {
    run: 'run-of-many',
    segment: '',
    sequence: '',
    windows: 1,
    perWindow: PER_MINUTE,
    sent: MANY,
    dropped: 0,
  };
  file.end(`${JSON.stringify({ level: 'info', msg: JSON.stringify({ end }) })}\n`);
  await once(file, 'finish');
}

/** Mostly 200, with 404, 429, 503, 401 and no answer at all among them. */
function statusOf(nth: number): number {
  const [, status = 200] =
    [
      [11, 404],
      [1_009, 429],
      [501, 503],
      [2_003, 401],
      [1_201, 0],
    ].find(([every = 1]) => nth % every === every - 1) ?? [];
  return status;
}

it('a run of hundreds of thousands of requests is judged, shown and judged again', { timeout: 300_000 }, async () => {
  await using place = await folder();
  await writeMany(join(place.path, 'part'));
  const petvet = (...args: readonly string[]) =>
    run(process.execPath, [`--stack-size=${STACK}`, join(ROOT, 'lib', 'cli', 'petvet.cjs'), ...args], {
      cwd: place.path,
    });
  const merged = await petvet('load', 'merge', 'part', '--report', 'judged');
  expect(merged.err).not.toContain('petvet itself failed');
  expect([0, 1], merged.err).toContain(merged.status);
  const document = LoadDocument.parse(JSON.parse(readFileSync(join(place.path, 'judged', 'load.json'), 'utf8')));
  expect(document.requests.sent).toBe(MANY);
  const again = await petvet('judge', 'judged');
  expect(again.err).not.toContain('petvet itself failed');
  expect([0, 1], again.err).toContain(again.status);
});

it(
  '200,000 requests of a conforming service are judged on the usual stack, in little memory',
  { timeout: 300_000 },
  async () => {
    // It throws where the judging fails, or calls them wrong. With an object for each request it takes more than 450 MB.
    const { megabytes } = await judgedSamples(200_000);
    expect(megabytes).toBeLessThan(350);
  },
);
