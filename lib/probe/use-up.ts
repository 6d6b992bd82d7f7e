import { largest } from '../evidence/extremes.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { LimitView } from './limit-view.ts';

/** What using a limit up sends. */
interface UseUpSender {
  readonly isUsedUp: () => boolean;
  /** Throws when the run may send no more. */
  readonly send: (request: OutgoingRequest) => Promise<Pick<Exchange, 'times'>>;
  /** What was not sent yet; need not end. */
  readonly untried: Iterator<OutgoingRequest, unknown>;
  /** What every service counts; never ends. */
  readonly counted: Iterator<OutgoingRequest, never>;
  /** Sends what is left and the burst over it at once. @returns false where it may not leave now */
  readonly burst: () => Promise<boolean>;
}

/** After this many requests in a row that the service did not count, only those leave that every service counts. */
const MOST_UNCOUNTED = 12;

/** How many are on their way at a time, at most. */
const MOST_AT_ONCE = 24;

/** The limit is reached within this share of the window, if the service answers in time: in it a bucket gives back that share. */
const SHARE = 1 / 6;

/** Near the end one leaves after the other, so that what Remaining says of each is seen. */
const ONE_BY_ONE = 8;

/** Where more than this share of a request comes back while one is answered, one after the other never gets to the end. */
const MOST_BACK = 0.5;

/** After a Reset, in milliseconds: whole seconds. */
const GUARD_MS = 1_100;

/**
 * Uses up what is left of the limit: with requests that were not sent yet as long as the service counts such, else with what
 * counts; several at a time where one after the other would take too long, or where as much comes back meanwhile. Ends when
 * the limit is used up; `send` throws when the run's budget is spent.
 */
export async function useUp(limit: LimitView, sender: UseUpSender): Promise<void> {
  const { isUsedUp, send, untried, counted, burst } = sender;
  let uncounted = 0;
  let took = 0;
  let hasWaited = false;
  const next = (): OutgoingRequest => {
    const one = uncounted < MOST_UNCOUNTED ? untried.next() : undefined;
    return one === undefined || one.done === true ? counted.next().value : one.value;
  };
  while (!isUsedUp()) {
    const before = limit.left();
    const pace = paceOf(took, limit.perMinute(), limit.window);
    const isNear = before !== undefined && before <= pace.atOnce + (pace.refills ? 0 : ONE_BY_ONE);
    if (isNear && pace.refills && (await burst())) continue;
    if (!hasWaited && endsBefore(limit, before, took / pace.atOnce)) {
      hasWaited = true;
      await limit.hold((limit.resetsAt() ?? limit.now()) + GUARD_MS, 'for a whole window, to use its limit up');
      continue;
    }
    const count = before === undefined || isNear ? 1 : pace.atOnce;
    const sent = await Promise.all(Array.from({ length: count }, () => send(next())));
    const after = limit.left();
    const fell = before === undefined || after === undefined || after < before;
    // It does not try again what has shown that it does not count.
    if (uncounted < MOST_UNCOUNTED) uncounted = fell ? 0 : uncounted + count;
    // From its sending on: whatever it waited for before is no slow response.
    took = largest(sent.map(({ times }) => times.endedAt - times.startedAt));
  }
}

/** How many must be on their way together, so that the limit is reached in time, and whether one at a time never reaches it. */
function paceOf(
  took: number,
  figure: number | undefined,
  window: number,
): { readonly atOnce: number; readonly refills: boolean } {
  if (figure === undefined) return { atOnce: 1, refills: false };
  const during = (took * figure) / window;
  return { atOnce: Math.min(MOST_AT_ONCE, Math.max(1, Math.ceil(during / SHARE))), refills: during >= MOST_BACK };
}

/** Whether the window ends before what is left of it can be used up. @param each - milliseconds that one request takes */
function endsBefore(limit: LimitView, left: number | undefined, each: number): boolean {
  const [reset, now] = [limit.resetsAt(), limit.now()];
  return left !== undefined && reset !== undefined && reset > now && reset - now < left * each;
}
