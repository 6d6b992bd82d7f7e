import { binomialDistribution } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { mostUnseen, sayUnseen } from './bounds.ts';

describe('what requests without a failure bound', () => {
  it.each([1, 2, 41, 120, 1_000])(
    'of %d requests: with that share, none of them fails in 5 % of all runs',
    (requests) => {
      expect((1 - mostUnseen(requests)) ** requests).toBeCloseTo(0.05, 10);
    },
  );

  it('is what the binomial distribution says', () => {
    expect(binomialDistribution(41, mostUnseen(41))?.[0]).toBeCloseTo(0.05, 6);
  });

  it('is said rounded up', () => {
    expect(sayUnseen(41)).toBe('41 requests, none failed: failure rate below 7.1 % with 95 % confidence');
    expect(sayUnseen(1_000)).toBe('1000 requests, none failed: failure rate below 0.3 % with 95 % confidence');
    expect(sayUnseen(1)).toBe('1 request, none failed: failure rate below 95 % with 95 % confidence');
  });
});
