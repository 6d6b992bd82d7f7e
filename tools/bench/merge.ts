import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ShortLines } from '../../load/short-lines.ts';
import { SAMPLE_HEADERS } from '../../lib/contract/load-lines.ts';
import { writePlan } from '../../lib/load/plan-record.ts';
import { segmentsOf } from '../../lib/load/segments.ts';
import { KNOWLEDGE, PER_MINUTE, sampleOf } from './samples.ts';

const RUN = 'ceiling of a benchmark';
const USERS = 20;

const PETVET = join(import.meta.dirname, '..', '..', 'lib', 'cli', 'petvet.cjs');
const MEASURING = join(import.meta.dirname, 'measured-process.ts');

const Measured = z.object({ seconds: z.number(), megabytes: z.number() });

/** Has `petvet load merge` judge requests of several parts. @param count - of requests, over all parts @returns what the command took of time and of memory, at most */
export async function mergedParts(count: number, parts: number): Promise<z.infer<typeof Measured>> {
  const place = await mkdtemp(join(tmpdir(), 'petvet-bench-merge-'));
  try {
    const folders = Array.from({ length: parts }, (_, part) => join(place, `part-${part}`));
    await Promise.all(folders.map((folder, part) => writePart(folder, part, parts, count)));
    const measured = join(place, 'measured.json');
    const args = ['--import', MEASURING, PETVET, 'load', 'merge', ...folders, '--report', join(place, 'report')];
    await promisify(execFile)(process.execPath, args, { cwd: place, env: { ...process.env, BENCH_FILE: measured } });
    return Measured.parse(JSON.parse(readFileSync(measured, 'utf8')));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Writes the log of one part. */
async function writePart(folder: string, part: number, parts: number, count: number): Promise<void> {
  mkdirSync(folder);
  writePlan(folder, {
    scenario: 'ceiling',
    knowledge: KNOWLEDGE,
    objectives: [],
    k6: '1.8.1',
    run: RUN,
    isShared: true,
  });
  await pipeline(linesOf(part, parts, count), createWriteStream(join(folder, 'pod.log')));
}

/** The lines of a part: of all requests each one whose number is its own, sent by its virtual users in turn. */
function* linesOf(part: number, parts: number, count: number): Generator<string> {
  const users = Array.from({ length: USERS }, (_, user) => ({ id: 1 + part + user * parts, lines: new ShortLines() }));
  let sent = 0;
  for (let nth = part; nth < count; nth += parts) {
    const user = users[sent % USERS];
    if (user === undefined) continue;
    const { headers, to, status, duration, waiting, ...sample } = sampleOf(nth);
    const departure = { ...sample, key: `${user.id}.${Math.floor(sent / USERS)}` };
    const values = SAMPLE_HEADERS.map((name) => headers.find(([one]) => one === name)?.[1] ?? null);
    const left = JSON.stringify(user.lines.departure(departure));
    const came = JSON.stringify(
      user.lines.response({ ...departure, to }, { status, headers: values, duration, waiting }),
    );
    yield `${left}\n${came}\n`;
    sent++;
  }
  const sequence = segmentsOf(parts);
  const bounds = sequence.split(',');
  const segment = `${bounds[part]}:${bounds[part + 1]}`;
  const windows = Math.ceil(count / PER_MINUTE);
  const end = { run: RUN, segment, sequence, windows, perWindow: PER_MINUTE, sent, dropped: 0 };
  yield `${JSON.stringify({ end })}\n`;
}
