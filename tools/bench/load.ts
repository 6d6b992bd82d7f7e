import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PLANS } from '../../lib/contract/plans.ts';
import { readLoadConsole } from '../../lib/evidence/load-console.ts';
import { runChild } from '../../lib/load/child-run.ts';
import { endProcess } from '../../lib/files/end-process.ts';
import { isAdmitted } from '../../lib/evidence/load-measures.ts';
import { findK6 } from '../../lib/load/k6-program.ts';
import type { LimiterKind } from '../../lib/reference/limiter-kinds.ts';
import { startReferenceServer } from '../../lib/reference/server.ts';
import { cacheFolder } from '../../lib/files/cache-folder.ts';
import { LoadDocument } from '../../lib/shapes/load.ts';
import { carried, kneeOff } from './breakpoint.ts';
import { mergedParts } from './merge.ts';
import { judgedSamples } from './samples.ts';

/**
 * Measures how exact and how quick `petvet load` is, prints each figure with its bound, and exits with 1 when one is broken.
 * Takes twenty minutes: the windows are real, and every rate is driven on another kind of limiter at the same time. Needs the k6
 * that `petvet load --install-k6` obtains.
 */
const PETVET = resolve(import.meta.dirname, '..', '..', 'lib', 'cli', 'petvet.cjs');

/** The share of what a plain script reaches that the staircase is to reach, unless it says that the generator is the limit. */
const LEAST_OF_PLAIN = 0.9;

/** Services that do this many requests a second, and no more. */
const CAPACITIES = [50, 200, 800];

const KEY = 'key-of-a-benchmark-5f0c';
const WINDOWS = 3;

/** Rates a minute, each on a limiter of another kind. */
const RATES: readonly (readonly [number, LimiterKind])[] = [
  [60, 'fixed'],
  [300, 'sliding-log'],
  [1_000, 'token-bucket'],
  [6_000, 'aligned'],
];

let broken = 0;

/** Prints a figure beside its bound. @param digits - after the decimal point */
function measure(what: string, measured: number, atMost: number, unit = '', digits = 0): void {
  tell(what, measured.toFixed(digits) + unit, `at most ${atMost}${unit}`, measured <= atMost);
}

function tell(what: string, shown: string, bound: string, isKept: boolean): void {
  if (!isKept) broken++;
  process.stdout.write(`${what.padEnd(70)}${shown.padStart(14)}   ${bound}${isKept ? '' : '   BROKEN'}\n`);
}

/** Makes a load run against a server of its own, whose days are long enough. */
async function load(scenario: string, perMinute: number, limiter: LimiterKind, flags: readonly string[]) {
  const perDay = 1_000_000;
  const server = await startReferenceServer({ plan: 'enterprise', perMinute, perDay, limiter, keys: [{ key: KEY }] });
  try {
    return await loadAt(server.baseUrl, scenario, perMinute, flags);
  } finally {
    await server.close();
  }
}

