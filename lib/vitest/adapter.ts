import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerRow } from '../ledger/ledger.ts';
import { RULE_IDS, rules } from '../rules/index.ts';
import { loadProbes } from '../run/flow.ts';
import { openRun, type VitestRun } from './open-run.ts';

/** Verdicts without one on the service: a test of such a rule is skipped. */
const UNJUDGED: readonly LedgerRow['verdict'][] = ['not-exercised', 'not-applicable'];

/**
 * The suites as tests of vitest: each probe is one, in the order of a run, and fails where what it sent breaks a rule that it
 * is there to show. The verdicts of record come after them, from the ledger, each must and should rule a test.
 *
 * @param root - the folder whose `.env` tells the target
 */
export async function suitesAsTests(root: string): Promise<void> {
  const probes = await loadProbes();
  let run: VitestRun | undefined;
  const theRun = (): VitestRun => {
    if (run === undefined) throw new TypeError('the run was not opened');
    return run;
  };
  beforeAll(async () => {
    run = await openRun(root);
  });
  afterAll(async () => {
    await run?.close();
  });

  for (const { suite, probe } of probes) {
    // oxlint-disable-next-line vitest/valid-title -- a suite gives it
    describe(suite.title, () => {
      test(`${probe.id}: ${probe.title}`, async ({ skip }) => {
        const why = await theRun().send(probe);
        if (why !== undefined) skip(why);
        expect(theRun().violationsBy(probe)).toEqual([]);
      });
    });
  }

  describe('Verdicts', () => {
    let rows: ReadonlyMap<string, LedgerRow> = new Map();
    beforeAll(async () => {
      rows = await theRun().judge();
    });
    for (const id of RULE_IDS.filter((rule) => rules[rule].level !== 'observed')) {
      test(`${id}: ${rules[id].says}`, ({ skip, annotate }) => {
        const row = rows.get(id);
        if (row === undefined || UNJUDGED.includes(row.verdict)) {
          skip(row?.says ?? 'not judged');
          return;
        }
        if (row.verdict === 'warn' || row.verdict === 'inconclusive') void annotate(row.says, row.verdict);
        expect(row.verdict === 'fail' ? row.says : 'no violation').toBe('no violation');
      });
    }
  });
}
