import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { DEEP_REQUESTS, DEEPER } from './exam-depth.ts';
import type { ExamResult } from './exam.ts';

/**
 * Defects that no check can show yet, and why. Each is asserted to survive, so that none stays here once it is caught.
 */
const NOT_YET: Readonly<Record<string, string>> = {
  'bare-429': 'it takes a window that is used up',
  'filter-hides-fetched': 'looking again changes what is shown, which looks like another client at work',
};

const results = new Map<string, ExamResult>();

/** A complete run sends at most this many requests, and leaves at most this many animals. */
const MOST_REQUESTS = 120;
const MOST_ANIMALS = 15;

beforeAll(async () => {
  const examination = spawn(process.execPath, [join(import.meta.dirname, 'exam-process.ts'), '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: examination.stdout })) {
    const result: ExamResult = JSON.parse(line);
    results.set(result.name, result);
  }
}, 900_000);

function resultOf(name: string): ExamResult {
  const result = results.get(name);
  if (result === undefined) throw new Error(`${name} was not examined`);
  return result;
}

describe('the conforming reference server', () => {
  it('is called conforming, gently', () => {
    const { failed, inconclusive, warned, requests, created, aborted } = resultOf('conforming');
    expect({ failed, inconclusive, warned, aborted }).toEqual({ failed: [], inconclusive: [], warned: [] });
    expect(requests).toBeLessThanOrEqual(110);
    expect(created).toBeLessThanOrEqual(MOST_ANIMALS);
  });
});

describe('every defect is caught, and nothing else is blamed:', () => {
  it.each(Object.entries(defects).filter(([name]) => NOT_YET[name] === undefined))('%s', (name, { breaks }) => {
    const { failed, warned, says, requests, aborted } = resultOf(name);
    const musts = breaks.filter((id) => rules[id].level === 'must');
    const blamed = musts.length > 0 && rules[breaks[0] ?? 'VER-1'].level === 'must' ? failed : warned;
    expect(aborted).toBeUndefined();
    expect(
      blamed.some((id) => breaks.some((broken) => broken === id)),
      JSON.stringify(says),
    ).toBe(true);
    expect(
      failed.filter((id) => !breaks.some((broken) => broken === id)),
      JSON.stringify(says),
    ).toEqual([]);
    expect(requests).toBeLessThanOrEqual(DEEPER.has(name) ? DEEP_REQUESTS : MOST_REQUESTS);
  });

  it.each(Object.entries(NOT_YET))('%s survives, because %s', (name) => {
    expect(resultOf(name).failed).toEqual([]);
  });
});

describe('every variant is left in peace:', () => {
  it.each(Object.keys(variants))('%s', (name) => {
    const { failed, says, requests, created, aborted } = resultOf(name);
    expect({ failed, aborted }, JSON.stringify(says)).toEqual({ failed: [] });
    expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(created).toBeLessThanOrEqual(MOST_ANIMALS);
  });
});

describe('the rules', () => {
  it('are each broken by some defect, those that a check judges', () => {
    const broken = new Set<RuleId>(Object.values(defects).flatMap(({ breaks }) => breaks));
    const unbroken = Object.entries(rules)
      .filter(
        ([, { level, by = 'check', notYet, needs }]) =>
          level === 'must' && by === 'check' && notYet === undefined && !needs?.includes('limit exhaustion'),
      )
      .filter(([id]) => ![...broken].some((one) => one === id))
      .map(([id]) => id);
    expect(unbroken).toEqual([]);
  });
});
