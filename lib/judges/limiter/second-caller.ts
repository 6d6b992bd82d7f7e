import { beforeIn } from '../sequence.ts';
import { isCounted, type History } from './history.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';

/** So many requests of the first caller between two of the second one show whether they share a window. */
const ENOUGH = 10;

/** What the second caller's window did while the first caller was at work. */
export interface SecondCaller {
  /** The second caller's two requests. */
  readonly before: MeteredRequest;
  readonly after: MeteredRequest;
  /** The first caller's last request between them. */
  readonly meanwhile: MeteredRequest;
  /** `uninformative`: its Remaining moved with nothing; `unclear`: it moved by what nobody here explains. */
  readonly verdict: 'shared' | 'own' | 'uninformative' | 'unclear';
}

/**
 * Holds the second caller's Remaining against what the first one sent meanwhile. It fell by as much as if all had been
 * the second caller's own, or its own first requests are refused while the first caller's window is used up: shared.
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
    const most = between.length + others + 1;
    // Whoever is served while the other one is refused has a window of its own.
    const isClosed = between.some((request) => request.refused && after.from < request.to + (request.retryAfter ?? 0));
    return [{ before, after, meanwhile, verdict: verdictOf(before, after, { counted, most, isClosed }) }];
  });
}

/** What the first caller did between two requests of the second one. */
interface Meanwhile {
  readonly counted: number;
  readonly most: number;
  /** The first caller was refused, and has still to wait. */
  readonly isClosed: boolean;
}

function verdictOf(
  before: MeteredRequest,
  after: MeteredRequest,
  { counted, most, isClosed }: Meanwhile,
): SecondCaller['verdict'] {
  const left = before.remaining ?? 0;
  if (after.refused) return left >= 1 && left <= most ? 'shared' : 'unclear';
  const fell = before.remaining === undefined || after.remaining === undefined ? undefined : left - after.remaining - 1;
  if (fell !== undefined && fell >= counted && fell <= most) return 'shared';
  if (isClosed && isSuccess(after)) return 'own';
  if (fell === undefined) return 'uninformative';
  // What is left of a used up window cannot fall below nothing.
  if (after.remaining === 0 && left <= counted) return 'unclear';
  if (fell >= counted / 2) return 'unclear';
  // One that did not even go down with its own request, in one window, may never move.
  return fell < 0 && before.reset === after.reset ? 'uninformative' : 'own';
}
