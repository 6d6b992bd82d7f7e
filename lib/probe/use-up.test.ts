import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { asPrimary } from './exhaustion.ts';
import { useUp } from './use-up.ts';

const WINDOW = 60_000;

interface Given {
  readonly figure: number;
  /** How long the service takes to answer, in milliseconds. */
  readonly latency?: number;
  /** Whether it counts unknown ids. */
  readonly countsUnknown?: boolean;
  readonly budget?: number;
}

/** A fixed window, a clock of its own, and endless unknown ids after twenty untried lists. */
async function world({ figure, latency = 1, countsUnknown = true, budget = 5_000 }: Given) {
  const seen = { sent: [] as string[], most: 0, refused: false, now: 0 };
  let used = 0;
  let began = 0;
  let inFlight = 0;
  const send = async ({ target }: OutgoingRequest): Promise<void> => {
    if (seen.sent.length >= budget) throw new Error('the budget is spent');
    seen.sent.push(target);
    inFlight++;
    seen.most = Math.max(seen.most, inFlight);
    const leaves = seen.now;
    await Promise.resolve();
    inFlight--;
    // Those that left together are answered together.
    seen.now = Math.max(seen.now, leaves + latency);
    if (seen.now - began >= WINDOW) [began, used] = [seen.now, 0];
    if (countsUnknown || !target.startsWith('/pets/')) used++;
    if (used > figure) seen.refused = true;
  };
  const untried = (function* () {
    for (let limit = 1; limit <= 20; limit++) yield asPrimary('GET', `/pets?limit=${limit}`);
    for (let id = 1_000; ; id++) yield asPrimary('GET', `/pets/${id}`);
  })();
  const run = useUp({
    isUsedUp: () => seen.refused,
    left: () => Math.max(0, figure - used),
    perMinute: () => figure,
    window: WINDOW,
    now: () => seen.now,
    send,
    untried,
    counted: (nth) => asPrimary('GET', `/pets?limit=${(nth % 100) + 1}&status=sold`),
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
    expect(seen.most).toBe(4);
    expect(seen.sent).toHaveLength(1_001);
  });

  it('ends when the budget is spent', async () => {
    const { seen, ended } = await world({ figure: 60, budget: 40 });
    expect([ended, seen.sent.length]).toEqual(['Error: the budget is spent', 40]);
  });
});
