import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConformanceReport } from '../shapes/report.ts';
import { folder, petvet, ROOT, run } from './petvet-process.fixture.ts';

/** A process, on a machine that may be busy. */
const PATIENCE = 120_000;

/** Ends the thread that sends, in mid-run: as a fault in native code would, nothing in it hears of that. */
const DYING_WORKER = `
import { isMainThread } from 'node:worker_threads';
import { subscribe } from 'node:diagnostics_channel';
const { exit } = process;
let answered = 0;
if (!isMainThread) subscribe('undici:request:headers', () => ++answered === 12 && exit(7));
`;

it(
  'a run whose worker dies is judged as far as it came, and says so',
  async () => {
    await using place = await folder();
    writeFileSync(join(place.path, 'dying.mjs'), DYING_WORKER);
    const env = { NODE_OPTIONS: `--import=${join(place.path, 'dying.mjs')}` };
    const { status, out, err } = await petvet(['check', '--no-burn', '--report', 'r'], { cwd: place.path, env });
    expect(status, err).toBe(2);
    expect(out + err).not.toMatch(/\n\s+at .*:\d+:\d+/);
    const { aborted, outcome, requests, rules } = reportIn(place.path);
    expect({ aborted, outcome }).toEqual({ aborted: expect.stringContaining('Worker'), outcome: 'aborted' });
    expect(requests.sent).toBe(11);
    expect(rules.find(({ id }) => id === 'LIST-1')).toMatchObject({ verdict: 'pass' });
  },
  PATIENCE,
);

it.skipIf(process.platform === 'win32')(
  'a run whose evidence finds no more room is judged as far as it came, and says so',
  async () => {
    await using place = await folder();
    // In blocks of 512 bytes: room for some dozens of exchanges, and for the report of them.
    const script = `ulimit -f 160; exec "$0" "$1" check --no-burn --report r`;
    const typed = ['-c', script, process.execPath, join(ROOT, 'lib', 'cli', 'petvet.cjs')];
    const { status, out, err } = await run('sh', typed, { cwd: place.path });
    expect(status, out + err).toBe(2);
    expect(out).toMatch(/Outcome +aborted/);
    expect(err).toContain('the system lets no file grow so large');
    expect(out + err).not.toMatch(/\n\s+at .*:\d+:\d+|petvet itself failed/);
    const { outcome, requests } = reportIn(place.path);
    expect(outcome).toBe('aborted');
    expect(requests.sent).toBeGreaterThan(10);
  },
  PATIENCE,
);

function reportIn(place: string): ConformanceReport {
  return ConformanceReport.parse(JSON.parse(readFileSync(join(place, 'r', 'conformance.json'), 'utf8')));
}
