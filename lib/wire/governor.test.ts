import { describe, expect, it } from 'vitest';
import { governed, START, type Governed, type World } from './governed.fixture.ts';
import { KINDS } from './limiter.fixture.ts';
import { WAITS } from './wait-words.ts';

const WINDOW = 60_000;

function run(over: Partial<World> = {}): Governed {
  return governed({
    kind: 'fixed',
    limit: 10,
    window: WINDOW,
    countsRefused: false,
    resetsFully: true,
    headers: 'minute',
    perDay: 1_000,
    declared: {},
    latencies: [20, 30],
    skew: 0,
    rounding: 'ceil',
    ...over,
  });
}

/** Sends that many, waits for all of them as long as a second. */
async function send(governor: Governed, count: number, overLimit = false): Promise<void> {
  for (let made = 0; made < count; made += 1) void governor.send(overLimit);
  await governor.clock.run(governor.clock.now() + 1_000);
}

describe('what is left', () => {
  it('is unknown at first, then what the answers announce less what is on its way', async () => {
    const world = run();
    expect(world.governor.left()).toBeUndefined();
    await send(world, 3);
    expect(world.governor.left()).toBe(7);
    void world.send();
    await world.clock.run(world.clock.now());
    expect(world.governor.left()).toBe(6);
  });

  it('is nothing during a wait, and one when a request has to go ahead alone', async () => {
    const world = run();
    await send(world, 10);
    expect(world.governor.left()).toBe(0);
    const opens = world.governor.openAgainAt('primary') ?? 0;
    expect(opens - START).toBeGreaterThan(WINDOW);
    expect(opens - START).toBeLessThan(WINDOW + 3_000);
    await world.clock.run(opens);
    expect(world.governor.left()).toBe(1);
    expect(world.governor.openAgainAt('primary')).toBeUndefined();
  });

  it('is counted here where the headers are silent and the figure is declared', async () => {
    const world = run({ headers: 'none', declared: { perMinute: 10 } });
    await send(world, 4);
    expect(world.governor.left()).toBe(6);
    expect(world.governor.figures()).toEqual({ perMinute: 10 });
  });

  it('heeds the day as well', async () => {
    const world = run({ headers: 'tighter', perDay: 6, declared: { perMinute: 10, perDay: 6 } });
    await send(world, 2);
    expect(world.governor.left()).toBe(4);
    await send(world, 5);
    expect(world.ended).toEqual([...Array.from({ length: 6 }, () => '200'), 'LimitSpentError']);
    expect(world.governor.openAgainAt('primary')).toBe(Infinity);
  });
});

describe('the figures', () => {
  it('are those of the plan that the answers show, or that was declared, whichever are less', async () => {
    const learned = run({ limit: 60 });
    await send(learned, 1);
    expect(learned.governor.figures()).toEqual({ perMinute: 60, perDay: 1_000 });
    const declared = run({ limit: 60, declared: { perMinute: 250 } });
    await send(declared, 1);
    expect(declared.governor.figures()).toEqual({ perMinute: 60, perDay: 1_000 });
    const less = run({ limit: 60, declared: { perMinute: 20 } });
    await send(less, 1);
    expect(less.governor.figures()).toEqual({ perMinute: 20, perDay: 1_000 });
  });
});

