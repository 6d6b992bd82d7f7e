import { UsageError } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import type { SuitesWatcher } from '../run/suites.ts';

/** As many responses to the key show enough, when each operation that may be sent is among them. */
const ENOUGH = 5;

/** A run that has sent more has met something that is there. */
const LAST_LOOK = 30;

/** Ends a run that meets nothing of the interface, long before it has sent everything. */
interface NothingThere {
  readonly watcher: SuitesWatcher;
  /** The signal by which the run ends: the user's, or because nothing is there. */
  readonly interrupt: AbortSignal;
  /** @throws {UsageError} where that is why the run ended */
  refuse(): void;
}

/**
 * Looks at the first responses of a run. A service that conforms never answers 404 to a list with a valid key (section 4.1), and no
 * service that has any operation answers everything with 404 or a page of HTML: most likely the base address is wrong.
 *
 * @param writes - whether the run creates pets: then a creation must be among what was answered so
 * @param read - the evidence so far
 */
export function watchForNothingThere(
  { baseUrl, writes }: { readonly baseUrl: string; readonly writes: boolean },
  watcher: SuitesWatcher,
  interrupt: AbortSignal,
  read: () => AsyncIterable<EvidenceItem>,
): NothingThere {
  const stop = new AbortController();
  let isOpen = true;
  const look = async () => {
    const seen = await nothingIn(read(), writes);
    if (seen === 'something') isOpen = false;
    if (seen === 'nothing' && isOpen) stop.abort();
  };
  return {
    watcher: {
      onProbe: (title) => watcher.onProbe(title),
      onWaiting: (until, why) => watcher.onWaiting(until, why),
      onNote: (says) => watcher.onNote?.(says),
      onSent(count, spending) {
        watcher.onSent(count, spending);
        // Evidence that cannot be read is told of where the run is judged.
        if (isOpen && count >= ENOUGH && count <= LAST_LOOK) look().catch(() => undefined);
      },
    },
    interrupt: AbortSignal.any([interrupt, stop.signal]),
    refuse() {
      if (!stop.signal.aborted || interrupt.aborted) return;
      throw new UsageError(
        `nothing of the interface is at ${baseUrl}: every request with the key got 404, or a page of HTML`,
        'is the base address right? It is what comes before /pets, and ends with /v1; `petvet doctor` looks at it',
      );
    },
  };
}

async function nothingIn(
  evidence: AsyncIterable<EvidenceItem>,
  writes: boolean,
): Promise<'nothing' | 'something' | 'open'> {
  const answered: Exchange[] = [];
  for await (const item of evidence) {
    if (!('exchange' in item) || item.exchange.request.credential !== 'primary') continue;
    if (item.exchange.answer === undefined || !isNothing(item.exchange.answer)) return 'something';
    answered.push(item.exchange);
  }
  const isTried = (method: string, target: RegExp) =>
    answered.some(({ request }) => request.method === method && target.test(request.target));
  const isEach = isTried('GET', /^\/pets(\?|$)/) && (!writes || isTried('POST', /^\/pets$/));
  return answered.length >= ENOUGH && isEach ? 'nothing' : 'open';
}

/** A 404, or a page for people. */
function isNothing({ status, body }: NonNullable<Exchange['answer']>): boolean {
  if (status === 404) return true;
  if (status !== 200 || body.kind !== 'bytes') return false;
  return /^\s*<(?:!doctype|html)\b/i.test(Buffer.from(body.bytes.subarray(0, 200)).toString('latin1'));
}
