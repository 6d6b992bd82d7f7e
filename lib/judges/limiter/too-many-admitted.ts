import { pick } from '../sequence.ts';
import type { History } from './metered-history.ts';
import type { WrongCounting } from './countings.ts';
import type { Explanation } from './explained-counts.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { isSameWindow } from './same-window.ts';
import type { Xray } from './xray.ts';

/** More requests than the limit, served while no announced window ended. */
export interface TooManyAdmitted {
  readonly first: MeteredRequest;
  readonly last: MeteredRequest;
  readonly admitted: number;
}

/**
 * Whether more than the limit were served within one window, over all operations and whatever Remaining said. A limiter that
 * refills may serve the limit and what it refills meanwhile; where operations are counted apart, or some are not counted, and Remaining of
 * each only went down, nothing was refilled. Source: specification, section 8; rule RATE-5.
 *
 * @param largestStep - how many units may have come back at once
 * @param miscounted - how the service counts, if that is wrong
 */
export function findTooManyAdmitted(
  { requests, clockOffset }: History,
  { quota: { perWindow, windowMs }, largestStep, mayTurnUnseen, violations, oddStep }: Xray,
  miscounted: Explanation<WrongCounting> | undefined,
): TooManyAdmitted | undefined {
  if (miscounted?.counting.apart === 'by chance') return findTooManyOfInstances(requests, miscounted, perWindow);
  if (clockOffset === undefined) return undefined;
  const served = pick(
    requests,
    (request) =>
      isSuccess(request) && request.period === 'minute' && request.limit === perWindow && request.reset !== undefined,
  );
  const endOf = ({ reset = 0 }: MeteredRequest): number => reset * 1_000 - clockOffset.most;
  const isNoKind = violations.length > 0 && oddStep === undefined;
  let found: TooManyAdmitted | undefined;
  let foundFrom: number | undefined;
  let start = 0;
  let soonest = Infinity;
  let risenAt = 0;
  let left = Infinity;
  for (const [index, last] of served.entries()) {
    if (last.remaining !== undefined && last.remaining > left) risenAt = index;
    left = last.remaining ?? left;
    soonest = Math.min(soonest, endOf(last));
    if (soonest <= last.to) {
      // Some window of those before has ended: only those after it count together.
      let next = index;
      soonest = Infinity;
      for (; next >= start; next--) {
        const request = served.at(next);
        if (request === undefined || endOf(request) <= last.to) break;
        soonest = Math.min(soonest, endOf(request));
      }
      start = next + 1;
    }
    const admitted = index - start + 1;
    if (admitted <= perWindow) continue;
    const first = served.at(start);
    if (first === undefined) continue;
    if (start === foundFrom) {
      found = { first, last, admitted };
      continue;
    }
    // Where no kind of limiter explains the log, and Remaining never rose, nothing was refilled.
    const refilled = isNoKind && risenAt <= start ? 0 : ((last.to - first.from) * perWindow) / windowMs + largestStep;
    // Not at each request of a long row: the check reads all of it.
    const isLookedAt = miscounted !== undefined && (admitted === perWindow + 1 || admitted % LOOK_EVERY === 0);
    const isTooMany =
      admitted > perWindow + Math.max(refilled, mayTurnUnseen === true ? perWindow : 0) ||
      (isLookedAt && onlyWentDown(served.slice(start, index + 1), miscounted.counting));
    if (!isTooMany || admitted <= (found?.admitted ?? 0)) continue;
    found = { first, last, admitted };
    foundFrom = start;
  }
  return found;
}

/** How often a growing row is checked as a whole. */
const LOOK_EVERY = 50;

/** Whether Remaining of each counter fell by no less than the requests that it counts: then nothing was restored. */
function onlyWentDown(requests: readonly MeteredRequest[], { counterOf, takes }: WrongCounting): boolean {
  const counted = requests.filter((request) => takes?.(request) !== 0);
  return [...Map.groupBy(counted, (request) => counterOf?.(request, 0)).values()].every((own) => {
    const left = own.map(({ remaining }) => remaining ?? Infinity);
    const [first = 0] = left;
    return left.every((one, index) => one < Infinity && first - one >= index);
  });
}

/** Each counter was seen to count every request of those statuses: more of them than the limit within one window are too many. */
function findTooManyOfInstances(
  requests: History['requests'],
  { takes }: Explanation<WrongCounting>,
  perWindow: number,
): TooManyAdmitted | undefined {
  let first: MeteredRequest | undefined;
  let count = 0;
  let found: TooManyAdmitted | undefined;
  for (const request of requests) {
    const { remaining, refused, limit, status } = request;
    if (remaining === undefined || refused || limit !== perWindow || !(isSuccess(request) || takes(status))) continue;
    if (first === undefined || !isSameWindow(first, request)) [first, count] = [request, 0];
    count++;
    if (count > perWindow && isSuccess(request) && count > (found?.admitted ?? 0))
      found = { first, last: request, admitted: count };
  }
  return found;
}
