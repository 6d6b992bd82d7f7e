import type { OutgoingRequest } from '../wire/outgoing.ts';

/** What using the limit up needs of a run. */
export interface UseUpMeans {
  readonly isUsedUp: () => boolean;
  /** How many requests the key may still send, as far as known. */
  readonly left: () => number | undefined;
  /** The minute's figure, once it is known. */
  readonly perMinute: () => number | undefined;
  /** The length of the minute's window, in milliseconds. */
  readonly window: number;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
  /** Throws when the run may send no more. */
  readonly send: (request: OutgoingRequest) => Promise<unknown>;
  /** What was not sent yet; need not end. */
  readonly untried: Iterator<OutgoingRequest, unknown>;
  /** What every service counts. */
  readonly counted: (nth: number) => OutgoingRequest;
}

/** After so many requests in a row that the service did not count, only such leave as every service counts. */
const MOST_UNCOUNTED = 12;

/** So many are on their way at a time, at most. */
const MOST_AT_ONCE = 10;

/** The limit is reached within this share of the window, if the service answers in time. */
const SHARE = 0.8;

/** Near the end one leaves after the other, so that what Remaining says of each is seen. */
const ONE_BY_ONE = 8;

/**
 * Uses up what is left of the limit: with requests that were not sent yet as long as the service counts such, else with what
 * counts; several at a time where it takes so long to answer that the window would end before. Ends when the limit is used
 * up; `send` throws when the run's budget is spent.
 */
export async function useUp(means: UseUpMeans): Promise<void> {
  const { isUsedUp, left, perMinute, window, now, send, untried, counted } = means;
  let uncounted = 0;
  let repeated = 0;
  let atOnce = 1;
  const next = (): OutgoingRequest => {
    const one = uncounted < MOST_UNCOUNTED ? untried.next() : undefined;
    return one === undefined || one.done === true ? counted(repeated++) : one.value;
  };
  while (!isUsedUp()) {
    const before = left();
    const count = before === undefined || before < atOnce + ONE_BY_ONE ? 1 : atOnce;
    const began = now();
    await Promise.all(Array.from({ length: count }, () => send(next())));
    const after = left();
    const fell = before === undefined || after === undefined || after < before;
    // It does not try again what has shown that it does not count.
    if (uncounted < MOST_UNCOUNTED) uncounted = fell ? 0 : uncounted + count;
    // A wait for the limit is no slow answer: such are not so long.
    const took = now() - began;
    if (took < window / ONE_BY_ONE) atOnce = atOnceFor(took, perMinute(), window);
  }
}

/** How many must be on their way together, so that the limit is reached in time. */
function atOnceFor(took: number, figure: number | undefined, window: number): number {
  if (figure === undefined) return 1;
  return Math.min(MOST_AT_ONCE, Math.max(1, Math.ceil((took * figure) / (window * SHARE))));
}
