/** Shares of exactly none vary by nothing, in theory. */
const LEAST_VARIANCE = 0.25;

/** Nothing that is measured is surer. */
const MOST = 0.999;

/**
 * How sure it is on which side of its bound a share lies, by the normal approximation of the binomial distribution, as if the requests
 * were independent of each other.
 *
 * @param bad - how many of the requests are bad
 * @param count - of them in all
 * @param allowed - the share that may be, from 0 to 1
 * @returns the probability, from 0.5 to 0.999
 */
export function confidenceOf(bad: number, count: number, allowed: number): number {
  if (count === 0) return 0.5;
  const variance = Math.max(LEAST_VARIANCE, count * allowed * (1 - allowed));
  return Math.min(MOST, normal(Math.abs(allowed * count - bad) / Math.sqrt(variance)));
}

/** The standard normal distribution, to 1e-7 (Abramowitz and Stegun, 26.2.17). @param z - 0 or more */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = terms.reduceRight((sum, term) => t * (term + sum), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
