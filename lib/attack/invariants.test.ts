import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { brokenBy, type Outcome } from './invariants.ts';
import { CODINGS, KEYS, keysIn } from './keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'petvet-invariants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run that keeps every promise. */
const GOOD: Outcome = {
  status: 2,
  out: '',
  err: 'petvet: no key is there\n  set PETVET_API_KEY\n',
  folder,
  before: new Set(),
  early: [],
  received: 0,
  mustBeRefused: false,
  mustConform: false,
  mayBeEnded: false,
  isTerminal: false,
};

const broken = (more: Partial<Outcome>) => brokenBy({ ...GOOD, ...more }).map((one) => one.split(': ')[0]);

describe('an outcome', () => {
  it('that is as it should be breaks no promise', () => {
    expect(broken({})).toEqual([]);
    expect(broken({ status: null, mayBeEnded: true })).toEqual([]);
    expect(broken({ judged: 'petvet: nothing was judged: 10 of 10 response bodies cannot be read' })).toEqual([]);
    expect(broken({ out: '\u001b[31mred\u001b[0m\r\n', isTerminal: true })).toEqual([]);
  });

  it.each<[string, Partial<Outcome>]>([
    ['the exit status is documented', { status: 7 }],
    ['the exit status is documented', { status: null }],
    ['bad input ends with 2', { status: 0, mustBeRefused: true }],
    ['bad input sends nothing', { received: 1, mustBeRefused: true }],
    ['no conforming service is called violating', { status: 1, mustConform: true }],
    ['an error is one sentence', { err: 'petvet: one\npetvet: two\n' }],
    ['no fault of petvet shows', { err: 'petvet itself failed: x' }],
    ['no fault of petvet shows', { err: 'Error: x\n    at run (file:///a.ts:1:2)' }],
    ['no fault of petvet shows', { err: 'k6: aborted at stop (file:///a.ts:1:2(3))' }],
    ['no control character is printed', { out: 'a\u001b[2Jb' }],
    ['no control character is printed', { out: 'a\u202eb', isTerminal: true }],
    ['nothing printed commands a log', { out: 'status ##[set-output name=a]b' }],
    ['no key is printed', { err: `Bearer ${KEYS[1]}` }],
    ['no request comes within a Retry-After', { early: [7] }],
    ['evidence can be read up to the break', { judged: 'petvet: a.jsonl, line 3 is not evidence' }],
    ['evidence can be read up to the break', { judged: 'petvet: report/evidence.jsonl cannot be read: it is a pipe' }],
    ['evidence can be read up to the break', { judged: 'Error: x\n    at run (file:///a.ts:1:2)' }],
  ])('breaks the promise that %s: %j', (promise, more) => {
    expect(broken(more)).toEqual([promise]);
  });

  it('has no key in a file that was not there', () => {
    mkdirSync(join(folder, 'report'));
    writeFileSync(join(folder, 'report', 'a.json'), CODINGS['base58']?.(KEYS[0]) ?? '');
    expect(broken({})).toEqual(['no key is written']);
    expect(broken({ before: new Set(['report/a.json']) })).toEqual([]);
    rmSync(join(folder, 'report'), { recursive: true });
  });

  it.runIf(process.platform === 'linux')('leaves nothing running', async () => {
    const child = spawn('sleep', ['1000'], { cwd: folder });
    await new Promise((resolve) => child.once('spawn', resolve));
    expect(broken({})).toEqual(['nothing is left running']);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    expect(broken({})).toEqual([]);
  });
});

it.each(Object.entries(CODINGS))('a key is found as %s', (_name, write) => {
  expect(KEYS.filter((key) => keysIn(`a ${write(key)} b`).length === 0)).toEqual([]);
});
