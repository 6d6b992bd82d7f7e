import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Exhaustion, type ExhaustionSender } from './exhaustion.ts';
import type { LimitView } from './limit-view.ts';

const FIGURE = 20;
const WINDOW = 60_000;
const START = 1_795_000_000_000;

/** What the governor waits beyond the instant that the service names. */
const GUARD = 1_050;

interface Given {
  /** What others have used of the first window. */
  readonly usedByOthers?: number;
  readonly rest?: number;
  readonly second?: boolean;
  /** Seconds from the start. */
  readonly retryAfter?: number;
  readonly reset?: number;
}

/** A fixed window of twenty, told to the exhaustion as the governor tells it; what happens is logged in its order. */
function world({ usedByOthers = 0, rest = 100, second = true, retryAfter = 60, reset = 60 }: Given = {}) {
  const log: string[] = [];
  const state = {
    left: FIGURE - usedByOthers,
    rest,
    openAgainAt: undefined as number | undefined,
    now: START,
    refills: false,
    figure: FIGURE,
    /** Bursts that may have created an animal. */
    creating: 0,
    /** Places that are given back as a burst begins, one number a burst. */
    givenBack: [] as number[],
  };
  const gate: { held: Promise<void> | undefined } = { held: undefined };
  const take = (): number => {
    state.rest--;
    if (state.refills) return 200;
    return state.left-- > 0 ? 200 : 429;
  };
  const limit: LimitView = {
    window: WINDOW,
    left: () => Math.max(0, state.left),
    openAgainAt: () => state.openAgainAt,
    perMinute: () => state.figure,
    resetsAt: () => START + 1_000 * reset,
    rest: () => state.rest,
    now: () => state.now,
    hold: (until) => {
      log.push(`hold ${until - state.now}`);
      return Promise.resolve();
    },
  };
  const sender: ExhaustionSender = {
    async burst(count, creates) {
      if (creates) state.creating += 1;
      state.left += state.givenBack.shift() ?? 0;
      const statuses = Array.from({ length: count }, take);
      if (statuses.includes(429)) state.openAgainAt = START + 1_000 * retryAfter + GUARD;
      for (const [index, status] of statuses.entries()) log.push(`burst /pets?limit=${index + 1} ${status}`);
      await gate.held;
      const refused = statuses.filter((status) => status === 429);
      return { isAdmitted: refused.length === 0, resets: refused.map(() => START + 1_000 * reset) };
    },
    ...(second && {
      second: () => {
        log.push('second');
        return Promise.resolve();
      },
    }),
  };
  const exhaustion = new Exhaustion(limit, sender);
  const request = async () => {
    await exhaustion.turn();
    log.push('request');
    take();
  };
  const requests = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await request();
  };
  const bursts = () => log.filter((line) => line.startsWith('burst')).length;
  return { state, gate, log, exhaustion, request, requests, bursts };
}

/** The next window is whole again. */
function reopen({ state }: ReturnType<typeof world>): void {
  Object.assign(state, { left: FIGURE, openAgainAt: undefined });
}

/** How long was kept silent, in milliseconds, in the order of the silences. */
function holds({ log }: ReturnType<typeof world>): number[] {
  return log.flatMap((line) => line.match(/^hold (.*)/)?.[1] ?? []).map(Number);
}

