import { describe, expect, it } from 'vitest';
import { times } from '../../files/test-sample.fixture.ts';
import { bucket, failed, fixed, play, slidingLog, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { aLimiterLog, failed as failedLog, type LoggedRequest } from './limiter-log.fixture.ts';
import { judgeLoad, paced } from './load-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';
import { randomOf } from '../service-traits.fixture.ts';

const SEEDS = Array.from({ length: times(8, 3) }, (_, index) => index + 1);

/** The kinds that could have answered a load which fills windows, one request after the other. */
function kindsOf(limiter: SimulatedLimiter, seed: number, windows = 2) {
  const departures = paced(60, windows);
  const { xrays, ...verdict } = judgeLoad({ limiter, perWindow: 60, departures, durations: [1, 20], seed });
  const [xray] = xrays;
  return { kinds: xray === undefined ? [] : consistentKinds(xray), failed: failed({ ...verdict, xrays }) };
}

/** A bucket that is filled after a while of its own each time, with another number of places each time. */
function moody(perWindow: number, sizes: readonly number[]): SimulatedLimiter {
  const fill = bucket(perWindow);
  let asked = 0;
  let more = 0;
  return (now) => {
    const word = fill(now);
    asked++;
    if (asked % 7 === 0) more += sizes[(asked / 7) % sizes.length] ?? 0;
    return { ...word, remaining: Math.min(perWindow - 1, Math.max(0, perWindow - asked + more)) };
  };
}

/** A fixed window of 60 that gives ten places back once, in its midst. */
function generousOnce(): SimulatedLimiter {
  const window = fixed(60, { extra: 10 });
  let asked = 0;
  return (now, isCounted) => {
    const word = window(now, isCounted);
    asked++;
    return { ...word, remaining: asked > 30 ? Math.min(59, word.remaining + 10) : word.remaining };
  };
}

describe('a refill in steps', () => {
  it.each([2, 5, 10, 15, 20, 30])('of %i places at a time is known for one', (atATime) => {
    for (const seed of SEEDS) {
      const { kinds, failed: rules } = kindsOf(bucket(60, { atATime }), seed);
      expect(kinds, `seed ${seed}`).toContain('stepwise refill');
      expect(rules).toEqual([]);
    }
  });

  it.each([20, 30])('of %i places at a time may come amid a burst', (atATime) => {
    const departures = [...paced(60, 1), ...Array.from({ length: 62 }, (_, nth) => 119_990 + nth * 0.2)];
    for (const seed of SEEDS)
      for (const durations of [
        [1, 20],
        [20, 3_000],
      ] as const) {
        const verdict = judgeLoad({ limiter: bucket(60, { atATime }), perWindow: 60, departures, durations, seed });
        expect(failed(verdict), `seed ${seed}, ${durations.join(' to ')} ms`).toEqual([]);
      }
  });

  it.each([25, 24, 40])('of %i places at a time is at most a doubt', (atATime) => {
    for (const seed of SEEDS)
      for (const pace of [20, 150, 900]) {
        const verdict = play({ seed, pace, limiter: bucket(60, { atATime }) });
        expect(failed(verdict), `seed ${seed}, pace ${pace}`).toEqual([]);
      }
  });

  it.each([
    ['a window of half a minute', () => fixed(60, { length: 30_000 })],
    ['30 places each 15 seconds', () => bucket(60, { atATime: 30, interval: 15_000 })],
    ['10 places once', generousOnce],
    ['20 places each 12 seconds', () => bucket(60, { atATime: 20, interval: 12_000 })],
  ])('is not %s', (_name, make) => {
    const pace = 900;
    for (const seed of SEEDS)
      expect(failed(play({ seed, limiter: make(), pace, most: 200 })), `seed ${seed}`).not.toEqual([]);
  });

  it.each([
    ['a fixed window', fixed(60)],
    ['a sliding log', slidingLog(60)],
  ])('is not what %s looks like, where nothing came back for longer than a period can be', (_kind, limiter) => {
    expect(kindsOf(limiter, 1).kinds).not.toContain('stepwise refill');
  });

  it('has one size: places that come back as it suits are not explained by it', () => {
    for (const seed of SEEDS.slice(0, 3)) {
      const { kinds, failed: rules } = kindsOf(moody(60, [2, 7, 3, 9, 4]), seed, 1);
      expect(kinds).toEqual([]);
      expect(rules).toEqual(['RATE-4']);
    }
  });

  it('is what another client of the key may hide a part of', () => {
    for (const seed of SEEDS)
      expect(
        failed(play({ seed, limiter: bucket(60, { atATime: 10 }), neighbour: 0.02, pace: 300 })),
        `${seed}`,
      ).toEqual([]);
  });

  it('may show after a while of which one response said nothing', () => {
    const limiter = bucket(60, { atATime: 6 });
    const instants = [...paced(60, 1), 63_000, 63_100, ...Array.from({ length: 20 }, (_, nth) => 63_200 + nth * 300)];
    const log = instants.map((at, index): LoggedRequest => {
      const { remaining, admitted } = limiter(at, true);
      const said = index === 60 ? {} : { remaining };
      return { at, resetIn: 30, ...said, ...(admitted ? {} : { status: 429, retryAfter: 6 }) };
    });
    expect(aLimiterLog(log).filter(({ verdict, rule }) => verdict === 'fail' && rule !== 'RATE-1')).toEqual([]);
  });

  it.each([
    [3, 185, 0.1, 7, 21],
    [5, 147, 0.28, 74, 4],
    [5, 139, 0.28, 15, 26],
    [5, 139, 0.28, 15, 118],
    [8, 46, 0.96, 70, 19],
  ])('of %i places shows its size only to requests that are counted for certain', (...course) => {
    const [atATime, count, refused, pace, seed] = course;
    const random = randomOf(seed);
    const limiter = bucket(1_000, { atATime });
    let at = 0;
    const log = Array.from({ length: count + 100 }, (_, nth): LoggedRequest => {
      at += random() < 0.02 ? atATime * 180 * random() : pace * (0.3 + random());
      const isRefused = nth < count && random() < refused;
      const { remaining } = limiter(at);
      const resetIn = (1_000 - remaining) * 0.06;
      const said = { at, limit: 1_000, remaining, resetIn, takes: 1 };
      return isRefused ? { ...said, status: 404, target: `/pets/${nth}` } : said;
    });
    expect(failedLog(log, (same) => same, { plan: { name: 'business' } })).toEqual([]);
  });
});
