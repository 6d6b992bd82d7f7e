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

/** From where on a way of counting is told from coincidences. */
export const PROOF = {
  /** Nats: it is named as the likely cause of a violation that is known without it. One in a hundred names is wrong. */
  likely: Math.log(100),
  /** Nats: a limiter that gives back less than one in four of the units that its rate has due does so in any gap only by chance. */
  rare: Math.log(4),
  /** Share: what leaves more of the units that came back unexplained is not what is wrong. */
  unexplainedShare: 1 / 4,
  /** Times: so many steps that Remaining falls by show that there are steps. */
  falls: 3,
  /** Times: so many requests that each take another number show it even where others took units in more of the gaps. */
  amongOthers: 12,
  /** Share: whoever comes once more in more of these gaps than this is another client, and may have come in all of them. */
  visitedShare: 1 / 12,
  /** Times: a Remaining that the next response contradicts less often is a coincidence of others. */
  untrue: 3,
} as const;

/** How much of a log is read, and kept of it, to tell how a service counts: what comes later would not tell more. */
export const BOUNDS = {
  /** Requests. */
  compared: 20_000,
  /** Pairs of requests that tell of another client. */
  pairs: 300,
  /** Pairs of requests that are shown. */
  shown: 4,
} as const;

/** What whole seconds, clocks and other clients may hide: each judge allows for it. */
export const TOLERANCES = {
  /** Milliseconds: a Reset, a Date and a Retry-After are whole seconds, rounded either way. */
  wholeSecondMs: 1_000,
  /** Seconds: one window may be announced with ends this far apart, as the time until its end is rounded, and so is the clock. */
  resetSeconds: 1,
  /** Seconds: the same of two ends, each of which is rounded. */
  twoResetsSeconds: 2,
  /** Milliseconds: the clocks of `Date` and Reset may be apart, as a gateway may write one and the service behind it the other. */
  skewMs: 5_000,
  /** Windows: no kind of limiter remembers for longer what was used. */
  rememberedWindows: 2,
  /** Units: a request of another client, or a restored unit, between two requests that shows nowhere. */
  unnoticed: 1,
} as const;
