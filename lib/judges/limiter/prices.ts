/**
 * What it costs that a limiter is right where its counts look wrong, in nats as in lib/judges/prices.ts, and added up with those. Estimates on the
 * side of the service, none is measured.
 */
export const LIMITER_PRICES = {
  /** Another client comes in one gap between two requests, whatever its rhythm: it may pause, or come once more, at any time. */
  visit: -Math.log(0.005),
  /** Units are given back in one gap, beyond what the rate of the limit has due, at most: a limiter may refill several at a time, at any moment. */
  refill: 6,
  /** A number that a way of counting has of its own, chosen from a few: which request takes it, or how many take turns. Paid once. */
  choice: 1,
  /** The same from as many as there are sizes of pages. */
  size: 2,
  /** The same from as many as a limit has. */
  value: 4,
  /** A response announces something else than what remains, and the next one goes on as if it had not: paid each time. */
  untrue: 2,
} as const;

/** From this price on a way of counting is named as the likely cause of a violation that is known without it: one in a hundred names is wrong. */
export const LIKELY = Math.log(100);