describe('the burst', () => {
  it('leaves when two are left, three beyond them, all at once', async () => {
    const there = world({ second: false });
    await there.requests(FIGURE - 2);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([0, false]);
    await there.request();
    expect(there.exhaustion.isDone).toBe(true);
    const first = there.log.findIndex((line) => line.startsWith('burst'));
    expect(there.log.slice(0, first).filter((line) => line === 'request')).toHaveLength(FIGURE - 2);
    expect(there.log.slice(first)).toEqual([
      'burst /pets?limit=1 200',
      'burst /pets?limit=2 200',
      'burst /pets?limit=3 429',
      'burst /pets?limit=4 429',
      'burst /pets?limit=5 429',
      expect.stringMatching(/^hold/),
      'request',
    ]);
  });

  it('is one in a run, however many windows there are', async () => {
    const there = world();
    for (let window = 0; window < 5; window++) {
      await there.requests(FIGURE);
      reopen(there);
    }
    expect(there.bursts()).toBe(5);
  });

  it('is not sent where a request has to go ahead alone after a wait', async () => {
    const there = world();
    await there.requests(4);
    Object.assign(there.state, { left: 1, openAgainAt: START + 1_000 });
    await there.request();
    expect(there.bursts()).toBe(0);
  });

  it('is not sent by the first request, which knows of no window', async () => {
    const there = world({ usedByOthers: FIGURE - 2, rest: 14 });
    await there.request();
    expect(there.bursts()).toBe(0);
  });

  it('waits for a window that others have not used', async () => {
    const there = world({ usedByOthers: 4 });
    await there.requests(FIGURE - 4);
    expect(there.bursts()).toBe(0);
    reopen(there);
    await there.requests(FIGURE);
    expect(there.bursts()).toBe(5);
  });

  it('takes a window that others have used where there is no other chance', async () => {
    const there = world({ usedByOthers: 4, rest: 28 });
    await there.requests(FIGURE - 4);
    expect(there.bursts()).toBe(5);
  });

  it('is not sent where the run could not send it whole, and look again after it', async () => {
    const enough = world({ rest: FIGURE - 2 + 6 });
    const scarce = world({ rest: FIGURE - 2 + 5 });
    for (const there of [enough, scarce]) await there.requests(FIGURE - 1);
    expect([enough.bursts(), scarce.bursts()]).toEqual([5, 0]);
  });

  it('lets nothing else leave before it has ended', async () => {
    const there = world({ second: false });
    await there.requests(FIGURE - 2);
    const { promise, resolve } = Promise.withResolvers<void>();
    there.gate.held = promise;
    const others = Promise.all([there.request(), there.request(), there.request()]);
    await setImmediate();
    const requests = () => there.log.filter((line) => line === 'request').length;
    expect([there.bursts(), requests()]).toEqual([5, FIGURE - 2]);
    resolve();
    await others;
    expect([there.bursts(), requests()]).toEqual([5, FIGURE + 1]);
  });
});

/** A run that asked for all of a window but one, as rejected requests gave these many places back before its bursts. */
async function withGivenBack(givenBack: readonly number[], rest = 100) {
  const there = world({ second: false, rest });
  there.state.givenBack.push(...givenBack);
  await there.requests(FIGURE - 1);
  return there;
}

describe('a burst that is let in, because rejected requests gave places back', () => {
  it('is followed by another one at once, three beyond what is left', async () => {
    const there = await withGivenBack([7]);
    expect(there.log.filter((line) => line.startsWith('burst')).map((line) => line.slice(-3))).toEqual([
      ...Array<string>(9).fill('200'),
      ...Array<string>(3).fill('429'),
    ]);
    expect(there.exhaustion.isDone).toBe(true);
  });

  it('is not, where the run could not send it whole', async () => {
    const there = await withGivenBack([7], FIGURE - 2 + 5 + 7);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([5, false]);
  });

  it('is not, where a window began meanwhile, which is used up in its turn', async () => {
    const there = await withGivenBack([FIGURE]);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([5, false]);
    reopen(there);
    await there.requests(FIGURE);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([10, true]);
  });

  it('does not come again and again where nothing is ever refused', async () => {
    const there = await withGivenBack([20, 20, 20, 20, 20], 1_000);
    for (let window = 0; window < 6; window++) {
      reopen(there);
      await there.requests(FIGURE);
    }
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([15, true]);
  });
});

