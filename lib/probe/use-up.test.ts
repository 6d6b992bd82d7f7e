import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { asPrimary } from './credentials.ts';
import type { LimitView } from './limit-view.ts';
import { useUp } from './use-up.ts';

const WINDOW = 60_000;

interface Given {
  readonly figure: number;
  /** How long the service takes to answer, in milliseconds. */
  readonly latency?: number;
  /** Whether it counts unknown ids. */
  readonly countsUnknown?: boolean;
  readonly budget?: number;
  /** It is a bucket, which gives the figure back within a window, evenly. */
  readonly isBucket?: boolean;
  /** Milliseconds of the window that have gone by. */
  readonly late?: number;
}

/** A fixed window, a clock of its own, and endless unknown ids after twenty untried lists. */
async function world({ figure, latency = 1, countsUnknown = true, budget = 5_000, isBucket = false, late = 0 }: Given) {
  const seen = {
    sent: [] as string[],
    most: 0,
    refused: false,
    now: late,
    bursts: [] as number[],
    waits: [] as number[],
  };
  let used = 0;
  let began = 0;
  let refilledAt = late;
  const refill = () => {
    if (isBucket) used = Math.max(0, used - ((seen.now - refilledAt) * figure) / WINDOW);
    refilledAt = seen.now;
  };
  const left = () => Math.max(0, Math.floor(figure - used));
  let inFlight = 0;
  const send = async ({ target }: OutgoingRequest) => {
    if (seen.sent.length >= budget) throw new Error('the budget is spent');
    seen.sent.push(target);
    inFlight++;
    seen.most = Math.max(seen.most, inFlight);
    const leaves = seen.now;
    await Promise.resolve();
    inFlight--;
    // Those that left together are answered together.
    seen.now = Math.max(seen.now, leaves + latency);
    refill();
    if (!isBucket && seen.now - began >= WINDOW) [began, used] = [seen.now, 0];
    if (countsUnknown || !target.startsWith('/pets/')) used++;
    const sent = { times: { startedAt: leaves, endedAt: seen.now } };
    if (used <= figure) return sent;
    seen.refused = true;
    used--;
    return sent;
  };
  const untried = (function* () {
    for (let limit = 1; limit <= 20; limit++) yield asPrimary('GET', `/pets?limit=${limit}`);
    for (let id = 1_000; ; id++) yield asPrimary('GET', `/pets/${id}`);
  })();
  const counted = (function* (): Generator<OutgoingRequest, never> {
    for (let nth = 0; ; nth++) yield asPrimary('GET', `/pets?limit=${(nth % 100) + 1}&status=sold`);
  })();
  const limit: LimitView = {
    window: WINDOW,
    left,
    underWay: () => inFlight,
    perMinute: () => figure,
    openAgainAt: () => undefined,
    beyond: () => 3,
    now: () => seen.now,
    rest: () => budget - seen.sent.length,
    resetsAt: () => (isBucket ? seen.now + (used * WINDOW) / figure : began + WINDOW),
    hold: async (until) => {
      seen.waits.push(until - seen.now);
      seen.now = until;
      refill();
      if (!isBucket && seen.now - began >= WINDOW) [began, used] = [seen.now, 0];
      await Promise.resolve();
    },
  };
  const run = useUp(limit, {
    isUsedUp: () => seen.refused,
    send,
    untried,
    counted,
    burst: async () => {
      const before = left();
      if (before < 1) return false;
      seen.bursts.push(before);
      await Promise.all(Array.from({ length: before + 3 }, () => send(asPrimary('GET', '/pets?limit=1'))));
      return true;
    },
  });
  return {
    seen,
    ended: await run.then(
      () => 'used up',
      (error: unknown) => String(error),
    ),
  };
}

describe('using the limit up', () => {
  it('sends what was not tried, one after the other, where the service is quick', async () => {
    const { seen, ended } = await world({ figure: 60 });
    expect([ended, seen.most, seen.sent.length, new Set(seen.sent).size]).toEqual(['used up', 1, 61, 61]);
  });

  it('repeats what counts where unknown ids do not', async () => {
    const { seen, ended } = await world({ figure: 60, countsUnknown: false });
    expect(ended).toBe('used up');
    expect(seen.sent.filter((target) => target.startsWith('/pets/'))).toHaveLength(12);
    expect(seen.sent).toHaveLength(20 + 12 + 41);
  });

  it('has several on their way where the window would end before', async () => {
    const { seen, ended } = await world({ figure: 1_000, latency: 150 });
    expect(ended).toBe('used up');
    expect(seen.most).toBeGreaterThan(12);
    expect(seen.sent.length).toBeLessThanOrEqual(1_003);
    expect(seen.now).toBeLessThan(WINDOW / 4);
  });

  it('reaches a bucket that refills faster than one request after the other is answered, with bursts that go three beyond', async () => {
    const { seen, ended } = await world({ figure: 1_000, latency: 150, isBucket: true });
    expect(ended).toBe('used up');
    expect(seen.sent.length).toBeLessThan(1_500);
    expect(seen.bursts.length).toBeGreaterThan(0);
    expect(Math.max(...seen.bursts)).toBeLessThan(25);
  });

  it('comes near the end of such a bucket behind a service that takes 400 ms, before its requests are spent', async () => {
    const { seen } = await world({ figure: 1_000, latency: 400, isBucket: true, budget: 1_500 });
    expect(seen.bursts.length).toBeGreaterThan(0);
    expect(seen.most).toBeLessThan(24 + 4);
  });

  it('waits for a whole window where the rest of this one is too short to use it up', async () => {
    const { seen, ended } = await world({ figure: 1_000, latency: 150, late: WINDOW - 3_000 });
    expect([ended, seen.waits.length]).toEqual(['used up', 1]);
    expect(seen.sent.length).toBeLessThan(1_100);
    const quick = await world({ figure: 60, late: WINDOW - 3_000 });
    expect([quick.ended, quick.seen.waits]).toEqual(['used up', []]);
  });

  it('ends when the budget is spent', async () => {
    const { seen, ended } = await world({ figure: 60, budget: 40 });
    expect([ended, seen.sent.length]).toEqual(['Error: the budget is spent', 40]);
  });
});
