import { expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** Lists that take two units each, two fetched pets that do as well, and a refusal that comes as one unit is left. */
const log: LoggedRequest[] = [
  ...Array.from({ length: 27 }, (_, index) => ({
    at: index * 60,
    target: index === 9 || index === 19 ? '/pets/7' : `/pets?limit=${(index % 40) + 1}`,
    remaining: 57 - index * 2,
    resetIn: 60 - index * 0.06,
  })),
  { at: 1_640, remaining: 3, resetIn: 58 },
  { at: 1_700, remaining: 1, resetIn: 58 },
  { at: 1_760, status: 429, remaining: 0, resetIn: 58, retryAfter: 58 },
];

it('what each request takes twice is not said to be used by another client', () => {
  const findings = aLimiterLog(log);
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
