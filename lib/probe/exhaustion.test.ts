import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FIGURE, reopen, START, world, type Given } from './exhaustion.fixture.ts';

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

describe('the burst that leaves at once', () => {
  it('goes three beyond what is left, from wherever the run is', async () => {
    const there = world({ second: false });
    await there.requests(2);
    expect(await there.exhaustion.leaveNow()).toBe(true);
    expect([there.bursts(), there.exhaustion.isDone]).toEqual([FIGURE + 1, true]);
    expect(await there.exhaustion.leaveNow()).toBe(false);
  });

  it('goes as far beyond as it may, where the run may send that many', async () => {
    const there = world({ second: false });
    await there.requests(2);
    there.state.beyond = 7;
    there.state.rest = FIGURE - 2 + 7;
    expect(await there.exhaustion.leaveNow()).toBe(false);
    there.state.rest += 1;
    expect(await there.exhaustion.leaveNow()).toBe(true);
    expect(there.bursts()).toBe(FIGURE - 2 + 7);
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

  it('is not taken for a window because less is left by each of the requests under way', async () => {
    const there = world({ second: false });
    await there.requests(8);
    there.state.underWay = 4;
    await there.requests(6);
    expect(holds(there)).toEqual([]);
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

/** From the first of the burst on. */
async function burstOf(given: Given, before?: (there: ReturnType<typeof world>) => void) {
  const there = world({ second: false, ...given });
  await there.requests(FIGURE - 2);
  before?.(there);
  await there.request();
  return there.log.slice(there.log.findIndex((line) => line.startsWith('burst')));
}

describe('a Reset that has passed and restored nothing', () => {
  it.each([0, 1])('is tried before anything is refused where the next is %i s ahead', async (resetsIn) => {
    expect(await burstOf({ resetsIn, reset: resetsIn })).toEqual([
      'burst /pets?limit=1 200',
      'burst /pets?limit=2 200',
      `hold ${resetsIn * 1_000 + 2_200}`,
      'burst /pets?limit=1 429',
      'burst /pets?limit=2 429',
      'burst /pets?limit=3 429',
      expect.stringMatching(/^hold/),
      'request',
    ]);
  });

  it.each<[string, Given]>([
    ['has not passed', {}],
    ['has passed, and the next is far ahead', { resetsIn: 10 }],
  ])('is none where it %s', async (_which, given) => {
    const burst = await burstOf(given, ({ state }) => {
      state.now = START + 30_000;
    });
    expect(burst.slice(0, 5).filter((line) => line.startsWith('burst'))).toHaveLength(5);
  });
});
