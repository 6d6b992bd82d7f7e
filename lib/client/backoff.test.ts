import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffSeriesOf, growthOf, isConcurrent, type Growth } from './backoff.ts';
import { aRequest, refusedThenAfter, sentLike } from './log.fixture.ts';

const growth = (waits: readonly number[], retryAfter = 0, keepsRetryAfter = true) =>
  growthOf({ waits, retryAfter, keepsRetryAfter });

describe('the waits of a client', () => {
  it.each<[string, readonly number[], number, Growth]>([
    ['doubled', [300, 600, 1_200], 0, 'grows'],
    ['doubled, behind a floor at first', [1_000, 1_000, 1_200, 2_400], 1, 'grows'],
    ['half as long again', [1_000, 1_500, 2_250, 3_375], 0, 'grows'],
    ['drawn from ever larger ranges', [480, 310, 50, 1_700], 0, 'grows'],
    ['doubled up to a bound', [1_000, 2_000, 2_000, 2_000], 0, 'unclear'],
    ['none', [1, 0, 2, 1], 0, 'constant'],
    ['none, but for the first', [130, 30, 20, 20, 10, 20], 0, 'constant'],
    ['three seconds each', [3_001, 3_002, 3_000, 3_001], 0, 'constant'],
    ['three seconds each, where one is asked for', [3_001, 3_002, 3_000, 3_001], 1, 'constant'],
    ['longer by 700 ms each', [0, 700, 1_400, 2_100], 0, 'linear'],
    ['as long as was asked', [1_000, 1_001, 1_000, 1_002, 1_000, 1_001, 1_000], 1, 'at-the-floor'],
    ['two', [300, 600], 0, 'unclear'],
    ['three alike', [300, 310, 305], 0, 'unclear'],
    ['up and down', [500, 1_400, 700, 1_200], 0, 'unclear'],
  ])('%s: %j with Retry-After %d are %s', (_name, waits, retryAfter, expected) => {
    expect(growth(waits, retryAfter)).toBe(expected);
  });

  it('have no floor where one was not kept', () => {
    expect(growth([950, 960, 955, 950], 2, false)).toBe('constant');
  });

  it('that double are never called constant or linear, whatever they begin with and however the machine delays them', () => {
    const delay = fc.double({ min: 0, max: 20, noNaN: true });
    const delays = fc.array(delay, { minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(fc.double({ min: 100, max: 3_000, noNaN: true }), delays, (first, each) => {
        const waits = each.map((late, index) => first * 2 ** index + late);
        expect(waits.length === 3 ? ['grows', 'unclear'] : ['grows']).toContain(growth(waits));
      }),
    );
  });

  it('are measured from the end of a 429 to the next request, and end with another request', () => {
    expect(backoffSeriesOf(refusedThenAfter([300, 600, 1_200], 0))).toEqual([
      { retryAfter: 0, keepsRetryAfter: true, waits: [300, 600, 1_200], requests: [2, 3, 4, 5] },
    ]);
    const given = refusedThenAfter([300], 0).map((one) =>
      one.number === 3 ? { ...one, sent: sentLike({ target: '/pets?limit=1' }) } : one,
    );
    expect(backoffSeriesOf(given)).toEqual([]);
  });

  it('count where Retry-After was not kept, but not what was under way', () => {
    const log = [
      aRequest(1, 0, { status: 429, refusal: { retryAfter: 2, inARow: 1 } }),
      aRequest(2, 5, { status: 429, duringWaitOf: 1, underWay: true }),
      aRequest(3, 401, { status: 429, duringWaitOf: 1, underWay: false }),
      aRequest(4, 1_202, { status: 429, duringWaitOf: 1, underWay: false }),
    ];
    expect(backoffSeriesOf(log)).toEqual([
      { retryAfter: 2, keepsRetryAfter: false, waits: [400, 800], requests: [1, 3, 4] },
    ]);
  });
});

it.each([
  ['one after the other', [aRequest(1, 0), aRequest(2, 2)], false],
  ['one at the end of the other', [aRequest(1, 0, { endedAt: 30 }), aRequest(2, 27)], false],
  ['one within the other', [aRequest(1, 0, { endedAt: 30 }), aRequest(2, 10)], true],
])('requests %s', (_how, log, concurrent) => {
  expect(isConcurrent(log)).toBe(concurrent);
});
