import { expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/**
 * Lists that take two units each, two fetched pets that do as well, and a refusal that comes as one unit is left.
 *
 * @param pause - two of them, in milliseconds
 */
const logWith = (pause: number): LoggedRequest[] => {
  const at = (index: number) => index * 60 + (index > 6 ? pause : 0) + (index > 13 ? pause : 0);
  return [
    ...Array.from({ length: 27 }, (_, index) => ({
      at: at(index),
      target: index === 9 || index === 19 ? '/pets/7' : `/pets?limit=${(index % 40) + 1}`,
      remaining: 57 - index * 2,
      resetIn: 60 - at(index) / 1_000,
    })),
    { at: 1_640 + 2 * pause, remaining: 3, resetIn: 58 - (2 * pause) / 1_000 },
    { at: 1_700 + 2 * pause, remaining: 1, resetIn: 58 - (2 * pause) / 1_000 },
    { at: 1_760 + 2 * pause, status: 429, remaining: 0, resetIn: 58 - (2 * pause) / 1_000, retryAfter: 58 },
  ];
};

it('what each request takes twice is not said to be used by another client', () => {
  const findings = aLimiterLog(logWith(400));
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: 'RATE-4',
      verdict: 'fail',
      says: expect.stringContaining('took 2 from Remaining'),
    }),
  );
  expect(findings.map(({ says }) => says).filter((says) => says.includes('another client'))).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'RATE-6', says: 'depends on RATE-4' }));
});

it('what each request takes twice at one pace another client may have used that keeps it', () => {
  const findings = aLimiterLog(logWith(0));
  expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: 'RATE-4',
      verdict: 'inconclusive',
      says: expect.stringContaining('which another client of the key that keeps pace with petvet may explain'),
    }),
  );
});
