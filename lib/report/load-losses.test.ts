import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import { lossesOf, sayLosses } from './load-losses.ts';

/** That many requests, of which those with these numbers became something else. */
function aLoad(count: number, others: (nth: number) => Partial<LoadSample> = () => ({})): LoadSample[] {
  return Array.from({ length: count }, (_, nth) => aSample(others(nth)));
}

const said = (samples: readonly LoadSample[], dropped = 0, hasEnded = true) =>
  sayLosses(lossesOf(samples), dropped, hasEnded);

describe('one hiccup of thousands of requests is within the allowance, and said so:', () => {
  it.each<[string, LoadSample[], number, string]>([
    ['a 503', aLoad(4_000, (nth) => (nth === 7 ? { status: 503 } : {})), 0, '1 of 4000 requests got 502, 503 or 504'],
    ['a lost one', aLoad(4_000, (nth) => (nth === 7 ? { status: 0 } : {})), 0, '1 of 4000 requests got no response'],
    ['a dropped one', aLoad(3_999), 1, '1 of 4000 requests could not be sent in time by the load generator'],
    ['a 503 of a small plan', aLoad(180, (nth) => (nth === 7 ? { status: 503 } : {})), 0, '1 of 180 requests got 502'],
  ])('%s', (_what, samples, dropped, says) => {
    const { shortfalls, notes, dead, isUnstable } = said(samples, dropped);
    expect({ shortfalls, dead, isUnstable }).toEqual({ shortfalls: [], dead: undefined, isUnstable: false });
    expect(notes).toEqual([expect.stringContaining(says)]);
    expect(notes).toEqual([
      expect.stringMatching(/: within the [14] allowed for instability \(0\.1 %, or one in a run of 50 or more\)$/),
    ]);
  });
});

describe('more than the allowance is a shortfall, of the one who lost it:', () => {
  it('the service', () => {
    const { shortfalls, isUnstable, dead } = said(aLoad(4_000, (nth) => (nth % 800 === 7 ? { status: 503 } : {})));
    expect({ isUnstable, dead }).toEqual({ isUnstable: true, dead: undefined });
    expect(shortfalls).toEqual([
      '5 of 4000 requests got 502, 503 or 504: more than the 4 allowed for instability (0.1 %, or one in a run of 50 or more)',
    ]);
  });

  it('the load generator', () => {
    const { shortfalls, isUnstable, isUnmeasured } = said(aLoad(3_990), 10);
    expect({ isUnstable, isUnmeasured }).toEqual({ isUnstable: false, isUnmeasured: true });
    expect(said(aLoad(3_999), 1).isUnmeasured).toBe(false);
    expect(shortfalls).toEqual([
      '10 of 4000 requests could not be sent in time by the load generator, so the requested rate was not reached: give more --connections',
    ]);
  });

  it('the service alone, where the generator had to wait for it', () => {
    const { isUnstable, isUnmeasured } = said(
      aLoad(100, () => ({ status: 0 })),
      10,
    );
    expect({ isUnstable, isUnmeasured }).toEqual({ isUnstable: true, isUnmeasured: false });
  });

  it('one of few', () => {
    expect(said(aLoad(20, (nth) => (nth === 7 ? { status: 503 } : {}))).isUnstable).toBe(true);
  });

  it('an undocumented status is never within it', () => {
    expect(said(aLoad(4_000, (nth) => (nth === 7 ? { status: 500 } : {}))).shortfalls).toEqual([
      '1 request got an undocumented status',
    ]);
  });
});

describe('a service that is not there is said to be gone:', () => {
  it('from some request on', () => {
    expect(said(aLoad(120, (nth) => (nth >= 40 ? { status: 0 } : {}))).dead).toBe(
      'the service stopped responding: the last 80 of 120 requests got no response',
    );
  });

  it('here and there', () => {
    expect(said(aLoad(120, (nth) => (nth % 3 > 0 ? { status: 0 } : {}))).dead).toBe(
      '80 of 120 requests got no response',
    );
  });

  it('when what it never answered is cut off at the end', () => {
    const samples = aLoad(60, (nth) => (nth >= 40 ? { status: 0, isCutOff: true } : {}));
    expect(said(samples, 60)).toMatchObject({
      dead: 'the service stopped responding: the last 20 of 60 requests got no response',
      shortfalls: [
        expect.stringContaining('all connections were waiting for the service'),
        expect.stringContaining('20 of 60 requests got no'),
      ],
    });
    // An interruption cuts off what would have been answered.
    expect(said(samples, 0, false)).toEqual({ shortfalls: [], notes: [], isUnstable: false, isUnmeasured: false });
  });
});

it('looks at the limit before a load do not count', () => {
  expect(lossesOf([aSample({ window: -1, status: 0 }), aSample()])).toMatchObject({ sent: 1, unanswered: 0 });
});
