/** The confidence level of a bound. */
const CONFIDENCE = 0.95;

/**
 * The largest share of requests that could fail although none of that many did, exactly (Clopper and Pearson, one-sided): with a
 * larger share, a series this long without a failure has a probability below 5 %. For many requests that is about 3 divided by their number.
 *
 * @param requests - 1 or more
 * @returns from 0 to 1
 */
export function mostUnseen(requests: number): number {
  return 1 - (1 - CONFIDENCE) ** (1 / requests);
}

/** The bound that a series of requests without a failure gives, in one clause; rounded up, so that it stays true. */
export function sayUnseen(requests: number): string {
  const percent = Math.ceil(mostUnseen(requests) * 1_000) / 10;
  return `${requests} ${requests === 1 ? 'request' : 'requests'}, none failed: failure rate below ${percent} % with ${CONFIDENCE * 100} % confidence`;
}
