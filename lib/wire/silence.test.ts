import { describe, expect, it } from 'vitest';
import { LimitSpentError } from '../errors.ts';
import { systemClock, type Clock } from './clock.ts';
import { governed } from './governed.fixture.ts';
import { aTarget, aWire, httpServer } from './wire.fixture.ts';
import { WAITS } from './wait-words.ts';

/** A clock that is put forward by whoever would wait. */
function quickClock(): Clock {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    sleep: async (milliseconds) => {
      ahead += Math.max(0, milliseconds);
    },
  };
}

/** A service that answers with these, one after the other, then with 200; and when it was asked, on a clock. */
async function aService(clock: Clock, answers: readonly (readonly [status: number, ...retryAfter: string[]])[]) {
  const asked: number[] = [];
  const port = await httpServer((request, response) => {
    request.resume();
    const [status, ...retryAfter] = answers[asked.length] ?? [200];
    asked.push(clock.now());
    response.sendDate = false;
    if (retryAfter.length > 0) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status).end('[]');
  });
  return { port, asked, gap: () => ((asked[1] ?? Infinity) - (asked[0] ?? 0)) / 1_000 };
}

const REQUEST = (authorization: string) => ({
  method: 'GET',
  target: '/pets',
  headers: [['Authorization', authorization] as const],
});

describe('Retry-After on an answer that is no 429', () => {
  it.each([
    [200, ['12'], 12],
    [301, ['12'], 12],
    [400, ['12'], 12],
    [403, ['12'], 12],
    [413, ['12'], 12],
    [503, ['12'], 12],
    [503, ['100'], 100],
    [503, ['1', '40', '3'], 40],
    [503, ['1.5'], 1.5],
    [503, ['0'], 0],
    [503, ['-3'], 0],
    [503, ['soon'], 0],
  ])('a %i with %j: silence for %d s', async (status, retryAfter, seconds) => {
    const clock = quickClock();
    const service = await aService(clock, [[status, ...retryAfter]]);
    const wire = aWire(aTarget(service.port), { clock });
    await wire.get();
    if (service.asked.length < 2) await wire.get();
    expect(service.gap()).toBeGreaterThanOrEqual(seconds);
    expect(service.gap()).toBeLessThan(seconds + 3);
  });

  it.each([
    [503, 'Bearer {primary}', 60],
    [503, 'Bearer {second}', 60],
    [429, 'Bearer {primary}', 60],
    [429, 'Bearer {second}', 0],
  ])('is silence on the next wire to the target, too: a %i, then %s', async (status, authorization, seconds) => {
    const clock = quickClock();
    const service = await aService(clock, [[status, '60']]);
    const target = aTarget(service.port);
    // A GET would be sent again.
    await aWire(target, { clock }).send({ ...REQUEST('Bearer {primary}'), method: 'POST' }, 'p');
    await aWire(target, { clock }).send(REQUEST(authorization), 'p');
    expect(service.gap()).toBeGreaterThanOrEqual(seconds);
    expect(service.gap()).toBeLessThan(seconds + 3);
  });

  it('is silence for every caller', async () => {
    for (const authorization of ['Bearer {second}', 'Bearer nobody']) {
      const clock = quickClock();
      const service = await aService(clock, [[401, '60']]);
      const wire = aWire(aTarget(service.port), { clock });
      await wire.get();
      expect(wire.left()).toBe(0);
      expect(wire.openAgainAt('second')).toBeGreaterThan(clock.now() + 50_000);
      await wire.send(REQUEST(authorization), 'p');
      expect(service.gap()).toBeGreaterThanOrEqual(60);
    }
  });

  it.each([
    [
      '999999999999',
      'the service said to wait 999999999999 s (Retry-After on a 503); a run waits 130 s at most: the run ends here',
    ],
    ['86400', 'the service said to wait 86400 s (Retry-After on a 503), until '],
    [
      '9'.repeat(400),
      'the service said to wait longer than a date can express (Retry-After on a 503); a run waits 130 s at most: the run ends here',
    ],
  ])('of %s ends the run, and says so', async (retryAfter, says) => {
    const service = await aService(systemClock, [[503, retryAfter]]);
    const wire = aWire(aTarget(service.port));
    // The 503 is not tried again: the answer is what there is.
    expect(await wire.get()).toMatchObject({ answer: { status: 503 } });
    const error = await wire.get().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LimitSpentError);
    expect(String(error)).toContain(says);
    await expect(wire.send(REQUEST('Bearer {second}'), 'p')).rejects.toThrow(LimitSpentError);
    expect(service.asked).toHaveLength(1);
  });

  it('on a 429 that is as long ends the run of its caller alone', async () => {
    const service = await aService(systemClock, [[429, '9'.repeat(300)]]);
    const wire = aWire(aTarget(service.port));
    await wire.get();
    await expect(wire.get()).rejects.toThrow(/said to wait .*\(Retry-After on a 429\).*the run ends here/);
    expect(await wire.send(REQUEST('Bearer {second}'), 'p')).toMatchObject({ answer: { status: 200 } });
  });

  it('of a second on each answer of a conforming service does not end the run', async () => {
    const clock = quickClock();
    const service = await aService(
      clock,
      Array.from({ length: 130 }, () => [200, '1'] as const),
    );
    const wire = aWire(aTarget(service.port), { clock });
    for (let sent = 0; sent < 120; sent += 1) await wire.get();
    expect(service.asked).toHaveLength(120);
    expect(wire.events.filter(({ kind }) => kind === 'waiting').length).toBeLessThanOrEqual(4);
  });

  it('of a minute on each answer is kept for some minutes, then the run ends with what it has', async () => {
    const clock = quickClock();
    const service = await aService(
      clock,
      Array.from({ length: 130 }, () => [200, '60'] as const),
    );
    const wire = aWire(aTarget(service.port), { clock });
    const all = async () => {
      for (;;) await wire.get();
    };
    await expect(all()).rejects.toThrow(
      /said to wait \(Retry-After\) again and again, for \d+ s in all: the run ends here/,
    );
    expect(service.asked.length).toBeLessThan(10);
  });
});

describe('what is told of waits', () => {
  const WORLD = {
    kind: 'fixed',
    limit: 5,
    window: 60_000,
    countsRefused: false,
    resetsFully: true,
    headers: 'minute',
    perDay: 1_000,
    declared: {},
    latencies: [5],
    skew: 0,
    rounding: 'ceil',
  } as const;

  it('one wait for the Reset is one, and its reason is what the service announced', async () => {
    const run = governed(WORLD);
    for (let sent = 0; sent < 8; sent += 1) void run.send();
    await run.clock.run(Infinity);
    expect(run.waits.map(({ why }) => why)).toEqual(['the rate limit has 0 remaining']);
  });

  it('requests that are spaced by our own count are told of once, and nothing is said of what the service announced', async () => {
    const run = governed({ ...WORLD, limit: 60, headers: 'never moves', kind: 'token-bucket' });
    for (let sent = 0; sent < 90; sent += 1) void run.send();
    await run.clock.run(Infinity);
    expect(new Set(run.waits.map(({ why }) => why))).toEqual(new Set([WAITS.ownCount]));
    expect(run.waits.length).toBeLessThanOrEqual(4);
  });

  it('a wait that a 429 asked for names it', async () => {
    const run = governed({ ...WORLD, limit: 60 });
    await run.clock.run(run.clock.now());
    run.disturb(60);
    for (let sent = 0; sent < 3; sent += 1) void run.send();
    await run.clock.run(Infinity);
    expect(run.waits.map(({ why }) => why)).toEqual(['the service said to wait 60 s (Retry-After on a 429)']);
  });
});
