import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../lib/files/test-sample.fixture.ts';
import { differences } from './compare.ts';
import { judgeRecorded, record, recordedRuns } from './corpus.ts';
import { PLAN_CHOICE, readStacks, VERSIONS } from './stacks.ts';

const STACKS = new Map(readStacks().map((stack) => [stack.name, stack]));
const RUNS = recordedRuns();

/** Those on Business have ten times the exchanges: one in three of them, and all others. */
const JUDGED = [
  ...RUNS.filter(({ plan }) => plan !== 'business'),
  ...sampled(
    RUNS.filter(({ plan }) => plan === 'business'),
    3,
    ({ stack, version }) => `${stack} ${version}`,
  ),
];

describe('recorded evidence of real stacks', () => {
  it.each(JUDGED)('$stack $version $plan is judged as adjudicated', async (run) => {
    const expected = STACKS.get(run.stack)?.expected[run.version][run.plan];
    if (expected === undefined) throw new Error(`the lab has no stack ${run.stack}`);
    expect(differences(await judgeRecorded(run), expected)).toEqual([]);
  });

  it('is there for every stack, version and plan', () => {
    const recorded = new Set(RUNS.map(({ stack, version, plan }) => `${stack} ${version} ${plan}`));
    const all = [...STACKS.keys()].flatMap((stack) =>
      VERSIONS.flatMap((version) => PLAN_CHOICE.map((plan) => `${stack} ${version} ${plan}`)),
    );
    expect(all.filter((name) => !recorded.has(name))).toEqual([]);
  });
});

describe('recording', () => {
  const RUN = { stack: 'some', version: 'natural', plan: 'free' } as const;
  const SECRET = 'a-key-that-nobody-may-read';

  it.each([SECRET, Buffer.from(SECRET).toString('base64'), Buffer.from(SECRET).toString('hex')])(
    'writes nothing when a key is in the evidence: %s',
    (spelling) => {
      const folder = mkdtempSync(join(tmpdir(), 'petvet-corpus-'));
      try {
        const evidence = join(folder, 'evidence.jsonl');
        writeFileSync(evidence, `{"body":"${spelling}"}\n`);
        expect(() => record(evidence, RUN, [SECRET], folder)).toThrow(/a key is in its evidence/);
        expect(recordedRuns(folder)).toEqual([]);
        record(evidence, RUN, ['another-key'], folder);
        expect(recordedRuns(folder)).toEqual([RUN]);
        expect(readdirSync(folder)).toContain('some-natural-free.jsonl.gz');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
