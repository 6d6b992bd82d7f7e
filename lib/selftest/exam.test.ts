import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { faultsOf } from './exam-grade.ts';
import { sampleOfDefects } from './exam-sample.ts';
import type { ExamResult } from './exam.ts';

const sample = sampleOfDefects();
const results = new Map<string, ExamResult>();

/** Examines subjects in a process of their own. */
async function examine(names: readonly string[]): Promise<void> {
  const examination = spawn(process.execPath, [join(import.meta.dirname, 'exam-process.ts'), '1', ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: examination.stdout })) {
    const result: ExamResult = JSON.parse(line);
    results.set(result.name, result);
  }
}

beforeAll(async () => {
  await examine(['conforming', ...sample, ...Object.keys(variants)]);
  // Defects of time and of concurrency depend on the machine: what was missed on a busy one is examined once more.
  const again = [...results.values()].filter((result) => faultsOf(result).length > 0).map(({ name }) => name);
  if (again.length > 0 && again.length < 10) await examine(again);
}, 1_800_000);

function resultOf(name: string): ExamResult {
  const result = results.get(name);
  if (result === undefined) throw new Error(`${name} was not examined`);
  return result;
}

it('the conforming reference server is called conforming, gently', () => {
  const { failed, inconclusive, warned, requests, aborted } = resultOf('conforming');
  expect({ failed, inconclusive, warned, aborted }).toEqual({ failed: [], inconclusive: [], warned: [] });
  expect(requests).toBeLessThanOrEqual(110);
});

describe('a defect is caught, and nothing else is blamed:', () => {
  it.each(sample)('%s', (name) => {
    expect(faultsOf(resultOf(name))).toEqual([]);
  });
});

describe('a variant is left in peace:', () => {
  it.each(Object.keys(variants))('%s', (name) => {
    expect(faultsOf(resultOf(name))).toEqual([]);
  });
});

it('every must rule that a check judges is broken by some defect', () => {
  const broken = new Set<RuleId>(Object.values(defects).flatMap(({ breaks }) => breaks));
  const unbroken = Object.entries(rules)
    .filter(([, { level, by = 'check' }]) => level === 'must' && by === 'check')
    .filter(([id]) => ![...broken].some((one) => one === id))
    .map(([id]) => id);
  expect(unbroken).toEqual([]);
});
