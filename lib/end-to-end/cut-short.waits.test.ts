import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConformanceReport } from '../shapes/report.ts';
import { folder, petvet, ROOT, run } from './petvet-process.fixture.ts';

/** A process, on a machine that may be busy. */
const PATIENCE = 120_000;

/** Throws in mid-run, where nobody who waits for anything hears of it. */
const UNHANDLED = `
import { subscribe } from 'node:diagnostics_channel';
let answered = 0;
const fail = () => {
  throw new Error('nobody handles this');
};
subscribe('undici:request:headers', () => ++answered === 12 && setImmediate(fail));
`;

it(
  'a run with an error that nobody handles is judged as far as it came, and says so',
  async () => {
    await using place = await folder();
    writeFileSync(join(place.path, 'failing.mjs'), UNHANDLED);
    const env = { NODE_OPTIONS: `--import=${join(place.path, 'failing.mjs')}` };
    const { status, out, err } = await petvet(['check', '--no-burn', '--report', 'r'], { cwd: place.path, env });
    expect(status, err).toBe(2);
    expect(out + err).not.toMatch(/\n\s+at .*:\d+:\d+/);
    const { aborted, outcome, requests, rules } = reportIn(place.path);
    expect({ aborted, outcome }).toEqual({ aborted: 'petvet itself failed: nobody handles this', outcome: 'aborted' });
    expect(requests.sent).toBeGreaterThanOrEqual(11);
    expect(requests.sent).toBeLessThanOrEqual(14);
    expect(rules.find(({ id }) => id === 'LIST-1')).toMatchObject({ verdict: 'pass' });
  },
  PATIENCE,
);

/** Removes the report in mid-run. */
const REMOVING = `
import { rmSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
let answered = 0;
subscribe('undici:request:headers', () => ++answered === 12 && rmSync('r', { recursive: true, force: true }));
`;

it(
  'a run whose report folder is removed says so, and loses no response',
  async () => {
    await using place = await folder();
    writeFileSync(join(place.path, 'removing.mjs'), REMOVING);
    const env = { NODE_OPTIONS: `--import=${join(place.path, 'removing.mjs')}` };
    const { status, out, err } = await petvet(['check', '--no-burn', '--report', 'r'], { cwd: place.path, env });
    expect(status, err).toBe(2);
    expect(out + err).not.toMatch(/\n\s+at .*:\d+:\d+|petvet itself failed/);
    const { aborted, outcome, requests } = reportIn(place.path);
    expect(aborted).toMatch(/^the report folder was removed during the run: /);
    expect(outcome).toBe('aborted');
    expect(requests.sent).toBeGreaterThan(12);
    const lines = readFileSync(join(place.path, 'r', 'evidence.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    // What the run knew comes before the exchanges, its facts after them.
    expect(lines).toHaveLength(requests.sent + 2);
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
    expect(out).toMatch(/Outcome +(?:petvet's own reference server: )?aborted/);
    expect(err).toContain('the system does not allow a file that large');
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
