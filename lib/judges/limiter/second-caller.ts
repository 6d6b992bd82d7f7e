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
 * Compares the second caller's Remaining with what the first one sent meanwhile. Between two of its requests it fell by as much as if all had been
 * the second caller's own, or its own first requests are refused while the first caller's window is used up, and both were told of one
 * counter: shared. Where callers send at the same time, what the second one sent between the two is its own.
 *
 * @param anonymous - the numbers of the requests without a valid key, which a service may count by address
 */
export function compareCallers(first: History, second: History, anonymous: readonly number[]): SecondCaller[] {
  return second.requests.flatMap((after, index) => {
    const from = enoughBefore(first, after);
    const at = from === undefined ? -1 : lastEndedBy(second, index, from);
    const before = at < 0 ? undefined : second.requests.at(at);
    if (before === undefined || before.refused) return [];
    const own = second.requests.slice(at + 1, index);
    // Over several requests of its own the account must be plain: each took one, of one window.
    if (own.length > 0 && !(own.every((one) => isCounted(one, second)) && before.reset === after.reset)) return [];
    const between = first.requests.filter((one) => one.from >= before.to && one.to <= after.from);
    const meanwhile = between.at(-1);
    const counted = between.filter((request) => isCounted(request, first)).length;
    if (meanwhile === undefined || counted < ENOUGH) return [];
    const others = anonymous.filter((number) => number > before.number && number < after.number).length;
    const most = first.requests.filter((request) => mayCountBetween(before, request, after)).length + others + 1;
    // A caller that is served while the other one is refused has its own window.
    const isClosed = between.some((request) => request.refused && after.from < request.to + (request.retryAfter ?? 0));
    const isOneCounter = [before, after].every((one) => goesOn(one, first, [second, anonymous]));
    const left = (before.remaining ?? 0) - own.length;
    return [
      { before, after, meanwhile, verdict: verdictOf(before, after, { left, counted, most, isClosed, isOneCounter }) },
    ];
  });
}

/** When the first caller sent the first of so many requests that tell, of those that had ended before another one; undefined where it did not. */
function enoughBefore({ requests, ...habits }: History, { from }: MeteredRequest): number | undefined {
  let counted = 0;
  for (let index = requests.length - 1; index >= 0; index--) {
    const request = requests.at(index);
    if (request === undefined || request.to > from || !isCounted(request, habits)) continue;
    if (++counted === ENOUGH) return request.from;
  }
  return undefined;
}

/** The last of the requests before the one at an index that had ended by an instant; -1 where there is none. */
function lastEndedBy({ requests }: History, before: number, instant: number): number {
  for (let index = before - 1; index >= 0; index--) if ((requests.at(index)?.to ?? Infinity) <= instant) return index;
  return -1;
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
  /** What remained for the second caller before its second request, by its own account. */
  readonly left: number;
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
  { left, counted, most, isClosed, isOneCounter }: Meanwhile,
): SecondCaller['verdict'] {
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
