import { describe, expect, it } from 'vitest';
import type { LoadStep } from '../evidence/load-step.ts';
import { aStep } from '../evidence/load-step.fixture.ts';
import { bottleneckOf, nextRateAlone, rateAgain } from './bottleneck.ts';

/** Of the key, a second: far beyond all rates. */
const LIMIT = 1e6;

/** A rate that was not kept, twice, with responses that queue. */
const broken = (rate: number, parts: Partial<LoadStep> = {}): LoadStep[] =>
  Array.from({ length: 2 }, () => aStep({ rate, kept: false, response: 200, because: ['p95'], ...parts }));

/** A staircase whose knee is at 1000. @param parts - of the steps at 1030, where it broke */
const stairs = (parts: Partial<LoadStep> = {}) => [
  aStep({ rate: 250 }),
  aStep({ rate: 500 }),
  aStep({ rate: 1_000 }),
  aStep({ rate: 1_000 }),
  ...broken(1_030, parts),
];

/** Tries the generator alone as long as it is to be tried. @param most - what it keeps */
function alone(steps: readonly LoadStep[], most: number, parts: Partial<LoadStep> = {}): LoadStep[] {
  const tried: LoadStep[] = [];
  for (let rate = nextRateAlone({ steps, alone: tried, limit: LIMIT }); rate !== undefined;) {
    tried.push(aStep({ rate, kept: rate <= most, ...parts }));
    rate = nextRateAlone({ steps, alone: tried, limit: LIMIT });
  }
  return tried;
}

/** The service gives way again at the rate that broke. */
const again = aStep({ rate: 1_030, kept: false, because: ['p95'] });

