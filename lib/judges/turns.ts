import { confirmedBy, isSettled, type Glance, type Moment } from './alternation.ts';

/** How often it must be gone in between before a lag is doubted that other responses do not yet rule out. */
const OFTEN_GONE = 2;

/** Whether a pet comes and goes: proven, or to be checked again. */
export interface Turns {
  readonly isProven: boolean;
  /** In the order of time: there, not there, there; a proof has two of the looks between. */
  readonly glances: readonly Glance[];
}

/**
 * Whether a pet is found, not found, and found again. A deleted pet does not come back, and a lag ends: one after the
 * creation and another one after a deletion would look alike, so what is not found soon after it was first shown proves nothing.
 *
 * @param glances - in any order; a `look` is a response that had to show the pet and did not
 * @param firstShown - the response that showed the pet first
 */
export function readTurns(glances: readonly Glance[], firstShown: Moment): Turns | undefined {
  const proof = confirmedBy(
    glances.filter((one) => one.side === 'sight' || isSettled(one, firstShown)),
    true,
  );
  if (proof !== undefined) return { isProven: true, glances: proof };
  const all = glances.toSorted((a, b) => a.from - b.from);
  const last = all.at(-1);
  const returns = all.flatMap((gone, index) => {
    // If it is gone several times in a row, the last time counts.
    const after = all[index + 1];
    const before = all.slice(0, index).findLast(({ side }) => side === 'sight');
    return gone.side === 'look' && before !== undefined && after?.side === 'sight'
      ? [{ gone, glances: [before, gone, after] }]
      : [];
  });
  const lastReturn =
    returns.findLast(({ gone }) => isSettled(gone, firstShown)) ??
    (returns.length >= OFTEN_GONE && last !== undefined && !isSettled(last, firstShown) ? returns.at(-1) : undefined);
  return lastReturn && { isProven: false, glances: lastReturn.glances };
}
