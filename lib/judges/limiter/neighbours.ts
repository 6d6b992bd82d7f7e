import { neighbouring, type History, type Pair } from './history.ts';

/** Requests of one sort that each take the same number of places, so often, are counted wrong: nobody else keeps such time. */
const REGULAR = 4;

/** What Remaining fell by more than petvet sent. */
export interface Excess {
  /** Each request of one sort takes several places. */
  readonly regular: readonly { readonly sort: string; readonly drop: number; readonly pairs: readonly Pair[] }[];
  /** Falls that follow no rule: another client uses the key. The numbers of the exchanges. */
  readonly irregular: readonly number[];
}

/** Sorts the falls of Remaining that petvet's own requests do not explain. Source: rule RATE-4's notes. */
export function excessOf(history: History): Excess {
  const bySort = Map.groupBy(
    neighbouring(history.steps),
    ({ after }) => `${after.operation ?? 'other'} ${after.status}`,
  );
  const regular = [...bySort].flatMap(([sort, pairs]) => {
    const [first] = pairs;
    const isRegular = first !== undefined && first.drop > 1 && pairs.length >= REGULAR;
    return isRegular && pairs.every(({ drop }) => drop === first.drop) ? [{ sort, drop: first.drop, pairs }] : [];
  });
  const explained = new Set(regular.flatMap(({ pairs }) => pairs));
  const irregular = [...bySort.values()]
    .flat()
    .filter((pair) => pair.drop > 1 && !explained.has(pair))
    .map(({ after }) => after.number);
  return { regular, irregular };
}
