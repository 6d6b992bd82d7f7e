import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayAllowance } from '../probe/day-bounds.ts';
import { aFarTarget, aMachine, KEY, NOON } from './day-use.fixture.ts';
import type { DayUse } from './day-use.ts';

const HOUR = 3_600_000;

const AUTO = { target: aFarTarget({ plan: { name: 'auto' } }) };

function left({ bounds }: DayUse): number {
  return bounds === undefined ? Infinity : dayAllowance(bounds);
}

describe('what a key spends of its day', () => {
  it('adds up over runs, up to half of the figure', () => {
    const machine = aMachine();
    for (const before of [0, 120, 240, 360]) {
      const run = machine.run(1);
      expect(left(run)).toBe(500 - before);
      run.spent({ sent: 120, planned: 120 });
      run.close();
    }
    expect(machine.said).toEqual([]);
    const last = machine.run(2);
    expect(left(last)).toBe(20);
    expect(machine.said).toEqual([
      "This run may send 20 requests: 480 requests of the key's daily quota are used and --day-share grants 50% of 1000, which is 500.",
    ]);
    last.spent({ sent: 15, planned: 120 });
    last.close();
    expect(() => machine.run(3)).toThrow(
      "too little of the daily quota remains: 495 requests of the key's daily quota are used and --day-share grants 50% of 1000, which is 500",
    );
    expect(() => machine.run(3)).toThrow(
      expect.objectContaining({ hint: 'raise --day-share, or start the run after midnight UTC' }),
    );
  });

  it('is a run of fewer than ten requests as long as those fit', () => {
    const machine = aMachine();
    const flags = { dayShare: 0.005 };
    expect(left(machine.run(1, { planned: 5, flags }))).toBe(5);
    expect(() => machine.run(2, { planned: 6, flags })).toThrow(/too little of the daily quota remains/);
  });

  it('leaves no trace of a run that could not start', () => {
    const machine = aMachine();
    expect(() => machine.run(1, { flags: { dayShare: 0.001 } })).toThrow(/too little of the daily quota remains/);
    expect(left(machine.run(2))).toBe(500);
    expect(machine.said).toEqual([]);
  });

  it('counts what a killed run had sent, and nothing that it had meant to send', () => {
    const machine = aMachine();
    machine.run(1).spent({ sent: 33, planned: 120 });
    machine.processes.delete(1);
    expect(left(machine.run(2))).toBe(467);
    expect(machine.said).toEqual([]);
  });

  it('begins anew at midnight UTC, also within a run', () => {
    const machine = aMachine();
    const run = machine.run(1);
    run.spent({ sent: 100, planned: 120 });
    machine.now += 12 * HOUR;
    run.spent({ sent: 107, planned: 120 });
    run.close();
    expect(left(machine.run(2))).toBe(493);
  });

  it('is another key’s for another key', () => {
    const machine = aMachine();
    machine.run(1).spent({ sent: 100, planned: 120 });
    expect(left(machine.run(2, { target: aFarTarget({ apiKey: `${KEY}x` }) }))).toBe(500);
  });

  it('takes the share that the user gives', () => {
    const machine = aMachine();
    const run = machine.run(1, { flags: { dayShare: 0.29 } });
    expect(left(run)).toBe(290);
    run.spent({ sent: 100, planned: 120 });
    run.close();
    expect(left(machine.run(2))).toBe(400);
  });
});

describe('the figure of the day', () => {
  it('is Free’s until an answer tells, and then what it told', () => {
    const machine = aMachine();
    const first = machine.run(1, AUTO);
    expect(left(first)).toBe(500);
    first.spent({ sent: 1_060, planned: 1_060, perDay: 100_000 });
    first.close();
    expect(left(machine.run(2, AUTO))).toBe(50_000 - 1_060);
  });

  it('is never learned from what the user declares', () => {
    const machine = aMachine();
    const run = machine.run(1, { target: aFarTarget({ plan: { name: 'business', perDay: 100_000 } }) });
    run.spent({ sent: 600, planned: 600, perDay: 100_000 });
    run.close();
    expect(() => machine.run(2, AUTO)).toThrow(expect.objectContaining({ hint: expect.stringContaining('--plan') }));
  });
});

describe('two runs at the same time', () => {
  it('notice each other, once, and share what is left', () => {
    const machine = aMachine();
    const first = machine.run(1, { planned: 300 });
    machine.now += 30_000;
    const second = machine.run(2, { planned: 300 });
    expect(left(second)).toBe(200);
    expect(machine.said[0]).toBe(
      'Another run has used this key since 12:00:00 UTC, pid 1; the requests of both runs count.',
    );
    expect(machine.said[1]).toContain('300 requests of the key');
    expect(machine.said[1]).toContain('with 300 that another run has set aside');
    for (const sent of [1, 2]) {
      machine.now += 25_000;
      first.spent({ sent, planned: 300 });
    }
    expect(machine.said.slice(2)).toEqual([
      'Another run has used this key since 12:00:30 UTC, pid 2; the requests of both runs count.',
    ]);
    first.close();
    second.spent({ sent: 5, planned: 300 });
    second.close();
    expect(left(machine.run(3))).toBe(500 - 2 - 5);
  });

  it('is not said of one that has ended, was killed, or whose process id has gone to another', () => {
    const machine = aMachine();
    machine.run(1).close();
    machine.run(2);
    machine.processes.delete(2);
    machine.run(3);
    machine.run(4, {}, { host: 'another machine' });
    machine.now += 10 * 60_000;
    machine.run(5);
    expect(machine.said.filter((sentence) => /pid [15]\b/.test(sentence))).toEqual([]);
    machine.said.length = 0;
    machine.run(5, {}, { began: machine.now + 1 });
    expect(machine.said).toEqual([]);
  });

  it('is said of one on another machine that shares the folder, as long as it is heard of', () => {
    const machine = aMachine();
    machine.run(1, {}, { host: 'another machine' });
    machine.processes.delete(1);
    machine.run(2);
    expect(machine.said).toEqual([expect.stringContaining('pid 1')]);
  });
});

