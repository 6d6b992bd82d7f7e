import { pick } from '../sequence.ts';
import type { History } from './history.ts';
import type { Rate } from './kinds.ts';
import { isSuccess, type Take } from './take.ts';

/** More requests than the limit, served while no announced window ended. */
export interface TooManyTogether {
  readonly first: Take;
  readonly last: Take;
  readonly admitted: number;
}

/** A limiter that gives places back several at a time may have given back such a share of the limit at once. */
const LARGEST_STEP = 1 / 4;

/**
 * Whether more than the limit were served within one window, over all operations and whatever Remaining said. A limiter that
 * refills may serve the limit and what it refills meanwhile; where operations are counted apart and Remaining of each only
 * went down, nothing was refilled. Source: specification, section 8; rule RATE-5.
 *
 * @param areApart - each operation was seen to have a counter of its own
 */
export function tooManyTogether(
  { takes, ahead }: History,
  { figure, length }: Rate,
  areApart: boolean,
): TooManyTogether | undefined {
  if (ahead === undefined) return undefined;
  const served = pick(
    takes,
    (take) => isSuccess(take) && take.period === 'minute' && take.limit === figure && take.reset !== undefined,
  );
  const endOf = ({ reset = 0 }: Take): number => reset * 1_000 - ahead.most;
  let found: TooManyTogether | undefined;
  let foundFrom: number | undefined;
  let start = 0;
  let soonest = Infinity;
  for (const [index, last] of served.entries()) {
    soonest = Math.min(soonest, endOf(last));
    if (soonest <= last.to) {
      // Some window of those before has ended: only those after it count together.
      let next = index;
      soonest = Infinity;
      for (; next >= start; next--) {
        const take = served.at(next);
        if (take === undefined || endOf(take) <= last.to) break;
        soonest = Math.min(soonest, endOf(take));
      }
      start = next + 1;
    }
    const admitted = index - start + 1;
    if (admitted <= figure) continue;
    const first = served.at(start);
    if (first === undefined) continue;
    if (start === foundFrom) {
      found = { first, last, admitted };
      continue;
    }
    const refilled = ((last.to - first.from) * figure) / length + figure * LARGEST_STEP;
    // Not at each one of a long row: all of it is looked at.
    const isLookedAt = areApart && (admitted === figure + 1 || admitted % LOOK_EVERY === 0);
    const isTooMany = admitted > figure + refilled || (isLookedAt && onlyWentDown(served.slice(start, index + 1)));
    if (!isTooMany || admitted <= (found?.admitted ?? 0)) continue;
    found = { first, last, admitted };
    foundFrom = start;
  }
  return found;
}

/** How often a row that grows is looked at as a whole. */
const LOOK_EVERY = 50;

/** Whether Remaining of each operation fell by no less than its requests: then nothing came back. */
function onlyWentDown(takes: readonly Take[]): boolean {
  return [...Map.groupBy(takes, ({ operation }) => operation).values()].every((own) => {
    const left = own.map(({ remaining }) => remaining ?? Infinity);
    const [first = 0] = left;
    return left.every((one, index) => one < Infinity && first - one >= index);
  });
}
