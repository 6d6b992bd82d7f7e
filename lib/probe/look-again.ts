import type { Exchange } from '../evidence/exchange.ts';
import { SETTLING_MS } from '../judges/alternation.ts';
import type { Finding } from '../judges/finding.ts';
import { rules } from '../rules/index.ts';

/** How often what looked wrong is looked at again: the first may meet a lag, or another client at work. */
const MOST_ROUNDS = 2;

/** As many doubts as one round settles for each rule; the others have the same cause more often than not. */
const MOST_DOUBTS = 2;

/** No run is made much longer by its doubts. */
const MOST_REQUESTS = 30;

/** What settling a doubt needs of a run. */
export interface Doubtful {
  conclude(): readonly Finding[];
  sent(id: number): Exchange | undefined;
  send(exchange: Exchange): Promise<unknown>;
  /** Waits for so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

/**
 * Settles what looked wrong but could have another cause: after the time that a write may take to be seen, the requests
 * that showed it are sent again, alternately, until the judges are sure or stay in doubt (A-B-A). A service that keeps
 * its rules costs nothing here. Only GET is sent again.
 */
export async function settleDoubts(run: Doubtful): Promise<void> {
  let left = MOST_REQUESTS;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const again = [...Map.groupBy(run.conclude().filter(isDoubt), ({ rule }) => rule).values()]
      .flatMap((doubts) => onePerRequests(doubts, run).slice(0, MOST_DOUBTS))
      .flatMap((exchanges) => (exchanges.length > 1 ? [...exchanges, ...exchanges.slice(0, 1)] : exchanges))
      .slice(0, left);
    if (again.length === 0) return;
    await run.pause(SETTLING_MS);
    for (const exchange of again) await run.send(exchange);
    left -= again.length;
  }
}

function isDoubt({ rule, verdict, see, shownBy }: Finding): boolean {
  return verdict === 'inconclusive' && see === undefined && shownBy.length > 1 && rules[rule].level !== 'observed';
}

/**
 * The GETs behind each doubt, each once and in the order of sending; twice where one request was answered in two ways.
 * Doubts over the same requests are one.
 */
function onePerRequests(doubts: readonly Finding[], run: Doubtful): Exchange[][] {
  const distinct = new Map<string, Exchange[]>();
  for (const { shownBy } of doubts) {
    const sent = shownBy.toSorted((a, b) => a - b).flatMap((id) => run.sent(id) ?? []);
    const gets = sent.filter(({ request }) => request.method === 'GET');
    const once = [...new Map(gets.map((exchange) => [exchange.request.target, exchange])).values()];
    const isRepetition = once.length === 1 && gets.length > 1;
    const again = isRepetition ? [...once, ...once] : once;
    if (again.length > 0) distinct.set(once.map(({ request }) => request.target).join(' '), again);
  }
  return [...distinct.values()];
}
