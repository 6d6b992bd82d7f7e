import { describe, expect, it } from 'vitest';
import { few } from '../files/test-sample.fixture.ts';
import { defects } from '../reference/defects/index.ts';
import { examineOne, type Subject } from './exam.ts';
import { sampleOfDefects } from './sampled-subjects.ts';
import { subjectsOf } from './subjects.ts';

/** Each makes three runs, the largest of a thousand requests. */
const SUBJECTS = few(
  subjectsOf(sampleOfDefects()).filter(
    ({ usesLimitUp = false, maxRequests }) => !usesLimitUp && maxRequests === undefined,
  ),
  2,
  ({ name }) => `budget of ${name}`,
);

/** Whether a run of that many requests detects a defect under one of its rules. */
async function isDetected(subject: Subject, maxRequests: number): Promise<boolean> {
  const { failed, warned } = await examineOne({ ...subject, maxRequests }, { seed: 1 }, new AbortController().signal);
  const rules = [...failed, ...warned];
  return defects[subject.name]?.breaks.some((rule) => rules.includes(rule)) === true;
}

describe('a larger budget', () => {
  it('is tried with some defects', () => {
    expect(SUBJECTS.length).toBeGreaterThanOrEqual(2);
  });

  it.each(SUBJECTS)('detects what a smaller one does: $name', async (subject) => {
    const detected = [await isDetected(subject, 120), await isDetected(subject, 300), await isDetected(subject, 1_000)];
    expect(detected).toEqual([true, true, true]);
  });
});