/** Makes a load run as a user would. */
async function loadAt(baseUrl: string, scenario: string, perMinute: number, flags: readonly string[], perDay?: number) {
  const place = await mkdtemp(join(tmpdir(), 'petvet-bench-load-'));
  try {
    const environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? place,
      ...(process.env['PETVET_K6'] !== undefined && { PETVET_K6: process.env['PETVET_K6'] }),
      PETVET_BASE_URL: baseUrl,
      PETVET_API_KEY: KEY,
      PETVET_PLAN: 'enterprise',
      PETVET_LIMIT_PER_MINUTE: `${perMinute}`,
      ...(perDay !== undefined && { PETVET_LIMIT_PER_DAY: `${perDay}` }),
    };
    const args = [PETVET, 'load', scenario, '--report', 'report', ...flags];
    const bounds = { timeoutSeconds: 3_600, graceSeconds: 0 };
    const { status, said } = await runChild({ file: process.execPath, args, cwd: place, environment, ...bounds });
    if (status !== 0) process.stderr.write(`${scenario} at ${perMinute}: exit ${status}: ${said}\n`);
    const text = await readFile(join(place, 'report', 'load.json'), 'utf8');
    const { samples } = await readLoadConsole(
      join(place, 'report', scenario === 'breakpoint' ? 'k6-console-1.jsonl' : 'k6-console.jsonl'),
    );
    return { document: LoadDocument.parse(JSON.parse(text)), samples };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Uses the day of a Free key up, in real minutes: 17 of them. */
async function wholeDay() {
  const server = await startReferenceServer({ plan: 'free', keys: [{ key: KEY }] });
  try {
    const { perMinute, perDay } = PLANS.free;
    return await loadAt(server.baseUrl, 'daily', perMinute, ['--yes'], perDay);
  } finally {
    await server.close();
  }
}

// It sends one request a second, beside everything else.
const day = wholeDay();

const ceilings = await Promise.all(
  RATES.map(async ([perMinute, limiter]) => ({
    perMinute,
    limiter,
    ...(await load('ceiling', perMinute, limiter, ['--windows', `${WINDOWS}`])),
  })),
);
for (const { perMinute, limiter, document, samples } of ceilings) {
  const name = `${perMinute} a minute, ${limiter}`;
  const off = document.windows.map(({ admitted }) => Math.abs(admitted - perMinute));
  const missing = WINDOWS - document.windows.length;
  measure(`${name}: windows not exactly full`, off.filter((by) => by > 0).length + missing, 0);
  measure(`${name}: refused or dropped`, document.requests.refused + document.dropped, 0);
  measure(`${name}: rate error`, Math.max(...document.windows.map(({ rateError }) => rateError)), 0.1, ' %', 4);
  const firsts = [...Map.groupBy(samples, ({ window }) => window)].flatMap(([window, [first]]) =>
    window < 0 || first === undefined ? [] : first.from - first.scheduled,
  );
  measure(`${name}: first request after the planned start`, Math.max(...firsts), 50, ' ms');
}

const { document: burst } = await load('burst', 1_000, 'fixed', ['--connections', '100']);
const [atOnce] = burst.windows;
measure('burst of 1000 and 2, fixed: admitted besides 1000', Math.abs((atOnce?.admitted ?? 0) - 1_000), 0);
measure('burst of 1000 and 2, fixed: time', (atOnce?.span ?? Infinity) / 1_000, 5, ' s', 2);

const { path: k6 } = await findK6({ environment: process.env, cache: cacheFolder(process.env) });
const climb = async (baseUrl: string, perMinute: number, flags: readonly string[]) =>
  (await loadAt(baseUrl, 'breakpoint', perMinute, flags)).document;
for (const server of ['reference', 'null'] as const) {
  const { plain, knee, is } = await carried(k6, KEY, server, climb);
  const name = server === 'null' ? 'a server that does nothing' : 'the reference server';
  tell(
    `breakpoint on ${name}: knee of a plain script`,
    `${knee.toFixed(0)} of ${plain.toFixed(0)}/s`,
    `at least ${LEAST_OF_PLAIN}, or the generator's; it is said to be ${is}`,
    knee >= LEAST_OF_PLAIN * plain || is === 'generator',
  );
}
for (const capacity of CAPACITIES) {
  const { off, is } = await kneeOff(capacity, climb);
  measure(`breakpoint: knee off a capacity of ${capacity} a second`, off, 5, ' %', 1);
  tell(`breakpoint: knee at a capacity of ${capacity} a second`, is, 'the service', is === 'service');
}

for (const [count, longest, largest] of [
  [100_000, 3, 200],
  [1_000_000, 30, 400],
] as const) {
  const { seconds, megabytes } = await judgedSamples(count);
  const name = `${count.toLocaleString('en')} samples judged`;
  measure(`${name}: time`, seconds, longest, ' s', 1);
  measure(`${name}: memory`, megabytes, largest, ' MB');
}

const merged = await mergedParts(1_000_000, 4);
measure('`load merge` of 4 parts and 1,000,000 requests: time', merged.seconds, 120, ' s', 1);
measure('`load merge` of 4 parts and 1,000,000 requests: memory', merged.megabytes, 1_000, ' MB');

const { document: daily, samples: ofTheDay } = await day;
const rule = daily.rules.find(({ id }) => id === 'RATE-11');
tell('a whole day of the Free plan: RATE-11', rule?.verdict ?? 'not judged', 'pass', rule?.verdict === 'pass');
// One of them looks at the limit before the windows begin: it is of the day as well.
const admitted = ofTheDay.filter(isAdmitted).length;
measure('a whole day of the Free plan: admitted besides 1000', Math.abs(admitted - PLANS.free.perDay), 0);

endProcess(broken === 0 ? 0 : 1);
