import { describe, expect, it } from 'vitest';
import { findingsOf, oneWindow } from './one-window.fixture.ts';

describe('RATE-4', () => {
  it('is violated where some responses say 0 and the next ones go on counting', () => {
    const zeros = oneWindow(20, (index) => (index % 6 === 3 ? 0 : 59 - index));
    expect(findingsOf('RATE-4', zeros)).toMatchObject([
      {
        verdict: 'fail',
        fault: '0, and more afterwards',
        says: 'Remaining was 0 in responses with 200, and the next response showed that it was not, 3 times',
      },
    ]);
  });

  it.each([999, 980, 3])('is violated where some responses say %i and the next ones go on counting', (value) => {
    const odd = oneWindow(24, (index) => (index % 6 === 3 ? value : 979 - index), 250);
    const log = odd.map((one) => ({ ...one, limit: 1_000 }));
    expect(findingsOf('RATE-4', log, { plan: { name: 'business', perMinute: 1_000, perDay: 100_000 } })).toMatchObject([
      {
        verdict: 'fail',
        fault: 'contradicted by the next response',
        says: `Remaining was ${value} in responses with 200, and the next response showed that it was not, 4 times`,
      },
    ]);
  });

  it.each([
    ['a second counter that is told of now and then', (index: number) => 59 - Math.floor(index / 6)],
    ['units that are given back now and then', (index: number) => 60 - index],
  ])('is not named so where it is %s', (_what, oddOf) => {
    const odd = oneWindow(24, (index) => (index % 6 === 3 ? oddOf(index) : 59 - index));
    expect(findingsOf('RATE-4', odd).filter(({ fault }) => fault === 'contradicted by the next response')).toEqual([]);
  });

  it('is violated whoever else uses the key meanwhile', () => {
    const shared = oneWindow(20, (index) => (index % 6 === 3 ? 0 : 59 - index - 2 * Math.floor((index + 2) / 6)));
    expect(findingsOf('RATE-4', shared)).toMatchObject([{ verdict: 'fail', fault: '0, and more afterwards' }]);
  });

  it('is not violated by a new window', () => {
    const anew = oneWindow(12, (index) => 2 - (index % 3), 25_000);
    const whole = [0, 1, 2, 3].flatMap((nth) =>
      oneWindow(60, (index) => 59 - index).map((one) => ({ ...one, at: (one.at ?? 0) + nth * 60_000 })),
    );
    for (const log of [anew, whole])
      expect(findingsOf('RATE-4', log).filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
