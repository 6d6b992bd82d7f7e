import { describe, expect, it } from 'vitest';
import { compareChecks } from '../diff/checks.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { conformanceOf } from '../report/conformance.ts';
import { reportOf } from '../run/run-report.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import { embeddedRun } from './embedded-run.fixture.ts';

/** What a check of a reference server reports; the limit is left alone. */
async function checked(seed: number, options: ReferenceOptions = {}): Promise<ConformanceReport> {
  await using run = await embeddedRun(options, { seed, maxRequests: 120 });
  return conformanceOf(reportOf(run));
}

/** As many runs of one service as make more than fifty pairs. */
const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);

describe('two checks', { timeout: 300_000 }, () => {
  it('of one service have no difference, whatever their seeds and pets', async () => {
    const runs: ConformanceReport[] = [];
    for (const seed of SEEDS) runs.push(await checked(seed, { seed: 20 + seed, pets: 100 + 10 * seed }));
    const pairs = runs.flatMap((before) =>
      runs.filter((after) => after !== before).map((after) => ({ before, after })),
    );
    const results = pairs.map(({ before, after }) => compareChecks(before, after));
    expect(results.length).toBeGreaterThan(50);
    expect(results.flatMap(({ differences }) => differences)).toEqual([]);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
    expect(results.filter(({ compared }) => compared.rules < 40 || compared.behaviours < 12)).toEqual([]);
  });

  it('tell a violation by its rule', async () => {
    const [before, after] = [await checked(1), await checked(2, { defect: 'limit-1-gives-2' })];
    const { outcome, differences } = compareChecks(before, after);
    expect(outcome).toBe('worse');
    expect(differences).toEqual([
      expect.objectContaining({ weight: 'worse', of: 'verdict', rule: 'LIST-2', before: 'pass', shownIn: 'after' }),
    ]);
    expect(compareChecks(after, before)).toMatchObject({
      outcome: 'changed',
      differences: [{ weight: 'better', rule: 'LIST-2' }],
    });
  });

  it('tell what a conforming service does in another way, and nothing else', async () => {
    const [before, after] = [await checked(1), await checked(2, { variant: 'limit-zero-empty' })];
    const { outcome, differences } = compareChecks(before, after);
    expect(outcome).toBe('changed');
    expect(differences).toEqual([
      expect.objectContaining({ weight: 'changed', rule: 'LIST-5', what: 'limit is "0"', before: '400', after: '200' }),
    ]);
  });
});
