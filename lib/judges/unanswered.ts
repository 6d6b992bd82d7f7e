import type { Exchange } from '../evidence/exchange.ts';
import type { Finding } from './finding.ts';
import type { Reading } from './reading.ts';

/** A request that got no answer. Its judge's expectation says which rule asks for one. */
export interface Unanswered {
  readonly exchange: Exchange;
  /** ERR-3 for documented requests, ERR-7 for hostile ones. */
  readonly rule: 'ERR-3' | 'ERR-7';
}

/** As many silent attempts as show that it is the request, not the network. */
const ATTEMPTS = 2;

/**
 * ERR-3 and ERR-7 where there is no status at all. One silence is the network's; the same request met by a closed
 * connection or by no HTTP each time, while others before and after it are answered, is the service's.
 */
export function judgeUnanswered(unanswered: readonly Unanswered[], readings: readonly Reading[]): Finding[] {
  const answered = readings.map(({ exchange }) => exchange.id);
  const byRequest = Map.groupBy(unanswered, ({ exchange: { request } }) => `${request.method} ${request.target}`);
  return [...byRequest].flatMap(([line, silent]) => {
    const ids = silent.map(({ exchange }) => exchange.id);
    const [first] = silent;
    const says = first?.exchange.failure?.says ?? 'there was no answer';
    const closed = silent.every(
      ({ exchange }) => exchange.failure?.kind === 'reset' || exchange.failure?.kind === 'protocol',
    );
    const others = answered.some((id) => id < Math.min(...ids)) && answered.some((id) => id > Math.max(...ids));
    const sure = closed && others && ids.length >= ATTEMPTS;
    return {
      rule: first?.rule ?? 'ERR-3',
      verdict: sure ? 'fail' : 'inconclusive',
      shownBy: ids,
      says: `${line} got no answer${ids.length > 1 ? ` in ${ids.length} attempts` : ''}: ${says}`,
      expected: 'an answer',
      actual: says,
    };
  });
}
