import { describe, expect, it } from 'vitest';
import { few } from '../files/test-sample.fixture.ts';
import type { FindingName } from '../gate/finding-name.ts';
import { isSameFault } from '../gate/same-fault.ts';
import { EVERYTHING, violationsOf } from '../gate/violations.ts';
import { embeddedRun } from './embedded-run.fixture.ts';
import { circumstancesOf, type Subject } from '../exam/exam.ts';
import { sampleOfDefects } from '../exam/sampled-subjects.ts';
import { subjectsOf } from '../exam/subjects.ts';

/** When the service fails decides under which name a fault is seen. */
const BY_CHANCE: readonly string[] = ['bare-now-and-then'];

const SUBJECTS = few(
  subjectsOf(sampleOfDefects()).filter(({ name, usesLimitUp = false }) => !usesLimitUp && !BY_CHANCE.includes(name)),
  4,
  ({ name }) => name,
);

/** What the violations that a run shows are called. */
async function namesOf(subject: Subject, seed: number): Promise<FindingName[]> {
  const { options, today: asOf } = circumstancesOf(subject);
  await using run = await embeddedRun(options, { asOf, seed, maxRequests: 120 });
  return violationsOf(run.ledger.rows, EVERYTHING);
}

describe('the names of findings', () => {
  it('are examined on some defects', () => {
    expect(SUBJECTS.length).toBeGreaterThan(3);
  });

  it.each(SUBJECTS)('are the same with another seed: $name', async (subject) => {
    const [known, seen] = [await namesOf(subject, 1), await namesOf(subject, 2)];
    expect(known).not.toEqual([]);
    expect(seen.filter((name) => !known.some((one) => isSameFault(one, name)))).toEqual([]);
  });
});
