import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../files/temporary-folder.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';

const PATIENCE = 240_000;

const SILENT = { onProbe: () => {}, onSent: () => {}, onWaiting: () => {} };

/** Every rule that applies is shown, and no more is refused than one burst goes too far. */
const REACHED = { outcome: 'conforming', open: [], isOneBurst: true };

/** A default run against the reference server. */
async function defaultRun(options: ReferenceOptions) {
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

describe.concurrent(
  'a default run on the Free plan reaches the limit, and shows every rule,',
  // A minute of a few seconds may roll over in the middle of the burst, where a machine is busy.
  { timeout: PATIENCE, retry: 2 },
  () => {
    it.each<[string, ReferenceOptions]>([
      ['where 400 and 404 are not counted', { variant: 'failures-free' }],
      ['where only successes are counted', { variant: 'successes-counted' }],
      ['where failures are given back', { variant: 'failures-given-back' }],
      ['of a weighted counter of refusals', { variant: 'weighted-counter-of-refusals' }],
      ['of a bucket that announces when it is full', { limiter: 'token-bucket' }],
    ])('%s', async (_of, options) => {
      expect(await defaultRun({ plan: 'free', windowSeconds: 12, ...options })).toEqual(REACHED);
    });
  },
);

/** Each for itself: what is refilled while a machine is busy with others takes more requests. */
describe('a default run on the Business plan reaches the limit, and shows every rule,', { timeout: PATIENCE }, () => {
  it.each<[string, ReferenceOptions]>([
    ['of a bucket', { limiter: 'token-bucket' }],
    ['of a bucket behind a slow service', { variant: 'bucket-of-slow-service' }],
  ])('%s', async (_of, options) => {
    expect(await defaultRun({ plan: 'business', ...options })).toEqual(REACHED);
  });
});
