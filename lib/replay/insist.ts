import { isCreation } from '../evidence/creation.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { mayBeRepeated } from '../probe/look-again.ts';
import type { CameAndWent } from './came-and-went.ts';
import type { RecordedFinding } from './recorded-run.ts';
import { alternating } from './sets-again.ts';

/** More requests without a valid key in a row would look like an attack. */
const MOST_WITHOUT_KEY = 6;

/** More pets are not left behind to see whether a fault of creations comes and goes. */
const MOST_CREATIONS = 8;

/** What sending again more than once needs of a replay. */
export interface Insisting {
  /** Sends a recorded request again. @returns false where that may not be, or all requests are sent */
  send(exchange: Exchange): Promise<boolean>;
  /** Sends any request that changes nothing. */
  between(): Promise<unknown>;
  /** Waits for longer than a write may take to be seen. */
  settle(): Promise<void>;
}

/**
 * Sends what may have come and gone, or was met once only, again and again until it shows: a few responses do not tell that
 * it is gone.
 *
 * @param isViolated - whether it shows
 */
export async function untilShown(
  { rule, exchanges }: RecordedFinding,
  cameAndWent: Pick<CameAndWent, 'times'>,
  { send, settle }: Pick<Insisting, 'send' | 'settle'>,
  isViolated: () => boolean,
): Promise<void> {
  const times = (exchange: Exchange) => cameAndWent.times(rule, exchange);
  const mayBeSent = (exchange: Exchange) =>
    mayBeRepeated(exchange) || (isCreation(exchange) && times(exchange) <= MOST_CREATIONS);
  const once = exchanges.filter(mayBeSent).find((exchange) => times(exchange) > 1);
  if (once === undefined) return;
  const most = once.request.credential === 'primary' ? Infinity : MOST_WITHOUT_KEY;
  for (let more = Math.min(most, times(once) - 1); more > 0; more--) {
    if (isViolated() || !(await send(once))) return;
  }
  if (!isCreation(once)) return;
  await settle();
  for (const exchange of exchanges) if (exchange.request.method === 'GET') await send(exchange);
}

/**
 * Two reads by turns and nothing between, where it is still open whether they disagree: once, and again with the turns moved
 * by one. Several instances that answer by turns are told from other clients at work only so.
 *
 * @param open - the finding of which that is still open, if there is one
 */
export async function byTurns(open: () => RecordedFinding | undefined, run: Insisting): Promise<void> {
  for (const shift of [0, 1]) {
    const found = open();
    const pair = found === undefined ? undefined : alternating(found);
    if (pair === undefined) return;
    if (shift > 0) await run.between();
    // What was seen before is of other turns, and counts for as long as a write may take to be seen.
    for (const three of [
      [pair[0], pair[1], pair[0]],
      [pair[1], pair[0], pair[1]],
    ]) {
      await run.settle();
      for (const exchange of three) if (!(await run.send(exchange))) return;
    }
  }
}