describe('where the day is not counted', () => {
  const HERE = aFarTarget({ loopback: true });
  const SHORT = aFarTarget({ windows: { minute: 2, day: 60, testInstallation: true } });

  it.each([HERE, SHORT])('nothing is written and nothing bounded', (target) => {
    const machine = aMachine();
    const run = machine.run(1, { target });
    run.spent({ sent: 5_000, planned: 5_000 });
    run.close();
    expect(run.bounds).toBeUndefined();
    expect(machine.files()).toEqual([]);
  });

  it('what the user says is heeded all the same', () => {
    const machine = aMachine();
    expect(left(machine.run(1, { target: HERE, flags: { dayShare: 0.1 } }))).toBe(100);
    expect(() => machine.run(1, { target: HERE, flags: { dayShare: 0.005 } })).toThrow(
      /too little of the daily quota remains/,
    );
    expect(machine.files()).toEqual([]);
  });
});

describe('the folder', () => {
  it('holds nothing of the key', () => {
    const machine = aMachine();
    machine.run(1).spent({ sent: 1, planned: 120, perDay: 1_000 });
    const [text = '', ...others] = machine.files();
    expect(others).toEqual([]);
    expect(text).toMatch(/^2026-11-21\.[0-9a-f]{16}\.[0-9a-f]+\.json: \{"schema"/);
    const forms = [KEY, KEY.toLowerCase(), Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('hex')];
    for (const form of forms)
      for (let from = 0; from + 6 <= form.length; from += 1) expect(text).not.toContain(form.slice(from, from + 6));
  });

  it.skipIf(process.platform === 'win32')('is made for its user alone', () => {
    const machine = aMachine();
    const folder = join(machine.folder, 'new', 'one');
    machine.run(1, {}, { folder });
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => statSync(path).mode);
    expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0]);
  });

  it('is tidied after three days, of what is ours alone', () => {
    const machine = aMachine();
    machine.run(1, { target: aFarTarget({ apiKey: 'another-key' }) }).close();
    writeFileSync(join(machine.folder, '2026-11-21.0123456789abcdef.aa.json.new'), '{');
    writeFileSync(join(machine.folder, '2020-01-01.notes.json'), '{}');
    machine.now = NOON + 72 * HOUR;
    machine.run(2).close();
    expect(machine.files()).toHaveLength(4);
    machine.now = NOON + 96 * HOUR;
    machine.run(3).close();
    expect(machine.files().filter((file) => file.startsWith('2026-11-21'))).toEqual([]);
    expect(existsSync(join(machine.folder, '2020-01-01.notes.json'))).toBe(true);
  });

  it.each(['{', '{"schema":"petvet/day-use/1","sent":-5}', '[]', ''])('may hold a broken record: %s', (text) => {
    const machine = aMachine();
    machine.run(1).close();
    const [name = ''] = machine.files().map((file) => file.split(':', 1)[0]);
    writeFileSync(join(machine.folder, name), text);
    expect(left(machine.run(2))).toBe(500);
    expect(machine.said).toEqual([expect.stringMatching(/is not a record of a key's use: it counts as 0\.$/)]);
  });

  it.each(['mkfifo "$0"', 'ln -s /dev/zero "$0"'])('may hold a record that has no end: %s', (make) => {
    const machine = aMachine();
    machine.run(1).close();
    const [name = ''] = machine.files().map((file) => file.split(':', 1)[0]);
    rmSync(join(machine.folder, name));
    execFileSync('sh', ['-c', make, join(machine.folder, name)]);
    expect(left(machine.run(2))).toBe(500);
    expect(machine.said).toEqual([expect.stringMatching(/it counts as 0\.$/)]);
  });

  it('may be no folder: one line, and the run goes on', () => {
    const machine = aMachine();
    const file = join(machine.folder, 'file');
    writeFileSync(file, '');
    const run = machine.run(1, {}, { folder: join(file, 'below') });
    expect(left(run)).toBe(500);
    run.spent({ sent: 1, planned: 120 });
    run.close();
    expect(machine.said).toEqual([expect.stringMatching(/cannot be written \(EEXIST\)/)]);
  });

  // Whoever is root writes everywhere.
  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('may be one that is not writable', () => {
    const machine = aMachine();
    chmodSync(machine.folder, 0o500);
    expect(left(machine.run(1))).toBe(500);
    expect(machine.said).toEqual([expect.stringMatching(/cannot be written \(EACCES\)/)]);
  });
});
