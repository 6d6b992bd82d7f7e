import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../files/temporary-folder.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';

/** Of a test that makes such a run. */
export const PATIENCE = 240_000;

/** Every rule that applies is shown, and no more is refused than one burst goes too far. */
export const REACHED = { outcome: 'conforming', open: [], isOneBurst: true };

/** A default run against the reference server. */
export async function defaultRun(options: ReferenceOptions) {
  const directory = temporaryFolder('limit-reached');
  const embedded = await startEmbedded(options);
  const asOf = '2026-11-21';
  const plan = { target: embedded.target, asOf, selection: selectRules([], []), seed: 7, smoke: false, directory };
  try {
    const { ledger, run } = await check({ ...plan, useUp: 'documented' }, SILENT, new AbortController().signal);
    const open = ledger.rows.filter(({ verdict }) => ['fail', 'inconclusive', 'not-exercised'].includes(verdict));
    return {
      outcome: ledger.outcome,
      open: open.map(({ id, says }) => `${id}: ${says}`),
      isOneBurst: run.refused >= 1 && run.refused <= 3,
    };
  } finally {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  }
}
