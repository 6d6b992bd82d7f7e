import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readLoadConsole, type LoadConsole } from './load-console.ts';
import { aSample } from './load-samples.fixture.ts';
import { exchangeOfSample } from './load-samples.ts';

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
    expect(cut && exchangeOfSample(cut, 1, (text) => text)).toMatchObject({ failure: { kind: 'interrupted' } });
  });
});
