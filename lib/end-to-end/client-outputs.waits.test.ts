import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientSource } from '../client/clients.fixture.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

const SAYING = ['--reason', 'fixed in 2.1', '--owner', 'team-adoption'];

/** A place in which a client runs that asks for too much and has its key in the address, or also sends a request without its key. */
async function aPlace() {
  const place = await folder();
  const sources = {
    greedy: clientSource({ wait: '10', call: "'/pets?limit=200&token=' + key", calls: 1 }),
    keyless: clientSource({
      wait: '10',
      call: "'/pets?limit=' + (200 + i)",
      calls: 2,
      authorization: "(path.endsWith('200') && `Bearer ${key}`)",
    }),
  };
  const petvet = (...args: readonly string[]) => petvetHere(args, { cwd: place.path });
  return {
    path: place.path,
    petvet,
    client: (which: keyof typeof sources, ...flags: readonly string[]) =>
      petvet('client', '--situation', 'plain', ...flags, '--', process.execPath, '--eval', sources[which]),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

const FILES = [
  'badge.svg',
  'client-evidence.jsonl',
  'client.json',
  'conformance.json',
  'ctrf.json',
  'junit.xml',
  'metrics.prom',
  'petvet.sarif',
  'report.html',
  'summary.md',
];

describe('petvet client', () => {
  it('writes what a check writes, without the key, and is in the list of runs', async () => {
    await using place = await aPlace();
    const { status, out } = await place.client('greedy');
    expect([status, out]).toEqual([1, expect.stringContaining('Exit status 1: CLIENT-5 is violated')]);
    expect(await place.client('greedy', '--keep', '1', '--format', 'outcome')).toMatchObject({ out: 'violating\n' });
    const runs = readdirSync(join(place.path, 'reports', 'client')).filter((name) => name.startsWith('20'));
    expect(runs).toHaveLength(1);
    const directory = join(place.path, 'reports', 'client', runs[0] ?? '');
    expect(readdirSync(directory).toSorted()).toEqual(FILES);
    const later = join(place.path, 'later');
    for (const format of ['allure', 'har', 'html'])
      expect(await place.petvet('report', directory, '--format', format, '--out', `${later}/`)).toMatchObject({
        status: 0,
      });
    for (const written of [directory, later])
      for (const name of readdirSync(written))
        expect(readFileSync(join(written, name), 'utf8'), name).not.toMatch(/pet_[\da-f]{8}/);
    expect(readFileSync(join(later, 'evidence.har'), 'utf8')).toContain('/pets?limit=200&token={value1}');
    const { gate, rules } = ConformanceReport.parse(
      JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')),
    );
    expect(gate).toMatchObject({ exitStatus: 1, because: 'CLIENT-5 is violated' });
    expect(rules.find(({ id }) => id === 'CLIENT-5')?.findings).toMatchObject([
      { fault: 'a limit that is out of range', times: 1 },
    ]);
    const list = readFileSync(join(place.path, 'reports', 'index.html'), 'utf8');
    expect(list).toContain('1 run of petvet client');
    expect(list).toContain('<td>client rules, ended early</td>');
    expect(list).toMatch(/<a class="id" href="client\/[^"]*report\.html#CLIENT-5">/);
  });

  it('passes what a baseline knows, and fails on what is new', async () => {
    await using place = await aPlace();
    const [before = '', file = ''] = ['before', 'known.yaml'].map((name) => join(place.path, name));
    await place.client('greedy', '--report', before);
    const wrote = await place.petvet('baseline', 'write', before, '--file', file, ...SAYING);
    expect(wrote).toMatchObject({
      status: 0,
      out: expect.stringContaining('+ CLIENT-5: a limit that is out of range\n'),
    });
    const flags = ['--baseline', file, '--report'];
    const known = await place.client('greedy', ...flags, 'known');
    expect([known.status, known.out]).toEqual([
      0,
      expect.stringMatching(/\nGate +passed: 1 known violation, no expiry\n/),
    ]);
    const fresh = await place.client('keyless', ...flags, 'fresh');
    expect(fresh.status).toBe(1);
    expect(fresh.out).toMatch(
      /Exit status 1: 1 violation is not in\s+\S+known\.yaml:\s+CLIENT-1:\s+no\s+Authorization\s+header/,
    );
  });

  it('does not run the client where its baseline cannot be used', async () => {
    await using place = await aPlace();
    const { status, out, err } = await place.client('greedy', '--baseline', 'missing.yaml');
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('the baseline missing.yaml does not exist');
    expect(err).not.toContain('The client runs');
    expect(readdirSync(place.path)).toEqual([]);
  });
});
