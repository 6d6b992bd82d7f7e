import { smallest } from '../../evidence/extremes.ts';
import type { Pair } from './metered-history.ts';
import { isSuccess } from './metered-request.ts';

/** This many pages of each kind must be counted alike: no other client depends on their sizes. */
const ENOUGH = { large: 5, small: 8 };

/** From which size on pages take several units each, where smaller ones take one each. */
export interface LargePages {
  readonly size: number;
  readonly drop: number;
  readonly large: readonly Pair[];
}

/** @param pairs - all of a history: where Remaining falls by more than one with anything else another client may use the key */
export function findLargePages(pairs: Iterable<Pair>): LargePages | undefined {
  const pages: { readonly size: number; readonly pair: Pair }[] = [];
  for (const pair of pairs) {
    const { after, drop } = pair;
    // Where less remains than a request takes, all of it is taken.
    if (drop < 0 || after.remaining === 0) continue;
    if (after.pageSize !== undefined) {
      // What a rejected request takes says nothing about pages.
      if (isSuccess(after)) pages.push({ size: after.pageSize, pair });
    } else if (drop > 1) return undefined;
  }
  const large = pages.filter(({ pair }) => pair.drop > 1);
  const size = smallest(large.map((page) => page.size));
  const small = pages.filter(({ pair }) => pair.drop <= 1);
  const [first] = large;
  if (first === undefined || large.length < ENOUGH.large || small.length < ENOUGH.small) return undefined;
  const { drop } = first.pair;
  const isSplit = small.every((page) => page.size < size && page.pair.drop === 1);
  return isSplit && large.every(({ pair }) => pair.drop === drop)
    ? { size, drop, large: large.map(({ pair }) => pair) }
    : undefined;
}
