import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf, growthOf, waitsOf, type Growth } from './backoff.ts';
import { backoffSeriesOf, isConcurrent, withoutDoubt } from './refused-rows.ts';
import { aRequest, refusedThenAfter, sentLike } from './log.fixture.ts';

const growth = (waits: readonly number[], retryAfter = 0, keepsRetryAfter = true) =>
  growthOf({ ...oneRow(waits), retryAfter, keepsRetryAfter }, 1);

const oneRow = (waits: readonly number[]) => ({ waits, places: [...waits.keys()] });

describe('the waits of a client', () => {
  it.each<[string, readonly number[], number, Growth]>([
    ['doubled', [300, 600, 1_200], 0, 'grows'],
    ['doubled, behind a floor at first', [1_000, 1_000, 1_200, 2_400, 4_800, 9_600], 1, 'grows'],
    ['half as long again', [1_000, 1_500, 2_250, 3_375], 0, 'grows'],
    ['drawn from ever larger ranges', [480, 310, 700, 1_700, 2_900], 0, 'grows'],
    ['drawn from ever larger ranges, and seen too short', [480, 310, 50, 1_700], 0, 'unclear'],
    ['longer each time, as three of any length may be', [370, 470, 710], 0, 'unclear'],
    ['doubled up to a bound', [1_000, 2_000, 2_000, 2_000], 0, 'unclear'],
    ['none', [1, 0, 2, 1], 0, 'constant'],
    ['none, but for the first', [130, 30, 20, 20, 10, 20], 0, 'constant'],
    ['three seconds each', [3_001, 3_002, 3_000, 3_001], 0, 'constant'],
    ['three seconds each, where one is asked for', [3_001, 3_002, 3_000, 3_001], 1, 'constant'],
    ['longer by 700 ms each', [0, 700, 1_400, 2_100, 2_800], 0, 'linear'],
    ['as long as was asked', [1_000, 1_001, 1_000, 1_002, 1_000, 1_001, 1_000], 1, 'at-the-floor'],
    ['none, on a busy machine', [2, 3, 40, 3, 2, 3], 0, 'constant'],
    ['doubled from 10 ms on', [10, 20, 40, 80], 0, 'unclear'],
    ['doubled from 10 ms on, and seen for longer', [10, 20, 40, 80, 160, 320], 0, 'grows'],
    ['drawn from ever larger, short ranges', [20, 60, 90, 110], 0, 'unclear'],
    ['drawn from ranges that begin with 25 ms', [12, 30, 48, 130, 300], 0, 'grows'],
    ['a fifth longer each', [600, 720, 864, 1_037], 0, 'grows'],
    ['doubled, behind four seconds of its own', [4_001, 4_002, 4_003, 4_004, 8_001], 0, 'unclear'],
    ['two', [300, 600], 0, 'unclear'],
    ['three alike', [300, 310, 305], 0, 'unclear'],
    ['up and down', [500, 1_400, 700, 1_200], 0, 'unclear'],
  ])('%s: %j with Retry-After %d are %s', (_name, waits, retryAfter, expected) => {
    expect(growth(waits, retryAfter)).toBe(expected);
  });

  it('that end at X-RateLimit-Reset are no steady ones: shorter ones may be hidden', () => {
    const one = { ...oneRow([940, 1_004, 1_003, 1_003]), untilReset: [938, 1_000, 1_001, 999] };
    expect(growthOf({ ...one, retryAfter: 0, keepsRetryAfter: true }, 1)).toBe('at-the-floor');
    const later = one.untilReset.map((until) => until - 500);
    expect(growthOf({ ...one, untilReset: later, retryAfter: 0, keepsRetryAfter: true }, 1)).toBe('constant');
  });

  it('drawn from ranges that double are hardly ever called constant or linear', () => {
    // A generator of this test's own: those of fast-check prefer extremes, which chance does not.
    let state = 1;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const called = Array.from({ length: 5_000 }, (_one, turn) => {
      const first = [25, 50, 100, 500, 2_000][turn % 5] ?? 0;
      return growth(Array.from({ length: 4 + (turn % 3) }, (_wait, index) => random() * first * 2 ** index));
    });
    expect(called.filter((one) => one === 'constant' || one === 'linear').length).toBeLessThanOrEqual(5);
  });

  it.each<[string, readonly (readonly number[])[], Growth | undefined]>([
    [
      'doubled',
      [
        [500, 1_000],
        [500, 1_001],
        [502, 1_000],
      ],
      'grows',
    ],
    [
      'drawn from ranges that double',
      [
        [310, 900],
        [350, 480],
        [200, 700],
        [450, 800],
        [120, 860],
        [390, 610],
      ],
      'grows',
    ],
    [
      'drawn from one range',
      [
        [900, 1_000],
        [700, 600],
        [500, 900],
        [1_000, 600],
      ],
      'unclear',
    ],
    [
      'drawn from one range, longer by chance',
      [
        [400, 900],
        [500, 700],
        [500, 1_000],
      ],
      'unclear',
    ],
    [
      'as long as each other',
      [
        [1_001, 1_000],
        [1_003, 1_001],
        [1_000, 1_002],
      ],
      'constant',
    ],
    [
      'long, and drawn from ranges that double',
      [
        [300, 200, 900, 700, 4_000],
        [90, 500, 800, 3_000, 2_800],
      ],
      'grows',
    ],
    [
      'fewer',
      [
        [500, 1_000],
        [500, 1_001],
      ],
      undefined,
    ],
    [
      'short, and longer each time',
      [
        [101, 152],
        [103, 156],
        [100, 151],
        [102, 150],
      ],
      'grows',
    ],
    [
      'longer by the same time each',
      [
        [500, 1_001, 1_502],
        [501, 1_002, 1_500],
      ],
      'in-line',
    ],
    ['one', [[500], [1_000], [2_000]], undefined],
  ])('in each of several rows, %s', (_name, rows, expected) => {
    const together = groupsOf(rows.map((waits) => ({ waits }))).filter(({ length }) => length > 1);
    const found = together.map((group) => growthOf({ ...waitsOf(group), retryAfter: 0, keepsRetryAfter: true }, 1));
    expect(found).toEqual(expected === undefined ? [] : [expected]);
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
      {
        retryAfter: 0,
        keepsRetryAfter: true,
        ...oneRow([300, 600, 1_200]),
        untilReset: [NaN, NaN, NaN],
        requests: [2, 3, 4, 5],
      },
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
      { retryAfter: 2, keepsRetryAfter: false, ...oneRow([400, 800]), untilReset: [NaN, NaN], requests: [1, 3, 4] },
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

it('the retry of a client that sends one request at a time knows of the 429, however soon it comes', () => {
  const early = aRequest(2, 30, { status: 429, duringWaitOf: 1, underWay: true });
  const log = [aRequest(1, 0, { status: 429, refusal: { retryAfter: 2, inARow: 1 } }), early];
  expect(withoutDoubt(log)[1]).toMatchObject({ underWay: false });
  const other = { ...early, sent: sentLike({ target: '/pets?limit=1' }) };
  expect(withoutDoubt(log.with(1, other))[1]).toMatchObject({ underWay: true });
  const beside = aRequest(3, 31, { sent: sentLike({ target: '/pets?limit=1' }) });
  expect(withoutDoubt([...log.with(1, { ...early, endedAt: 60 }), beside])[1]).toMatchObject({ underWay: true });
});
