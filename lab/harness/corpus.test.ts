import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGolden } from '../../golden/golden-file.ts';
import { SMALL } from '../../golden/places.ts';
import { differences } from './compare.ts';
import { goldenOf, recordingOf } from './corpus.ts';
import { PLAN_CHOICE, readStacks, VERSIONS } from './stacks.ts';

const GOLDEN = readGolden(readFileSync(SMALL.golden, 'utf8'));

const RUNS = readStacks().flatMap(({ name: stack, expected }) =>
  VERSIONS.flatMap((version) =>
    PLAN_CHOICE.map((plan) => ({ run: { stack, version, plan }, expected: expected[version][plan] })),
  ),
);

describe('recorded evidence of real stacks', () => {
  it.each(RUNS)('$run.stack $run.version $run.plan is judged as adjudicated', ({ run, expected }) => {
    const found = goldenOf(run, GOLDEN);
    if (found === undefined) throw new Error('it is not recorded');
    expect(differences(found, expected)).toEqual([]);
  });

  it('is there for a stack that the lab has, alone', () => {
    expect(goldenOf({ stack: 'none', version: 'natural', plan: 'free' }, GOLDEN)).toBeUndefined();
  });
});

describe('recording', () => {
  const RUN = { stack: 'some', version: 'natural', plan: 'free' } as const;
  const SECRET = 'a-key-that-nobody-may-read';

  it.each([SECRET, Buffer.from(SECRET).toString('base64'), Buffer.from(SECRET).toString('hex')])(
    'keeps nothing when a key is in the evidence: %s',
    (spelling) => {
      const folder = mkdtempSync(join(tmpdir(), 'petvet-corpus-'));
      try {
        const evidence = join(folder, 'evidence.jsonl');
        writeFileSync(evidence, `{"body":"${spelling}"}\n`);
        expect(() => recordingOf(evidence, RUN, [SECRET])).toThrow(/a key is in its evidence/);
        expect(recordingOf(evidence, RUN, ['another-key'])).toEqual({
          name: 'lab/some-natural-free',
          lines: [`{"body":"${spelling}"}`],
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
