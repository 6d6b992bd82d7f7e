import { getPetPhase } from '../contract/lifecycle.ts';
import { createdId } from '../evidence/creation.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { JudgedRun } from './judged-run.ts';

/** As many ids tell whether rejected creations got any. */
const MOST_BETWEEN = 3;

/** Beyond this, ids are not counted, and one between two of them is hardly a pet's. */
const LARGEST_GAP = 20n;

/** What is asked of a run. */
type Judged = Pick<JudgedRun, 'knowledge' | 'exchanges'>;

/**
 * Where creations were rejected between two that succeeded, and the ids of these leave room, reads the pets in between: one that was stored without what a
 * list needs to show it, as its status, is found in no other way. Services whose ids are counted without gaps, or at random, cost nothing here.
 *
 * @param rest - requests that may be sent for it
 * @param get - sends getPet
 */
export async function readBetweenIds(
  judged: Judged,
  rest: number,
  get: (id: bigint) => Promise<unknown>,
): Promise<void> {
  if (getPetPhase(judged.knowledge.asOf) !== 'deprecated') return;
  const sent = [...judged.exchanges()].toSorted((a, b) => a.id - b.id);
  const ids = idsBetween(sent).filter(({ id, since }) => {
    const wasRead = sent.some(({ id: number, request }) => number > since && request.target === `/pets/${id}`);
    return !wasRead && !judged.knowledge.pets.has(id);
  });
  for (const { id } of ids.slice(0, Math.max(0, Math.min(MOST_BETWEEN, rest)))) await get(id);
}

/** An id, and the number of the exchange after which it may be a pet's. */
interface Between {
  readonly id: bigint;
  readonly since: number;
}

/** Of each gap between the ids of creations that follow each other, around rejected ones, the last id. @param sent - in the order of sending */
function idsBetween(sent: readonly Exchange[]): Between[] {
  const between: Between[] = [];
  let before: bigint | undefined;
  let isRejected = false;
  for (const exchange of sent) {
    if (exchange.request.method !== 'POST') continue;
    isRejected ||= exchange.answer?.status === 400;
    const id = createdId(exchange);
    if (id === undefined) continue;
    const gap = id - (before ?? id);
    if (before !== undefined && isRejected && gap > 1n && gap <= LARGEST_GAP)
      between.push({ id: id - 1n, since: exchange.id });
    [before, isRejected] = [id, false];
  }
  return between;
}
