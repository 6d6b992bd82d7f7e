import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEvidence } from '../../evidence/log.ts';
import { aReport } from '../../report/report.fixture.ts';
import { aGet } from '../../replay/recorded-run.fixture.ts';
import { folder, type Ended } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

const BASE = 'https://pets.example/v1';

/** Evidence of a run that sent lists, each with that many pets for a limit of one. */
function evidenceOf(file: string, ...lists: readonly number[]): string {
  const { knowledge } = aReport();
  const evidence = openEvidence(file, knowledge);
  lists.forEach((count, index) =>
    evidence.append(
      aGet(
        index + 1,
        '/pets?limit=1',
        200,
        Array.from({ length: count }, (_none, pet) => ({ id: pet + 1, name: 'Felix', categoryId: 7 })),
      ),
    ),
  );
  evidence.close();
  return file;
}

/** A foreign HAR with one answered request to each address. */
function harOf(file: string, ...urls: readonly string[]): string {
  const entries = urls.map((url) => ({
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 5,
    request: { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer abcdefgh12345678' }] },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { text: '[]', mimeType: 'application/json' },
    },
  }));
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }));
  return file;
}

async function judge(make: (place: string) => readonly string[], ...flags: readonly string[]): Promise<Ended> {
  await using place = await folder();
  // Of the lists alone: what was recorded has no headers of a rate limit.
  const rules = flags.includes('--rule') ? [] : ['--rule', 'LIST-2'];
  return await typed(['judge', ...make(place.path), ...rules, ...flags], place.path);
}

describe('flags about foreign traffic', () => {
  it('are said to have no effect on evidence of petvet, which is judged as it is', async () => {
    const ended = await judge(
      (at) => [evidenceOf(join(at, 'evidence.jsonl'), 1)],
      '--plan',
      'pro',
      '--as-of',
      '2031-01-01',
    );
    expect(ended.err).toMatch(/^--plan, --as-of: no effect on .*evidence\.jsonl, which petvet recorded/);
  });

  it('are asked for with the addresses that a file holds', async () => {
    const urls = [`${BASE}/pets?limit=1`, 'https://other.example/x.js'];
    const ended = await judge((at) => [harOf(join(at, 'traffic.har'), ...urls)]);
    expect(ended).toMatchObject({ status: 2, err: expect.stringContaining(`the file holds requests to ${BASE}\n`) });
  });

  it('leave no seed in the head of what has none', async () => {
    const ended = await judge((at) => [harOf(join(at, 'traffic.har'), `${BASE}/pets?limit=1`)], '--base-url', BASE);
    expect(ended.out).toContain('recorded traffic');
    expect(ended.out).not.toContain('seed');
  });
});

/** Evidence of which that many lines are whole, and the next one is cut off. */
const broken = (at: string, lines: number, ...lists: number[]) => {
  const file = evidenceOf(join(at, 'evidence.jsonl'), ...lists);
  const whole = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [...whole.slice(0, lines), whole[lines]?.slice(0, 40)].join('\n'));
  return [file];
};

describe('petvet judge', () => {
  it('judges what is there', async () => {
    expect((await judge((at) => [evidenceOf(join(at, 'evidence.jsonl'), 1)])).status).toBe(0);
    expect((await judge((at) => [evidenceOf(join(at, 'evidence.jsonl'), 2)])).status).toBe(1);
    expect(
      (await judge((at) => [harOf(join(at, 'a.har'), `${BASE}/pets`)], '--base-url', BASE, '--rule', 'LIST')).status,
    ).toBe(0);
  });

  it('of a base address that matches no entry names the addresses of the file', async () => {
    const urls = ['https://a.example/api/v1/pets?x=1', 'https://a.example/api/v1/pets/7', 'http://b.example:81/other'];
    const { status, err } = await judge((at) => [harOf(join(at, 'a.har'), ...urls)], '--base-url', BASE);
    expect(status).toBe(2);
    expect(err).toContain(
      `goes to ${BASE}; it holds requests to https://a.example/api/v1, http://b.example:81\n  give the base address of the service with --base-url`,
    );
  });

  it('names no credential of an address', async () => {
    const { err } = await judge(
      (at) => [harOf(join(at, 'a.har'), 'https://me:hush@a.example/v1/pets')],
      '--base-url',
      BASE,
    );
    expect(err).toMatch(/holds requests to https:\/\/a\.example\/v1\n/);
    expect(err).not.toContain('hush');
  });

  it('of an empty HAR file says that it holds no request', async () => {
    const { status, err } = await judge((at) => [harOf(join(at, 'a.har'))], '--base-url', BASE);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('a.har holds no request') });
  });

  it('of evidence of a head only says that it holds no exchange', async () => {
    const { status, out, err } = await judge((at) => [evidenceOf(join(at, 'evidence.jsonl'))]);
    expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringContaining('holds no exchange') });
    expect(err).toContain('run `petvet check` again');
  });

  it('of evidence that breaks off at line 2 says so', async () => {
    const { status, err } = await judge((at) => broken(at, 1, 1, 1));
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/breaks off at line 2, before the first exchange: [^]*copy the file again/),
    });
  });

  it('judges evidence up to a later break, which is incomplete and hides no violation', async () => {
    const { status, out } = await judge((at) => broken(at, 2, 1, 1));
    expect({ status, out }).toEqual({ status: 2, out: expect.stringContaining('Judged in part') });
    expect((await judge((at) => broken(at, 2, 1, 1), '--require-complete')).status).toBe(3);
    expect((await judge((at) => broken(at, 2, 2, 1))).status).toBe(1);
  });

  it('of rules that the traffic does not show says why', async () => {
    const { status, err } = await judge(
      (at) => [evidenceOf(join(at, 'evidence.jsonl'), 1)],
      '--rule',
      'CREATE-2,RATE-7',
    );
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/nothing was judged: (?:CREATE-2|RATE-7) \(.+\); (?:CREATE-2|RATE-7) \(.+\)/),
    });
  });

  it('refuses one report for several files', async () => {
    await using place = await folder();
    const [a, b] = ['a', 'b'].map((name) => evidenceOf(join(place.path, `${name}.jsonl`), 1));
    expect(await typed(['judge', a ?? '', b ?? '', '--report', join(place.path, 'x')], place.path)).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/^petvet: --report takes the report of one file\n/),
    });
  });

  it('tells each of several files that cannot be judged', async () => {
    await using place = await folder();
    const { status, err } = await typed(['judge', '/none/a', '/none/b'], place.path);
    expect([status, err.match(/does not exist/g)?.length]).toEqual([2, 2]);
  });

  it('loses no violation to another file that holds nothing', async () => {
    const { status, err } = await judge((at) => [
      evidenceOf(join(at, 'empty.jsonl')),
      evidenceOf(join(at, 'bad.jsonl'), 2),
    ]);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('empty.jsonl holds no exchange') });
    expect((await judge((at) => [evidenceOf(join(at, 'a.jsonl')), evidenceOf(join(at, 'b.jsonl'), 1)])).status).toBe(2);
  });
});
