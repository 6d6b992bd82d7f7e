import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scalability } from '../evidence/scalability.ts';
import { fitScalability, type Carried } from './scalability.ts';

/** What a service of these parameters gives with that many requests at a time. @param noise - a share, by the number of the step */
function steps(
  { lambda, sigma, kappa }: Pick<Scalability, 'lambda' | 'sigma' | 'kappa'>,
  concurrencies: readonly number[],
  noise: (nth: number) => number = () => 0,
): Carried[] {
  return concurrencies.map((n, nth) => {
    const throughput = ((lambda * n) / (1 + sigma * (n - 1) + kappa * n * (n - 1))) * (1 + noise(nth));
    return { throughput, response: (1_000 * n) / throughput };
  });
}

const threePerCent = (nth: number) => (nth % 2 === 0 ? 0.03 : -0.03);

const CONCURRENCIES = [0.5, 1, 2, 4, 8, 16, 32, 64];

function fitted(measured: readonly Carried[]): Scalability {
  const fit = fitScalability(measured);
  if (typeof fit === 'string') throw new Error(fit);
  return fit;
}

describe('the scalability of a service', () => {
  it('is found again from data of known parameters', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 10_000, noNaN: true }),
        fc.double({ min: 0.03, max: 0.5, noNaN: true }),
        fc.double({ min: 0.0001, max: 0.01, noNaN: true }),
        (lambda, sigma, kappa) => {
          const fit = fitted(steps({ lambda, sigma, kappa }, CONCURRENCIES));
          expect(fit.lambda / lambda).toBeCloseTo(1, 4);
          expect(fit.sigma / sigma).toBeCloseTo(1, 3);
          expect(fit.kappa / kappa).toBeCloseTo(1, 2);
          expect(fit.peakAt).toBeCloseTo(Math.sqrt((1 - sigma) / kappa), 1);
        },
      ),
    );
  });

  it('is near them where each step is off by three per cent', () => {
    const known = { lambda: 500, sigma: 0.08, kappa: 0.001 };
    const fit = fitted(steps(known, CONCURRENCIES, threePerCent));
    const peakAt = Math.sqrt((1 - known.sigma) / known.kappa);
    const peak = steps(known, [peakAt])[0]?.throughput ?? 0;
    expect(fit.peak / peak).toBeGreaterThan(0.93);
    expect(fit.peak / peak).toBeLessThan(1.07);
    expect(fit.error).toBeLessThan(0.04);
  });

  it('without coherency approaches its most, and has no peak', () => {
    const fit = fitted(steps({ lambda: 100, sigma: 0.1, kappa: 0 }, CONCURRENCIES));
    expect(fit.peak).toBeCloseTo(1_000, 0);
  });

  it.each([
    ['too few steps', steps({ lambda: 100, sigma: 0.1, kappa: 0.01 }, [1, 2, 4, 8, 16]), /it takes 6 rates/],
    ['no saturation', steps({ lambda: 100, sigma: 0.001, kappa: 0 }, [0.1, 0.2, 0.5, 1, 2, 4]), /no saturation/],
    [
      'a queue before four workers',
      [20, 40, 80, 120, 160, 190, 196, 199].map((throughput) => {
        const use = throughput / 200;
        return { throughput, response: 20 + (5 * use ** 4) / (1 - use) };
      }),
      /do not follow the law/,
    ],
    [
      'responses that come and go',
      [10, 500, 20, 900, 5, 700, 30].map((response, nth) => ({ throughput: 10 * 2 ** nth, response })),
      /do not follow the law|no saturation/,
    ],
    [
      'nothing that was answered',
      steps({ lambda: 1, sigma: 0, kappa: 0 }, [1]).map(() => ({ throughput: 0, response: 0 })),
      /there are 0/,
    ],
  ])('is refused for %s', (_what, measured, why) => {
    expect(fitScalability(measured)).toMatch(why);
  });
});
