import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareChecks } from '../diff/checks.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { conformanceOf } from '../report/conformance.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { reportOf } from '../run/run-report.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';
import type { ConformanceReport } from '../shapes/report.ts';

/** What a check of a reference server reports; the limit is left alone. */
async function checked(seed: number, options: ReferenceOptions = {}): Promise<ConformanceReport> {
  const directory = await mkdtemp(join(tmpdir(), 'petvet-diff-'));
  const embedded = await startEmbedded(options);
  try {
    const plan = {
      target: embedded.target,
      asOf: '2026-11-21',
      selection: selectRules([], []),
      seed,
      maxRequests: 120,
      useUp: 'never' as const,
      smoke: false,
      directory,
    };
    return conformanceOf(reportOf(await check(plan, SILENT, new AbortController().signal)));
  } finally {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** As many runs of one service as make more than fifty pairs. */
const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);

describe('two checks', { timeout: 300_000 }, () => {
  it('of one service have no difference, whatever their seeds and pets', async () => {
    const runs: ConformanceReport[] = [];
    for (const seed of SEEDS) runs.push(await checked(seed, { seed: 20 + seed, animals: 100 + 10 * seed }));
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
