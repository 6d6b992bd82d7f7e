import type { ReferenceOptions } from '../reference/options.ts';
import { embeddedRun } from './embedded-run.fixture.ts';

/** Of a test that makes such a run. */
export const PATIENCE = 240_000;

/** Every rule that applies is shown, and no more is refused than one burst goes too far. */
export const REACHED = { outcome: 'conforming', open: [], isOneBurst: true };

/** A default run against the reference server. */
export async function defaultRun(options: ReferenceOptions) {
  await using made = await embeddedRun(options, { seed: 7, useUp: 'documented' });
  const { ledger, run } = made;
  const open = ledger.rows.filter(({ verdict }) => ['fail', 'inconclusive', 'not-exercised'].includes(verdict));
  return {
    outcome: ledger.outcome,
    open: open.map(({ id, says }) => `${id}: ${says}`),
    isOneBurst: run.refused >= 1 && run.refused <= 3,
  };
}
