import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShortLines } from '../../load/short-lines.ts';
import { SAMPLE_HEADERS } from '../contract/load-lines.ts';
import { readLoadConsole } from '../evidence/load-console.ts';
import type { LoadSample } from '../evidence/load-samples.ts';

const FIRST = Date.UTC(2026, 10, 22, 12);

/** How k6 writes what a script says: `--log-format json`, and `raw`. */
const LOGS: Readonly<Record<string, (value: unknown) => string>> = {
  json: (value) => JSON.stringify({ level: 'info', msg: JSON.stringify(value), source: 'console', time: 'now' }),
  raw: (value) => JSON.stringify(value),
};

const header = fc.oneof(
  fc.constant(null),
  fc.nat(2_000).map(String),
  fc.integer({ min: -1, max: 4 }).map((seconds) => new Date(FIRST + seconds * 1_000).toUTCString()),
  fc.constantFrom('', '007', 'Invalid Date', '1'.repeat(15), '9'.repeat(17), 'a "quoted"\ttext', '["s","1.0"]'),
  fc.string(),
);

/** One request: of which virtual user, where it belongs, and what came of it. */
const request = fc.record({
  user: fc.integer({ min: 0, max: 3 }),
  place: fc.constantFrom(
    { scenario: 'window_0', window: 0, caller: 'primary' } as const,
    { scenario: 'window_1', window: 1, caller: 'primary' } as const,
    { scenario: 'gentle', window: 1, caller: 'second' } as const,
  ),
  target: fc.constantFrom('GET /pets', 'GET /pets?limit=1', 'POST /pets', 'GET /pets/9007199254740993'),
  after: fc.integer({ min: -5, max: 2_000 }),
  // A quarter of a microsecond, as the numbers of JavaScript have an instant of these years.
  late: fc.integer({ min: -20_000, max: 1_000 }).map((quarters) => quarters / 4_096),
  took: fc.nat(30_000),
  status: fc.constantFrom(200, 200, 200, 404, 429, 0),
  headers: fc.array(header, { minLength: SAMPLE_HEADERS.length, maxLength: SAMPLE_HEADERS.length }),
  duration: fc.nat(10_000_000).map((microseconds) => microseconds / 1_000),
  isCutOff: fc.constantFrom(false, false, false, false, true),
});

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** What scripts write for some requests, one after the other, and the samples that they stand for. */
function written(requests: readonly Request[]): { lines: readonly (readonly unknown[])[]; samples: LoadSample[] } {
  const users = new Map<number, { lines: ShortLines; nth: number }>();
  const lines: (readonly unknown[])[] = [];
  const samples: LoadSample[] = [];
  let from = FIRST;
  for (const { user, place, target, after, late, took, status, headers, duration, isCutOff } of requests) {
    const own = users.get(user) ?? { lines: new ShortLines(), nth: 0 };
    users.set(user, own);
    from += after;
    const [method = '', path = ''] = target.split(' ');
    const key = `${user}.${own.nth++}`;
    const departure = { key, ...place, method, target: path, scheduled: from + late, from };
    lines.push(own.lines.departure(departure));
    if (isCutOff) continue;
    const failure = status === 0 ? { error: 'dial: refused', code: 1212 } : {};
    const outcome = { status, headers, duration, waiting: duration / 2, ...failure };
    const line = own.lines.response({ ...departure, to: from + took }, outcome);
    if (line !== undefined) lines.push(line);
    samples.push({
      ...departure,
      to: from + took,
      status,
      duration,
      waiting: Math.round(500 * duration) / 1_000,
      headers: SAMPLE_HEADERS.flatMap((name, at): [string, string][] => {
        const value = headers[at] ?? null;
        return value === null || status === 0 ? [] : [[name, value]];
      }),
      ...failure,
    });
  }
  return { lines, samples };
}

async function read(lines: readonly string[]): Promise<readonly LoadSample[]> {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-short-lines-'));
  try {
    writeFileSync(join(folder, 'console.log'), lines.map((line) => `${line}\n`).join(''));
    return (await readLoadConsole(join(folder, 'console.log'))).samples;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const byKey = (samples: readonly LoadSample[]) => new Map(samples.map((sample) => [sample.key, sample]));

describe('short lines', () => {
  it.each(Object.entries(LOGS))('say all that a sample has, as k6 logs them in %s', async (_name, logged) => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 60 }), async (requests) => {
        const { lines, samples } = written(requests);
        const found = await read(['time="now" level=warning', ...lines.map(logged), 'no more']);
        expect(byKey(found.filter(({ isCutOff }) => isCutOff !== true))).toEqual(byKey(samples));
        expect(found.filter(({ isCutOff }) => isCutOff === true)).toHaveLength(requests.length - samples.length);
      }),
      { numRuns: 60 },
    );
  });

  it('of which some are lost give fewer samples, and none that is wrong', async () => {
    const lossy = fc.array(request, { minLength: 1, maxLength: 60 }).chain((requests) => {
      const { lines, samples } = written(requests);
      return fc.record({
        samples: fc.constant(samples),
        kept: fc.subarray([...lines]),
      });
    });
    await fc.assert(
      fc.asyncProperty(lossy, async ({ samples, kept }) => {
        const given = byKey(samples);
        const found = (await read(kept.map((line) => JSON.stringify(line)))).filter(
          ({ isCutOff }) => isCutOff !== true,
        );
        for (const sample of found) expect(sample).toEqual(given.get(sample.key));
        expect(found.length).toBeLessThanOrEqual(samples.length);
      }),
      { numRuns: 100 },
    );
  });

  it('of a virtual user begin anew now and then, so that a lost line takes few with it', async () => {
    const steady = {
      user: 1,
      place: { scenario: 'window_0', window: 0, caller: 'primary' },
      target: 'GET /pets',
    } as const;
    const figures = { after: 50, late: 0, took: 3, duration: 3, isCutOff: false };
    const { lines, samples } = written(
      Array.from({ length: 1_000 }, () => ({ ...steady, ...figures, status: 200 as const, headers: [] })),
    );
    const found = await read(lines.toSpliced(0, 1).map((line) => JSON.stringify(line)));
    expect(samples.length - found.length).toBe(200);
  });
});
