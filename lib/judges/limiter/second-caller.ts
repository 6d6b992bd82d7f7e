import { beforeIn } from '../sequence.ts';
import { isCounted, type History } from './metered-history.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { TOLERANCES } from './prices.ts';

/** This many requests of the first caller between two of the second one show whether they share a window. */
const ENOUGH = 10;

/** What the second caller's window did while the first caller was at work. */
export interface SecondCaller {
  /** The second caller's two requests. */
  readonly before: MeteredRequest;
  readonly after: MeteredRequest;
  /** The first caller's last request between them. */
  readonly meanwhile: MeteredRequest;
  /**
   * `refused too`: while the first caller is refused, though its own response says that more remains; `uninformative`: its Remaining did not
   * move with any request; `unclear`: it moved by an unexplained number.
   */
  readonly verdict: 'shared' | 'refused too' | 'own' | 'uninformative' | 'unclear';
}

/**
 * Compares the second caller's Remaining with what the first one sent meanwhile. It fell by as much as if all had been
 * the second caller's own, or its own first requests are refused while the first caller's window is used up, and both were told of one
 * counter: shared.
 *
 * @param anonymous - the numbers of the requests without a valid key, which a service may count by address
 */
export function compareCallers(first: History, second: History, anonymous: readonly number[]): SecondCaller[] {
  return second.requests.flatMap((after, index) => {
    const before = beforeIn(second.requests, index);
    if (before === undefined || before.refused) return [];
    const between = first.requests.filter(({ from, to }) => from >= before.to && to <= after.from);
    const meanwhile = between.at(-1);
    const counted = between.filter((request) => isCounted(request, first)).length;
    if (meanwhile === undefined || counted < ENOUGH) return [];
    const others = anonymous.filter((number) => number > before.number && number < after.number).length;
    const most = first.requests.filter((request) => mayCountBetween(before, request, after)).length + others + 1;
    // A caller that is served while the other one is refused has its own window.
    const isClosed = between.some((request) => request.refused && after.from < request.to + (request.retryAfter ?? 0));
    const isOneCounter = [before, after].every((one) => goesOn(one, first, [second, anonymous]));
    return [{ before, after, meanwhile, verdict: verdictOf(before, after, { counted, most, isClosed, isOneCounter }) }];
  });
}

/** Whether a request may have been counted after one and before another: in flight together, they are counted in any order. */
function mayCountBetween(one: MeteredRequest, { from, to }: MeteredRequest, another: MeteredRequest): boolean {
  return to > one.from && from < another.to;
}

/**
 * Whether the Remaining of a request of the second caller continues from what the first one's last response announced, as that of one counter
 * does: other clients of the second key would change it.
 *
 * @param others - what everybody but the first caller sent: the second one, and the numbers of requests without a valid key
 */
function goesOn(
  request: MeteredRequest,
  first: History,
  [second, anonymous]: readonly [History, readonly number[]],
): boolean {
  const last = first.requests.filter(({ to, remaining }) => to <= request.from && remaining !== undefined).at(-1);
  const now = request.refused ? 0 : request.remaining;
  if (last?.remaining === undefined || now === undefined) return true;
  const isMeanwhile = (one: MeteredRequest) =>
    one.number !== last.number && one.number !== request.number && mayCountBetween(last, one, request);
  const meanwhile =
    first.requests.filter(isMeanwhile).length +
    second.requests.filter(isMeanwhile).length +
    anonymous.filter((one) => one > last.number && one < request.number).length;
  const fell = last.remaining - now;
  return fell >= -TOLERANCES.unnoticed && fell <= meanwhile + 1 + TOLERANCES.unnoticed;
}

/** What the first caller did between two requests of the second one. */
interface Meanwhile {
  readonly counted: number;
  readonly most: number;
  /** The first caller was refused, and has still to wait. */
  readonly isClosed: boolean;
  /** What the second caller was told continues from what the first one was told. */
  readonly isOneCounter: boolean;
}

function verdictOf(
  before: MeteredRequest,
  after: MeteredRequest,
  { counted, most, isClosed, isOneCounter }: Meanwhile,
): SecondCaller['verdict'] {
  const left = before.remaining ?? 0;
  if (after.refused && left >= 1 && left <= most && isOneCounter) return 'shared';
  if (after.refused) return isClosed && left > 1 && (after.remaining ?? 0) > 0 ? 'refused too' : 'unclear';
  const fell = before.remaining === undefined || after.remaining === undefined ? undefined : left - after.remaining - 1;
  if (fell !== undefined && fell >= counted && fell <= most) return isOneCounter ? 'shared' : 'unclear';
  if (isClosed && isSuccess(after)) return 'own';
  if (fell === undefined) return 'uninformative';
  // What remains of a used-up window cannot fall below zero.
  if (after.remaining === 0 && left <= counted) return 'unclear';
  if (fell >= counted / 2) return 'unclear';
  // A Remaining that did not even fall with its own request, in one window, may never move.
  return fell < 0 && before.reset === after.reset ? 'uninformative' : 'own';
}
