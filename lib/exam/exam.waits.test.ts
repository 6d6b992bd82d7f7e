import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { IS_WHOLE, sampled } from '../files/test-sample.fixture.ts';
import { defects } from '../reference/defects/index.ts';
import type { RuleId } from '../rules/index.ts';
import { addedSubjects } from './added-subjects.ts';
import { NEEDS_JUDGE, NOT_YET, sampleOfDefects, sampleOfVariants } from './sampled-subjects.ts';
import type { Matrix, MatrixRun } from './matrix.ts';
import { folder, petvet } from '../end-to-end/petvet-process.fixture.ts';

const always = [...Object.values(NEEDS_JUDGE), ...addedSubjects().filter((name) => NOT_YET[name] === undefined)];
const [ofDefects, ofVariants] = [true, false].map((is) => always.filter((name) => Object.hasOwn(defects, name) === is));
/** Rules that a defect breaks which is examined for its judge anyway. */
const shown = new Set((ofDefects ?? []).map(brokenBy));
const besides = sampleOfDefects().filter((name) => IS_WHOLE || !shown.has(brokenBy(name)));
const sample = [...new Set([...besides, ...(ofDefects ?? [])])];
const leftInPeace = [
  ...new Set([...sampled(sampleOfVariants(), 6, (name) => `variant ${name}`), ...(ofVariants ?? [])]),
];
const runs = new Map<string, MatrixRun>();

function brokenBy(defect: string): RuleId | undefined {
  return defects[defect]?.breaks[0];
}

/** Examines subjects as `petvet selftest` does: vitest does not run within vitest. */
async function examine(names: readonly string[]): Promise<void> {
  await using place = await folder();
  const { err } = await petvet(['selftest', '--only', names.join(','), '--out', 'matrix.json', '--parallel', '8'], {
    cwd: place.path,
  });
  const matrix: Matrix = JSON.parse(readFileSync(join(place.path, 'matrix.json'), 'utf8'));
  for (const { name, runs: all } of matrix.rows) for (const run of all) runs.set(name, run);
  expect(
    names.filter((name) => !runs.has(name)),
    err,
  ).toEqual([]);
}

beforeAll(async () => {
  await examine(['conforming', ...sample, ...leftInPeace]);
  // Defects of time and of concurrency depend on the machine: what was missed on a busy one is examined once more.
  const unneeded = Object.entries(NEEDS_JUDGE).flatMap(([judge, name]) => (isNeeded(judge, name) ? [] : [name]));
  const again = [...runs].flatMap(([name, { faults }]) => (faults.length > 0 || unneeded.includes(name) ? [name] : []));
  if (again.length > 0 && again.length < 10) await examine(again);
}, 1_800_000);

/** Whether the judge alone showed the subject's fault: on a busy machine a second one may show it as well. */
function isNeeded(judge: string, name: string): boolean {
  return runOn(name).neededJudges.includes(judge);
}

function runOn(name: string): MatrixRun {
  const run = runs.get(name);
  if (run === undefined) throw new Error(`${name} was not examined`);
  return run;
}

it('the conforming reference server is called conforming, gently', () => {
  const { failed, inconclusive, warned, requests, aborted } = runOn('conforming');
  expect({ failed, inconclusive, warned, aborted }).toEqual({ failed: [], inconclusive: [], warned: [] });
  expect(requests, 'what a new probe sends has to be saved elsewhere').toBeLessThanOrEqual(117);
});

describe('a defect is caught, and nothing else is blamed:', () => {
  it.each(sample)('%s', (name) => {
    expect(runOn(name).faults).toEqual([]);
  });
});

describe('a variant is left in peace:', () => {
  it.each(leftInPeace)('%s', (name) => {
    expect(runOn(name).faults).toEqual([]);
  });
});

describe('every judge earns its place:', () => {
  it.each(Object.entries(NEEDS_JUDGE))('without %s, by the same evidence, %s would be missed', (judge, name) => {
    expect(runOn(name).neededJudges).toContain(judge);
  });
});
