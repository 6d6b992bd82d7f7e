import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Knowledge } from '../../lib/evidence/knowledge.ts';
import type { LoadSample } from '../../lib/evidence/load-samples.ts';
import { readEvidence } from '../../lib/evidence/log.ts';
import { writeSamples } from '../../lib/load/run-load.ts';
import { RULE_IDS } from '../../lib/rules/index.ts';
import { judgeEvidence } from '../../lib/run/verdicts.ts';

/** The limit of the Business plan, at which the samples are. */
export const PER_MINUTE = 1_000;
const FIRST = Date.UTC(2026, 10, 21, 12);

/** What a judge of them knows: nothing but the limit is asked about. */
export const KNOWLEDGE: Knowledge = {
  target: 'benchmark',
  baseUrl: 'http://127.0.0.1:1/v1',
  loopback: true,
  asOf: '2026-11-21',
  plan: { name: 'business' },
  windows: { minute: 60, day: 86_400, testInstallation: false },
  writes: false,
  secondKey: false,
  leftOut: Object.fromEntries(
    RULE_IDS.filter((id) => !id.startsWith('RATE-')).map((id) => [id, 'not a question of load']),
  ),
};

/** A request of the Business plan at its ceiling: each window is filled, and a new one begins a second after the last. */
export function sampleOf(nth: number): LoadSample {
  const window = Math.floor(nth / PER_MINUTE);
  const place = nth % PER_MINUTE;
  const opened = FIRST + window * 61_000;
  const from = opened + place * 48;
  return {
    scenario: `window_${window}`,
    window,
    caller: 'primary',
    method: 'GET',
    target: '/pets?limit=1',
    scheduled: from,
    from,
    to: from + 3,
    status: 200,
    headers: [
      ['X-RateLimit-Limit', `${PER_MINUTE}`],
      ['X-RateLimit-Remaining', `${PER_MINUTE - 1 - place}`],
      ['X-RateLimit-Reset', `${Math.floor(opened / 1_000) + 60}`],
      ['Date', new Date(from).toUTCString()],
    ],
    duration: 3,
    waiting: 2,
  };
}

function* samples(count: number): Generator<LoadSample> {
  for (let nth = 0; nth < count; nth++) yield sampleOf(nth);
}

/** Judges that many samples, as a load run does, in a process of its own. @returns what that took of time and of memory, at most */
export async function judgedSamples(count: number): Promise<{ seconds: number; megabytes: number }> {
  const place = await mkdtemp(join(tmpdir(), 'petvet-bench-samples-'));
  const file = join(place, 'evidence.jsonl');
  try {
    writeSamples(file, KNOWLEDGE, samples(count), (text) => text);
    const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, file]);
    return Measured.parse(JSON.parse(stdout));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const Measured = z.object({ seconds: z.number(), megabytes: z.number() });

if (import.meta.main) {
  const [, , file = ''] = process.argv;
  const from = performance.now();
  const { ledger } = await judgeEvidence((numbers) => readEvidence(file, numbers), { ownTraffic: true });
  const seconds = (performance.now() - from) / 1_000;
  const wrong = ledger.rows.filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
  if (wrong.length > 0)
    throw new Error(`conforming samples were called wrong: ${wrong.map(({ id }) => id).join(', ')}`);
  process.stdout.write(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_000 }));
}