describe('the burst that leaves at once', () => {
  it('goes three beyond what is left, from wherever the run is', async () => {
    const there = world({ second: false });
    await there.requests(2);
    expect(await there.exhaustion.leaveNow()).toBe(true);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([FIGURE + 1, true]);
    expect(await there.exhaustion.leaveNow()).toBe(false);
  });

  it('comes again where all of it was let in, but not without end', async () => {
    const there = world({ second: false });
    await there.requests(2);
    there.state.refills = true;
    there.state.rest = 500;
    await there.exhaustion.leaveNow();
    expect(there.exhaustion.isDone).toBe(true);
    expect(there.log.filter((line) => line === 'burst /pets?limit=1 200')).toHaveLength(8);
    expect(there.log.filter((line) => line.endsWith('429'))).toEqual([]);
  });

  it('comes as often as a bucket of a large figure may have given back meanwhile, and creates in few of them', async () => {
    const there = world({ second: false });
    await there.requests(2);
    Object.assign(there.state, { refills: true, rest: 2_000, figure: 1_000 });
    await there.exhaustion.leaveNow();
    expect(there.log.filter((line) => line === 'burst /pets?limit=1 200')).toHaveLength(56);
    expect(there.state.creating).toBe(4);
  });

  it('does not leave where the run could not send it whole, or the limit is closed', async () => {
    const scarce = world({ second: false, rest: FIGURE + 3 });
    const closed = world({ second: false });
    closed.state.openAgainAt = START + 1_000;
    for (const there of [scarce, closed]) {
      await there.requests(1);
      expect([await there.exhaustion.leaveNow(), there.bursts()]).toEqual([false, 0]);
    }
  });
});

describe('the second caller', () => {
  it('is looked at early, and again after the burst and before the silence', async () => {
    const there = world();
    await there.requests(FIGURE - 1);
    const first = there.log.indexOf('second');
    expect(there.log.slice(0, first)).toEqual(['request', 'request', 'request', 'request']);
    const [last, after] = [there.log.lastIndexOf('second'), there.log.findLastIndex((line) => line.startsWith('hold'))];
    expect(there.log.filter((line) => line === 'second')).toHaveLength(2);
    expect([there.log[last - 1], last < after]).toEqual(['burst /pets?limit=5 429', true]);
  });

  it('is never asked for where there is none', async () => {
    const there = world({ second: false });
    await there.requests(FIGURE);
    expect(there.log).not.toContain('second');
  });
});

describe('the silence after the burst', () => {
  it('lasts until the Reset, and as long again as a place and a second take', async () => {
    const there = world({ retryAfter: 59 });
    await there.requests(FIGURE - 1);
    const milliseconds = holds(there).at(-1);
    expect(milliseconds).toBeGreaterThan(61_000);
    expect(milliseconds).toBeLessThan(63_000);
  });

  it('is left to Retry-After where that ends long before the Reset', async () => {
    const there = world({ retryAfter: 6 });
    await there.requests(FIGURE - 2);
    const before = holds(there).length;
    await there.request();
    expect([there.bursts(), holds(there).length]).toEqual([5, before]);
    expect(there.exhaustion.opensBeforeReset).toBe(true);
  });
});

describe('a bucket', () => {
  it('gets time to give a place back, a few times in a run, so that it runs dry all the same', async () => {
    const there = world({ second: false });
    await there.requests(10);
    for (let refills = 0; refills < 6; refills++) {
      there.state.left = 10;
      await there.request();
    }
    expect(holds(there)).toEqual([3_150, 3_150, 3_150]);
    there.state.left = 3;
    await there.requests(2);
    expect(there.bursts()).toBe(5);
    expect(holds(there)).toHaveLength(4);
  });
});

describe('a window', () => {
  it('has its last places used late, so that a sliding log still counts them after the Reset', async () => {
    const there = world({ second: false });
    await there.requests(12);
    expect(holds(there)).toEqual([3_150, 3_150]);
    await there.request();
    expect(holds(there).slice(2)).toEqual([3_150, 25_700]);
    await there.requests(5);
    expect(there.bursts()).toBe(0);
    await there.request();
    expect(there.bursts()).toBe(5);
  });

  it.each<[string, Given]>([
    ['that resets soon', { reset: 20 }],
    ['that others have used', { usedByOthers: 4 }],
  ])('%s has no such wait', async (_which, given) => {
    const there = world({ second: false, ...given });
    await there.requests(FIGURE - 2 - (given.usedByOthers ?? 0));
    expect(holds(there)).toEqual([3_150, 3_150, 3_150]);
  });
});
