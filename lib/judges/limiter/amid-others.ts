import type { History } from './metered-history.ts';
import type { Contradiction, Quota } from './kinds.ts';
import { TOLERANCES } from './prices.ts';

/** Others use most of a limit where they used this part of it. */
const MOST = 1 / 2;

/**
 * Leaves out contradictions by Remaining while others use most of the limit: what they use, and when it is restored, shows nowhere, as nothing remains
 * most of the time. What was admitted beyond the limit by petvet's own count, and a whole quota restored too early, stay.
 *
 * @param found - the contradictions of each kind
 */
export function withoutThoseAmidOthers(
  found: readonly (readonly Contradiction[])[],
  history: History,
  quota: Quota,
): readonly (readonly Contradiction[])[] {
  if (found.some((ofKind) => ofKind.length === 0)) return found;
  const amid = findAmidOthers(history, quota);
  if (amid.size === 0) return found;
  return found.map((ofKind) =>
    ofKind.filter(({ by, shownBy: [first = 0] }) => !((by === 'remaining' || by === 'announced') && amid.has(first))),
  );
}

/**
 * The numbers of the served requests at which petvet's own requests, all of them counted, explain less than half of what is used. A refusal that says that nothing
 * remains is itself in question.
 */
function findAmidOthers({ requests }: History, { perWindow, windowMs }: Quota): ReadonlySet<number> {
  const amid = new Set<number>();
  let [own, forgotten] = [0, 0];
  for (const { number, from, refused, remaining } of requests) {
    for (
      let one = requests.at(forgotten);
      (one?.to ?? from) < from - TOLERANCES.rememberedWindows * windowMs;
      one = requests.at(forgotten)
    ) {
      if (one?.refused === false) own--;
      forgotten++;
    }
    if (!refused) own++;
    if (!refused && remaining !== undefined && perWindow - remaining - own >= perWindow * MOST) amid.add(number);
  }
  return amid;
}