describe('the burst', () => {
  it('leaves at once, goes three beyond what is left, and is not followed by anything until Retry-After is over', async () => {
    const world = run();
    await send(world, 8);
    expect(world.governor.left()).toBe(2);
    const began = world.clock.now();
    await send(world, 5, true);
    const burst = world.sent.slice(8);
    expect(burst.map(({ leftAt }) => leftAt)).toEqual(Array.from({ length: 5 }, () => began));
    expect(burst.filter(({ admitted }) => admitted === true)).toHaveLength(2);
    expect(burst.filter(({ admitted }) => admitted === false)).toHaveLength(3);
    const until = Math.max(...burst.map(({ retryUntil = 0 }) => retryUntil));
    expect(world.governor.openAgainAt('primary')).toBe(until + 1_100);
    void world.send();
    await world.clock.run(Infinity);
    expect(world.sent.at(-1)).toMatchObject({ leftAt: until + 1_100, admitted: true });
  });

  it('goes no farther, and what is over waits like any other request', async () => {
    const world = run();
    await send(world, 8);
    await send(world, 9, true);
    expect(world.sent).toHaveLength(13);
    await world.clock.run(Infinity);
    expect(world.sent).toHaveLength(17);
    expect(world.sent.filter(({ admitted }) => admitted === false)).toHaveLength(3);
  });

  it('is one in a run', async () => {
    const world = run();
    await send(world, 8);
    await send(world, 5, true);
    await world.clock.run(world.clock.now() + WINDOW + 5_000);
    await send(world, 30, true);
    await world.clock.run(Infinity);
    expect(world.ended).toHaveLength(43);
    expect(world.sent.filter(({ admitted }) => admitted === false)).toHaveLength(3);
  });

  it('waits until nothing else is on its way, and until a wait after a refusal is over', async () => {
    const world = run();
    await send(world, 7);
    void world.send();
    for (let made = 0; made < 5; made += 1) void world.send(true);
    await world.clock.run(world.clock.now());
    expect(world.sent).toHaveLength(8);
    await world.clock.run(world.clock.now() + 1_000);
    expect(world.sent).toHaveLength(13);

    const refused = run();
    await send(refused, 1);
    refused.disturb(9);
    await send(refused, 1);
    const until = refused.governor.openAgainAt('primary') ?? 0;
    expect(until).toBeGreaterThan(START + WINDOW);
    for (let made = 0; made < 5; made += 1) void refused.send(true);
    await refused.clock.run(until - 1);
    expect(refused.sent).toHaveLength(2);
    await refused.clock.run(Infinity);
    expect(refused.ended).toHaveLength(7);
  });

  it('goes farther by what a bucket gave back while the burst before was answered, all of which was let in', async () => {
    const world = run({ kind: 'token-bucket', limit: 1_000, perDay: 10_000, latencies: [125] });
    const { governor, clock, sent } = world;
    await send(world, 1);
    const refusedOf = async (count: number, overLimit: boolean) => {
      for (let made = 0; made < count; made += 1) void world.send(overLimit);
      await clock.run(clock.now() + 250);
      return sent.slice(-count).filter(({ admitted }) => admitted === false).length;
    };
    await refusedOf(999, false);
    const burst = async () => refusedOf((governor.left() ?? 0) + governor.mostOver(), true);
    expect([governor.mostOver(), await burst()]).toEqual([3, 0]);
    expect([governor.mostOver(), await burst()]).toEqual([7, 3]);
  });

  it('goes three far where nobody knows what is left', async () => {
    const world = run({ headers: 'none', limit: 1 });
    await send(world, 1);
    await send(world, 6, true);
    expect(world.sent).toHaveLength(4);
  });
});

describe('a share of each window', () => {
  it.each(KINDS.flatMap((kind) => (['minute', 'none'] as const).map((headers) => ({ kind, headers }))))(
    'is all that is used, and the run goes on: %o',
    async ({ kind, headers }) => {
      const world = run({ kind, headers, limit: 20, minuteShare: 0.75, declared: { perMinute: 20 } });
      for (let made = 0; made < 60; made += 1) void world.send();
      await world.clock.run(Infinity);
      expect(world.sent).toHaveLength(60);
      expect(world.leastLeft()).toBeGreaterThanOrEqual(5);
      expect(world.clock.now() - START).toBeLessThan(7 * WINDOW);
    },
  );

  it('is a quarter of what the service announces, where a larger plan was declared', async () => {
    const world = run({ limit: 20, minuteShare: 0.75, declared: { perMinute: 1_000 } });
    await send(world, 10);
    expect({ sent: world.sent.length, waits: world.waits }).toEqual({ sent: 10, waits: [] });
  });

  it('is left to others who used it first', async () => {
    const world = run({ limit: 20, minuteShare: 0.75 });
    await send(world, 1);
    world.disturb(12);
    for (let made = 0; made < 4; made += 1) await send(world, 1);
    expect(world.sent).toHaveLength(3);
    expect(world.leastLeft()).toBeGreaterThanOrEqual(5);
    expect(world.waits.map(({ why }) => why)).toContain(WAITS.reserve);
  });
});

describe('the run as a whole', () => {
  it('sends no more than it may, which may change meanwhile', async () => {
    const world = run({ maxRequests: 3 });
    await send(world, 4);
    expect(world.ended.toSorted()).toEqual(['200', '200', '200', 'BudgetSpentError']);
    world.governor.allow(5);
    await send(world, 4);
    expect(world.sent).toHaveLength(5);
    expect(world.governor.facts().sent).toBe(5);
    expect(world.governor.mayEnter('primary')).toBe(false);
  });

  it('keeps to its part of the day', async () => {
    const world = run({ dayAllowance: 4 });
    await send(world, 6);
    expect(world.ended.filter((how) => how === 'DayShareSpentError')).toHaveLength(2);
    await expect(world.governor.enter('other', false)).rejects.toThrow(/--day-share .*4 requests of this run/);
    await expect(world.governor.enter('second', false)).resolves.toBe(1);
  });

  it('leaves the rest of the day to others where the answers speak of it, whoever used the share', async () => {
    const world = run({ headers: 'day', perDay: 20, dayShare: 0.5, declared: { perMinute: 10, perDay: 20 } });
    await send(world, 10);
    await world.clock.run(Infinity);
    await send(world, 1);
    expect(world.sent).toHaveLength(10);
    await expect(world.governor.enter('primary', false)).rejects.toThrow('10 of 20 remain');
  });
});
