import type { LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import { selectRules } from '../run/selection.ts';
import { embeddedRun } from './embedded-run.fixture.ts';
import { circumstancesOf, type Subject } from '../exam/exam.ts';

/** The row of a rule that a run was asked for alone, and how many requests it sent. */
export interface AskedAlone {
  readonly row: LedgerRow;
  readonly sent: number;
}

/** Runs a check of one rule alone against a subject, as `petvet check --rule` does; its limit may be used up. */
export async function askAlone(rule: RuleId, subject: Subject, seed = 1): Promise<AskedAlone> {
  const { writes = true, maxRequests, usesLimitUp = false } = subject;
  const { options, today: asOf } = circumstancesOf(subject);
  const selection = selectRules([rule], []);
  const useUp = usesLimitUp ? 'documented' : 'never';
  await using made = await embeddedRun(options, { writes, asOf, selection, seed, maxRequests, useUp });
  const { ledger, run } = made;
  const row = ledger.rows.find(({ id }) => id === rule);
  if (row === undefined) throw new TypeError(`the ledger has no row ${rule}`);
  return { row, sent: run.sent };
}
