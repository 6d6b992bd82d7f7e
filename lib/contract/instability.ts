/** The share of a load test's requests that may fail through a brief hiccup of a machine or the network before it counts against anyone. */
const ALLOWED_SHARE = 0.001;

/** From this many requests on, one may fail. */
const ENOUGH_FOR_ONE = 50;

/** The allowance in words, for every sentence that relies on it. */
export const ALLOWANCE = `${100 * ALLOWED_SHARE} %, or one in a run of ${ENOUGH_FOR_ONE} or more`;

/**
 * How many of a load test's requests may fail: in the service (502, 503, 504 or no response), or in the load generator.
 */
export function allowedLosses(requests: number): number {
  return Math.max(Math.floor(requests * ALLOWED_SHARE), requests >= ENOUGH_FOR_ONE ? 1 : 0);
}
