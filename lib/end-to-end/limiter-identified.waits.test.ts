import { describe, expect, it } from 'vitest';
import { LIMITER_KINDS, type LimiterKind } from '../reference/limiter-kinds.ts';
import { limiterViews } from '../report/limiter-view.ts';
import { embeddedRun } from './embedded-run.fixture.ts';

/** Long enough for a busy machine to use it up in its first third. */
const MINUTE = 60;

/** What a run calls the kinds of the reference server. */
const CALLED: Readonly<Record<LimiterKind, string>> = {
  fixed: 'fixed window',
  aligned: 'fixed window',
  'sliding-log': 'sliding log',
  weighted: 'weighted counter',
  'token-bucket': 'token bucket',
};

/** Another kind may be left beside these: when they renew depends on the clock. */
const BY_THE_CLOCK: readonly LimiterKind[] = ['aligned', 'weighted'];

/** The kinds that a complete run of the Free plan leaves. */
async function kindsLeft(limiter: LimiterKind): Promise<readonly string[]> {
  const options = { plan: 'free', windowSeconds: MINUTE, limiter } as const;
  await using run = await embeddedRun(options, { maxRequests: 120, useUp: 'documented' });
  expect(run.ledger.rows.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  return limiterViews(run.xrays).find(({ period }) => period === 'minute')?.looksLike ?? [];
}

// What else runs on the machine may use the limit up so slowly that a kind more is left.
describe.concurrent('a complete run', { timeout: 300_000, retry: 2 }, () => {
  it.each(LIMITER_KINDS)('identifies the kind of the limiter, and takes it for no other one: %s', async (limiter) => {
    const left = await kindsLeft(limiter);
    const called = CALLED[limiter];
    expect(left).toContain(called);
    expect(BY_THE_CLOCK.includes(limiter) ? [called] : left).toEqual([called]);
  });
});
