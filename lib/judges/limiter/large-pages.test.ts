import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const SIZES = [100, 20, 1, 99, 19, 21, 64, 2, 100, 20, 3, 100, 5, 99, 20, 1, 100, 22, 7, 64];

/** Lists with limits of all sizes, of which each takes what is said. */
const logOf = (cost: (size: number, nth: number) => number): LoggedRequest[] => {
  let remaining = 60;
  return SIZES.map((size, nth) => {
    remaining -= cost(size, nth);
    return { at: nth * 100, target: `/pets?limit=${size}`, remaining, resetIn: 60 - nth * 0.1 };
  });
};

const ofRemaining = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap(({ rule, verdict, says }) => (rule === 'RATE-4' ? [`${verdict}: ${says}`] : []));

describe('large pages', () => {
  it.each([2, 5])('that take %i units each violate RATE-4', (cost) => {
    expect(ofRemaining(logOf((size) => (size >= 50 ? cost : 1)))).toEqual([
      `fail: each list with a limit of 64 or more took ${cost} from Remaining, 7 times out of 7`,
    ]);
  });

  it.each([
    [
      'one small page did, too: another client uses the key',
      (size: number, nth: number) => (size >= 50 || nth === 4 ? 2 : 1),
    ],
    ['one large page did not', (size: number, nth: number) => (size >= 50 && nth !== 8 ? 2 : 1)],
    ['not all took the same', (size: number, nth: number) => (size >= 50 ? 2 + (nth % 2) : 1)],
  ])('are not blamed where %s', (_why, cost) => {
    expect(ofRemaining(logOf(cost)).filter((one) => one.startsWith('fail'))).toEqual([]);
  });

  it('are not blamed where another operation took several as well', () => {
    const got: LoggedRequest = { at: 2_100, target: '/pets/7', remaining: 25, resetIn: 57.9 };
    const log = [...logOf((size) => (size >= 50 ? 2 : 1)), got, { ...got, at: 2_200, remaining: 22 }];
    expect(ofRemaining(log).filter((one) => one.startsWith('fail'))).toEqual([]);
  });
});
