import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEvidence } from '../../evidence/log.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { aReport } from '../../report/report.fixture.ts';
import { aGet } from '../../replay/recorded-run.fixture.ts';

const BASE = 'https://pets.example/v1';

/** A HAR with a list for each key, a second apart. */
function harOf(keys: readonly string[], target = '/pets?limit=1'): string {
  const entries = keys.map((key, index) => ({
    startedDateTime: `2026-11-21T10:00:0${index}.003Z`,
    time: 5,
    request: { method: 'GET', url: `${BASE}${target}`, headers: [{ name: 'Authorization', value: `Bearer ${key}` }] },
    response: { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], content: { text: '[]' } },
  }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}

async function judge(har: string, ...flags: readonly string[]) {
  await using place = await folder();
  const file = join(place.path, 'traffic.har');
  writeFileSync(file, har);
  const ended = await typed(['judge', '--client', file, ...flags, '--report', 'out'], place.path);
  const written = ['client.json', 'key-1/client.json', 'key-2/client.json', 'key-2/junit.xml', 'key-2/report.html'];
  return { ...ended, written: written.filter((name) => existsSync(join(place.path, 'out', name))) };
}

const ONE = 'abcdefgh12345678';
const OTHER = 'ijklmnop12345678';

describe('petvet judge --client', () => {
  it('says what a recording shows, and what it does not', async () => {
    const { status, out, err, written } = await judge(harOf([ONE]), '--base-url', BASE);
    expect([status, err, written]).toEqual([0, '', ['client.json']]);
    expect(out).toMatch(/CLIENT-1 {2}pass[^]*CLIENT-2 {2}not-exercised[^]*\nRequests +1 request from the client/);
    expect(out).toContain('Exit status 0: no must rule is violated; 3 must rules could not be verified');
  });

  it('judges each key on its own, and ends with the worst status', async () => {
    const both = await judge(harOf([ONE, OTHER]), '--base-url', BASE, '--require-complete');
    expect([both.status, both.written]).toEqual([
      3,
      ['key-1/client.json', 'key-2/client.json', 'key-2/junit.xml', 'key-2/report.html'],
    ]);
    expect(both.out).toContain('traffic.har, key 2 of 2');
    const bad = await judge(harOf([ONE], '/pets?limit=0'), '--base-url', BASE, '--require-complete');
    expect(bad.status).toBe(1);
  });

  it('judges getPet as of the day of the recording, unless told', async () => {
    const then = await judge(harOf([ONE], '/pets/1'), '--base-url', BASE);
    const later = await judge(harOf([ONE], '/pets/1'), '--base-url', BASE, '--as-of', '2031-01-01');
    expect([then.status, later.status]).toEqual([0, 1]);
  });

  it('reads the evidence of a run, too', async () => {
    await using place = await folder();
    const evidence = openEvidence(join(place.path, 'evidence.jsonl'), aReport().knowledge);
    evidence.append(aGet(1, '/pets?limit=1', 200, []));
    evidence.close();
    const ended = await typed(['judge', '--client', place.path, '--report', 'out'], place.path);
    expect([ended.status, ended.err]).toEqual([0, '']);
    expect(readFileSync(join(place.path, 'out', 'report.html'), 'utf8')).toContain('Recorded in');
  });

  it.each<[string, string, readonly string[], string]>([
    ['a flag about the service', harOf([ONE]), ['--plan', 'pro'], '--client and --plan cannot both be given'],
    ['several files', harOf([ONE]), ['other.har'], '--client takes one file'],
    ['no base address', harOf([ONE]), [], 'does not say which service'],
    [
      'another address',
      harOf([ONE]),
      ['--base-url', 'https://other.example/v1'],
      'traffic.har goes to https://other.example/v1',
    ],
    ['no request', harOf([]), ['--base-url', BASE], 'holds no request'],
    ['a date that is none', harOf([ONE]), ['--base-url', BASE, '--as-of', 'now'], '--as-of "now" is not a date'],
  ])('refuses %s in one sentence', async (_what, har, flags, says) => {
    const { status, out, err, written } = await judge(har, ...flags);
    expect([status, out, written]).toEqual([2, '', []]);
    expect(err).toContain(says);
  });
});
