import { comesBackWithin, MOST_BACK, neighbouring, type History, type Pair } from './history.ts';
import { isSuccess } from './take.ts';
import type { Rate } from './kinds.ts';

/** Requests of one sort that each take the same number of places, so often, are counted wrong: nobody else keeps such time. */
const REGULAR = 4;

/** The same where a new window began amid them, which others may have used at once. */
const MANY = 12;

/** How Remaining fell otherwise than by what petvet sent. */
export interface Excess {
  /** Each request of one sort takes several places, or none where those of the other sorts take one. */
  readonly regular: readonly Regular[];
  /** Falls that follow no rule: another client uses the key. The numbers of the exchanges. */
  readonly irregular: readonly number[];
}

/** What all requests of one sort take. */
interface Regular {
  readonly sort: string;
  readonly drop: number;
  readonly pairs: readonly Pair[];
}

/** Sorts the falls of Remaining that petvet's own requests do not explain. Source: rule RATE-4's notes. */
export function excessOf(history: History, { length }: Pick<Rate, 'length'>): Excess {
  const bySort = Map.groupBy(neighbouring(history.steps), sortOf);
  const regular: Regular[] = [...bySort].flatMap(([sort, all]) => {
    const pairs = all.filter(({ drop }) => drop >= 0);
    // Where less was left than a request takes, all of that was taken.
    const whole = pairs.filter(({ after }) => after.remaining !== 0);
    const [first] = whole;
    const enough = pairs.length === all.length ? REGULAR : MANY;
    const isRegular = first !== undefined && first.drop > 1 && whole.length >= enough;
    return isRegular && whole.every(({ drop }) => drop === first.drop) ? [{ sort, drop: first.drop, pairs }] : [];
  });
  regular.push(...freeSorts(history, length));
  const explained = new Set(regular.flatMap(({ pairs }) => pairs));
  const irregular = [...bySort.values()]
    .flat()
    .filter((pair) => pair.drop > 1 && !explained.has(pair))
    .map(({ after }) => after.number);
  return { regular, irregular };
}

function sortOf({ after }: Pair): string {
  return `${after.operation ?? 'other'} ${after.status}`;
}

/**
 * The sorts of successes that take no place, each time, where all the others take one: what comes back as a window refills
 * does not choose among them. In a full window, and where a place may come back between two requests, nothing is told.
 */
function freeSorts(history: History, length: number): Regular[] {
  const telling = neighbouring(history.steps).filter(
    (pair) =>
      isSuccess(pair.after) &&
      pair.drop >= 0 &&
      pair.after.remaining !== pair.after.limit &&
      pair.before.remaining !== 0 &&
      !history.givenBack.has(pair.before.status) &&
      comesBackWithin(pair, length) < MOST_BACK,
  );
  const free = [...Map.groupBy(telling, sortOf)].filter(([, pairs]) => pairs.every(({ drop }) => drop === 0));
  const freePairs = new Set(free.flatMap(([, pairs]) => pairs));
  const counted = telling.filter((pair) => !freePairs.has(pair));
  if (counted.length < MANY || counted.some(({ drop }) => drop !== 1)) return [];
  return free.filter(([, pairs]) => pairs.length >= REGULAR).map(([sort, pairs]) => ({ sort, drop: 0, pairs }));
}

/** No kind of limiter remembers for longer than this many windows. */
const REMEMBERED = 2;

/** Rounding, and a request of petvet's that left no trace. In places. */
const SLACK = 2;

/**
 * The answers of which Remaining was lower than all of petvet's requests that a limiter can remember explain: another
 * client has used the key, though none of its requests fell between two of petvet's. The numbers of the exchanges.
 */
export function usedByOthers({ takes }: History, { figure, length }: Rate): number[] {
  let forgotten = 0;
  return takes
    .filter(({ from, remaining, limit, period, refused }, index) => {
      while ((takes[forgotten]?.to ?? from) < from - REMEMBERED * length) forgotten++;
      // A refusal is what is to be explained, and no sign of anybody else.
      if (remaining === undefined || refused || limit !== figure || period !== 'minute') return false;
      // Those on their way beside it may have come first.
      return remaining < figure - (index + 1 - forgotten) - besides(takes, index) - SLACK + 1;
    })
    .map(({ number }) => number);
}

/** How many requests left after one of them, but before its answer was there. */
function besides(takes: History['takes'], index: number): number {
  const to = takes[index]?.to ?? 0;
  let next = index + 1;
  // They are in the order in which they left.
  while ((takes[next]?.from ?? Infinity) <= to) next++;
  return next - index - 1;
}
