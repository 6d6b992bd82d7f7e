import { getPetPhase } from '../contract/lifecycle.ts';
import { NOT_FOUND } from '../judges/lost-writes.ts';
import type { JudgedRun } from './judged-run.ts';

/** As many created pets tell whether somebody deletes what is new. */
const MOST_WITNESSES = 4;

/** What is asked of a run. */
type Judged = Pick<JudgedRun, 'knowledge' | 'conclude' | 'created' | 'exchange'>;

/**
 * Where a created pet is nowhere to be found, looks for others that were created and seen: if one of them is gone by now, somebody
 * deletes what is new, and the service need not have lost any. A service that keeps its rules, and has no such visitor, costs nothing here.
 *
 * @param rest - requests that may be sent for it
 * @param get - sends getPet
 */
export async function lookForWitnesses(
  judged: Judged,
  rest: number,
  get: (id: bigint) => Promise<unknown>,
): Promise<void> {
  if (rest <= 0 || getPetPhase(judged.knowledge.asOf) !== 'deprecated') return;
  const isLost = judged.conclude().some(({ verdict, fault }) => verdict === 'fail' && fault === NOT_FOUND);
  if (!isLost) return;
  for (const id of seenLongestAgo(judged).slice(0, Math.min(MOST_WITNESSES, rest))) await get(id);
}

/** The ids of created pets that a GET showed, those first that none has shown for longest. */
function seenLongestAgo(judged: Judged): readonly bigint[] {
  const seen = judged.created().flatMap((id) => {
    const seenIn = judged.knowledge.pets.get(id)?.seenIn ?? 0;
    return judged.exchange(seenIn)?.request.method === 'GET' ? [{ id, seenIn }] : [];
  });
  return seen.toSorted((a, b) => a.seenIn - b.seenIn).map(({ id }) => id);
}
