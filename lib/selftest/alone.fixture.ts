import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';
import { circumstancesOf, type Subject } from './exam.ts';
import { SILENT } from '../run/silent-watcher.ts';

/** The row of a rule that a run was asked for alone, and how many requests it sent. */
export interface AskedAlone {
  readonly row: LedgerRow;
  readonly sent: number;
}

/** Runs a check of one rule alone against a subject, as `petvet check --rule` does; its limit may be used up. */
export async function askAlone(rule: RuleId, subject: Subject, seed = 1): Promise<AskedAlone> {
  const { writes = true, maxRequests } = subject;
  const { options, today: asOf } = circumstancesOf(subject);
  const directory = await mkdtemp(join(tmpdir(), 'petvet-alone-'));
  const embedded = await startEmbedded(options);
  const { target } = embedded;
  try {
    const { ledger, run } = await check(
      {
        target: { ...target, writes },
        asOf,
        selection: selectRules([rule], []),
        seed,
        maxRequests,
        useUp: subject.usesLimitUp === true ? 'documented' : 'never',
        smoke: false,
        directory,
      },
      SILENT,
      new AbortController().signal,
    );
    const row = ledger.rows.find(({ id }) => id === rule);
    if (row === undefined) throw new TypeError(`the ledger has no row ${rule}`);
    return { row, sent: run.sent };
  } finally {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  }
}
