import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aSample } from './load-samples.fixture.ts';
import { exchangeOfSample, readLoadConsole, type LoadConsole } from './load-samples.ts';

async function read(...lines: readonly string[]): Promise<LoadConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'console.jsonl'), `${lines.join('\n')}\n`);
  return readLoadConsole(join(folder, 'console.jsonl'));
}

const logged = (value: unknown) => JSON.stringify({ level: 'info', msg: JSON.stringify(value), time: 'now' });

describe('the console of k6', () => {
  it('gives samples and faults, whatever else is in it', async () => {
    const fault = { scenario: 'burst', says: 'TypeError' };
    const lines = await read('no JSON', logged('hello'), logged({ sample: aSample() }), logged({ fault }), '{"msg":');
    expect(lines).toEqual({ samples: [aSample()], faults: ['burst: TypeError'], ends: [] });
  });

  it('gives no sample that lacks what a sample has', async () => {
    expect((await read(logged({ sample: { ...aSample(), status: '200' } }))).samples).toEqual([]);
  });

  it('that is not there holds nothing', async () => {
    expect(await readLoadConsole('/nowhere/console.jsonl')).toEqual({ samples: [], faults: [], ends: [] });
  });

  it('gives the first reason why a script ended the run', async () => {
    const stop = { why: 'refused', says: 'a request was refused' };
    const { stop: found } = await read(logged({ stop }), logged({ stop: { why: 'no-use', says: 'later' } }));
    expect(found).toEqual(stop);
  });

  it('gives what left and was cut off by the end of the run, which the service may have counted', async () => {
    const { status: _status, headers: _headers, to, duration: _duration, waiting: _waiting, ...departure } = aSample();
    const answered = { ...aSample(), key: '1.0', from: departure.from + 1, to: to + 7 };
    const { samples } = await read(
      logged({ departure: { ...departure, key: '2.0' } }),
      logged({ departure: { ...departure, key: '1.0', from: departure.from + 1 } }),
      logged({ sample: answered }),
    );
    expect(samples).toMatchObject([
      { key: '2.0', status: 0, isCutOff: true, to: to + 7 },
      { key: '1.0', status: 200 },
    ]);
    const [cut] = samples;
    expect(cut && exchangeOfSample(cut, 1, mask)).toMatchObject({ failure: { kind: 'interrupted' } });
  });
});

const mask = (text: string) => text.replaceAll('secret', '***');

describe('a sample as an exchange', () => {
  it('has the instants, the headers and the caller, and no body', () => {
    const { request, answer, times, id } = exchangeOfSample(aSample({ caller: 'second' }), 7, mask);
    expect({ id, times }).toEqual({
      id: 7,
      times: { startedAt: 1_795_262_400_000, answeredAt: 1_795_262_400_014, endedAt: 1_795_262_400_014 },
    });
    expect(request).toMatchObject({ credential: 'second', target: '/pets?limit=1', body: { kind: 'none' } });
    expect(answer).toEqual({
      status: 200,
      headers: [['X-RateLimit-Remaining', '59']],
      body: { kind: 'not-recorded' },
    });
  });

  it('was met until the end of the millisecond in which its answer was there, and has the sender that k6 knows', () => {
    const { times, sender } = exchangeOfSample(aSample({ from: 7, to: 7, key: '12.5' }), 1, mask);
    expect({ times, sender }).toEqual({ times: { startedAt: 7, answeredAt: 8, endedAt: 8 }, sender: '12' });
    expect(exchangeOfSample(aSample(), 1, mask)).not.toHaveProperty('sender');
  });

  it('holds no secret that a service, or k6, said', () => {
    const headers: [string, string][] = [['X-RateLimit-Limit', 'secret']];
    expect(exchangeOfSample(aSample({ headers }), 1, mask).answer?.headers).toEqual([['X-RateLimit-Limit', '***']]);
    const failed = exchangeOfSample(aSample({ status: 0, error: 'dial secret', code: 1212 }), 1, mask);
    expect(failed).toMatchObject({ failure: { kind: 'refused', says: 'dial ***' } });
    expect(failed.answer).toBeUndefined();
  });

  it.each([
    [1050, 'timeout'],
    [1101, 'dns'],
    [1220, 'reset'],
    [1310, 'tls'],
    [1630, 'protocol'],
    [1000, 'other'],
  ])('k6’s code %i is %s', (code, kind) => {
    expect(exchangeOfSample(aSample({ status: 0, code }), 1, mask).failure?.kind).toBe(kind);
  });
});