describe('the bottleneck of a staircase', () => {
  it('is nobody where every rate was kept, and the generator is not tried', () => {
    const steps = [aStep({ rate: 100 }), aStep({ rate: 100 })];
    expect(alone(steps, 1_000)).toEqual([]);
    expect(bottleneckOf({ steps, alone: [], sharesMachine: false, limit: LIMIT })).toBeUndefined();
  });

  it('is the rate limit of the key where every rate up to it was kept', () => {
    const steps = [aStep({ rate: 50 }), aStep({ rate: 100 }), aStep({ rate: 100 })];
    expect(bottleneckOf({ steps, alone: [], sharesMachine: false, limit: 100 })).toMatchObject({ is: 'rate-limit' });
  });

  it.each([
    [1_030, 'rate-limit'],
    [1_100, 'rate-limit'],
    [2_000, 'service'],
  ])('of a 429 at 1030, with a limit of %d, is the %s', (limit, is) => {
    const steps = stairs({ refused: 1 });
    expect(nextRateAlone({ steps, alone: [], limit })).toBeUndefined();
    expect(bottleneckOf({ steps, alone: [], sharesMachine: false, limit })).toMatchObject({ is });
  });

  it('is the service where the generator alone keeps more by far', () => {
    const tried = alone(stairs(), 20_000, { processors: { machine: 0.5, generator: 0.2 } });
    expect(tried.map(({ rate }) => rate)).toEqual([1_287.5]);
    expect(rateAgain({ steps: stairs(), alone: tried, sharesMachine: true, limit: LIMIT })).toBe(1_030);
    expect(bottleneckOf({ steps: stairs(), alone: tried, again, sharesMachine: true, limit: LIMIT })).toEqual({
      is: 'service',
      says: "against a server that does nothing, the generator sustains 1287.5 requests per second, with 20 % of this machine's processors",
      generator: { kept: 1_287.5 },
    });
  });

  it('is the generator where it does not keep that rate alone either', () => {
    const tried = alone(stairs(), 1_010);
    expect(tried.map(({ rate }) => rate)).toEqual([1_287.5, 1_287.5, 1_030, 1_030, 1_000]);
    expect(bottleneckOf({ steps: stairs(), alone: tried, sharesMachine: false, limit: LIMIT })).toEqual({
      is: 'generator',
      says: 'against a server that does nothing, the generator does not sustain 1030.0 requests per second either',
      generator: { kept: 1_000, broken: 1_030 },
    });
  });

  it('is undecided where the generator had processors left with the service, and does not keep the rate alone', () => {
    const steps = stairs({ processors: { machine: 0.4, generator: 0.3 } });
    expect(bottleneckOf({ steps, alone: alone(steps, 1_010), sharesMachine: false, limit: LIMIT })?.is).toBe(
      'undecided',
    );
  });

  it('is undecided where the generator alone keeps hardly more', () => {
    const bottleneck = bottleneckOf({
      steps: stairs(),
      alone: alone(stairs(), 1_100),
      sharesMachine: false,
      limit: LIMIT,
    });
    expect(bottleneck).toMatchObject({ is: 'undecided', generator: { kept: 1_030, broken: 1_287.5 } });
  });

  it('is undecided where the machine was full, and the generator needs much of it', () => {
    const steps = stairs({ processors: { machine: 0.99, generator: 0.4 } });
    const greedy = alone(steps, 20_000, { processors: { machine: 0.9, generator: 0.5 } });
    const bottleneck = bottleneckOf({ steps, alone: greedy, sharesMachine: true, limit: LIMIT });
    expect(bottleneck?.is).toBe('undecided');
    expect(bottleneck?.says).toContain('the processors of this machine were 99 % busy at 1030.0 requests per second');
    const modest = alone(steps, 20_000, { processors: { machine: 0.99, generator: 0.03 } });
    expect(bottleneckOf({ steps, alone: modest, again, sharesMachine: true, limit: LIMIT })?.is).toBe('service');
  });

  it('is the service where it refuses, or fails: the generator is not tried', () => {
    for (const parts of [{ refused: 1 }, { failed: 500 }]) {
      expect(alone(stairs(parts), 20_000)).toEqual([]);
      expect(bottleneckOf({ steps: stairs(parts), alone: [], sharesMachine: false, limit: LIMIT })?.is).toBe('service');
    }
  });

  it('is the generator where all connections wait, and responses take no longer than before', () => {
    const steps = stairs({ response: 5.1, sent: 39_000, connections: 20, dropped: 300 });
    expect(bottleneckOf({ steps, alone: [], sharesMachine: false, limit: LIMIT })).toMatchObject({
      is: 'generator',
      says: expect.stringContaining('all 20 connections waited for responses'),
    });
    const hardly = stairs({ response: 6.5, sent: 30_000, connections: 20 });
    expect(bottleneckOf({ steps: hardly, alone: [], sharesMachine: false, limit: LIMIT })?.is).toBe('undecided');
    const queueing = stairs({ response: 19, sent: 10_300, connections: 20 });
    expect(
      bottleneckOf({ steps: queueing, alone: alone(queueing, 20_000), again, sharesMachine: false, limit: LIMIT })?.is,
    ).toBe('service');
  });

  it('is undecided where the service keeps the rate when it is tried again', () => {
    const tried = alone(stairs(), 20_000);
    const kept = { steps: stairs(), alone: tried, again: aStep({ rate: 1_030 }), sharesMachine: true, limit: LIMIT };
    expect(bottleneckOf(kept)).toMatchObject({
      is: 'undecided',
      says: expect.stringContaining('when it was tried again, the service sustained 1030.0 requests per second'),
    });
    expect(bottleneckOf({ steps: stairs(), alone: tried, sharesMachine: true, limit: LIMIT })?.is).toBe('undecided');
  });

  it('is not looked at again where that would decide nothing', () => {
    const tries = [
      { steps: [aStep({ rate: 100 }), aStep({ rate: 100 })], alone: [] },
      { steps: stairs({ refused: 1 }), alone: [] },
      { steps: stairs(), alone: alone(stairs(), 1_100) },
    ];
    for (const tried of tries) expect(rateAgain({ ...tried, sharesMachine: false, limit: LIMIT })).toBeUndefined();
  });

  it('is undecided where the generator was not tried', () => {
    expect(bottleneckOf({ steps: stairs(), alone: [], sharesMachine: false, limit: LIMIT })?.is).toBe('undecided');
  });

  it('tries a rate that the generator did not keep once more', () => {
    const tried = [aStep({ rate: 1_287.5, kept: false }), aStep({ rate: 1_287.5 })];
    expect(nextRateAlone({ steps: stairs(), alone: tried.slice(0, 1), limit: LIMIT })).toBe(1_287.5);
    expect(nextRateAlone({ steps: stairs(), alone: tried, limit: LIMIT })).toBeUndefined();
    expect(bottleneckOf({ steps: stairs(), alone: tried, again, sharesMachine: false, limit: LIMIT })?.is).toBe(
      'service',
    );
  });
});
