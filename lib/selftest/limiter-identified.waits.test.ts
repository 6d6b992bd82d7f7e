import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITER_KINDS, type LimiterKind } from '../reference/limiter-kinds.ts';
import { limiterViews } from '../report/limiter-view.ts';
import { check } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { SILENT } from '../run/silent-watcher.ts';
import { selectRules } from '../run/selection.ts';

/** Long enough for a busy machine to use it up in its first third. */
const MINUTE = 30;

/** What a run calls the kinds of the reference server. */
const CALLED: Readonly<Record<LimiterKind, string>> = {
  fixed: 'fixed window',
  aligned: 'fixed window',
  'sliding-log': 'sliding log',
  weighted: 'weighted counter',
  'token-bucket': 'token bucket',
};

/** Another kind may be left beside these: when they renew hangs on the clock. */
const BY_THE_CLOCK: readonly LimiterKind[] = ['aligned', 'weighted'];

/** The kinds that a complete run of the Free plan leaves. */
async function kindsLeft(limiter: LimiterKind): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'petvet-limiter-'));
  const embedded = await startEmbedded({ plan: 'free', windowSeconds: MINUTE, limiter });
  try {
    const plan = {
      target: { ...embedded.target, writes: true },
      asOf: '2026-11-21',
      selection: selectRules([], []),
      seed: 1,
      maxRequests: 120,
      useUp: 'documented' as const,
      smoke: false,
      directory,
    };
    const { ledger, xrays } = await check(plan, SILENT, new AbortController().signal);
    expect(ledger.rows.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    return limiterViews(xrays).find(({ period }) => period === 'minute')?.looksLike ?? [];
  } finally {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  }
}

// What else runs on the machine may use the limit up so slowly that a kind more is left.
describe.concurrent('a complete run', { timeout: 300_000, retry: 2 }, () => {
  it.each(LIMITER_KINDS)('identifies the kind of the limiter, and takes it for no other one: %s', async (limiter) => {
    const left = await kindsLeft(limiter);
    expect(left).toContain(CALLED[limiter]);
    expect(left.length === 1 || BY_THE_CLOCK.includes(limiter)).toBe(true);
  });
});
