import { getPetPhase } from '../contract/lifecycle.ts';
import { NOT_FOUND } from '../judges/lost-writes.ts';
import type { ProbeRun } from './for-all.ts';
import type { JudgedRun } from './judged-run.ts';
import { FOR_THE_OTHERS } from './look-again.ts';

/** As many created pets tell whether somebody deletes what is new. */
const MOST_WITNESSES = 4;

/** The requests that are kept for what comes after, where the limit is not used up. */
const FOR_THE_END = 2;

/**
 * Where a created pet is nowhere to be found, looks for others that were created and seen: if one of them is gone by now, somebody
 * deletes what is new, and the service need not have lost any. A service that keeps its rules, and has no such visitor, costs nothing here.
 */
export async function lookForWitnesses({ session: { judged, limit, budget }, service }: ProbeRun): Promise<void> {
  if (getPetPhase(judged.knowledge.asOf) !== 'deprecated') return;
  const isLost = judged.conclude().some(({ verdict, fault }) => verdict === 'fail' && fault === NOT_FOUND);
  const kept = budget.usesUp ? FOR_THE_OTHERS : FOR_THE_END;
  const most = isLost ? Math.min(MOST_WITNESSES, limit.rest() - kept) : 0;
  for (const id of seenLongestAgo(judged).slice(0, Math.max(0, most))) await service.getPet(id);
}

/** The ids of created pets that a GET showed, those first that none has shown for longest. */
function seenLongestAgo(judged: JudgedRun): readonly bigint[] {
  const seen = judged.created().flatMap((id) => {
    const seenIn = judged.knowledge.animals.get(id)?.seenIn ?? 0;
    return judged.exchange(seenIn)?.request.method === 'GET' ? [{ id, seenIn }] : [];
  });
  return seen.toSorted((a, b) => a.seenIn - b.seenIn).map(({ id }) => id);
}
