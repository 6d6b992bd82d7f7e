import { MOST_SHOWN } from '../finding.ts';
import type { History } from './history.ts';
import type { MeteredRequest } from './metered-request.ts';

/** Responses that said that nothing remained, each with the next one, which shows that much did. */
export interface UntrueZeros {
  readonly times: number;
  /** The statuses of those responses, each once. */
  readonly statuses: readonly number[];
  /** The first of them, each before the one that shows it. */
  readonly numbers: readonly number[];
}

/** This often: another client would have to use all that remains and have just that much restored, within one window. */
const LEAST_ZEROS = 3;

/**
 * Where Remaining is 0 in some responses and goes on in the next one as if each request had been counted by one: what is announced there is not
 * what remains, as where error responses have headers of their own.
 */
export function findUntrueZeros({ requests }: History): UntrueZeros | undefined {
  const statuses = new Set<number>();
  const numbers: number[] = [];
  let times = 0;
  let window: MeteredRequest[] = [];
  for (const request of requests) {
    const before = window.at(-1);
    if (before !== undefined && !isOfSameWindow(before, request)) window = [];
    const zeros = window.slice(window.findLastIndex(({ remaining, refused }) => remaining !== 0 || refused) + 1);
    const zero = zeros.at(-1);
    window.push(request);
    if (zero === undefined || request.from < zero.to || !goesOn(window, zeros.length)) continue;
    times++;
    for (const { status } of zeros) statuses.add(status);
    if (numbers.length < 2 * MOST_SHOWN) numbers.push(zero.number, request.number);
  }
  return times >= LEAST_ZEROS ? { times, statuses: [...statuses], numbers } : undefined;
}

/** What was seen, in words. */
export function sayUntrueZeros({ times, statuses }: UntrueZeros): string {
  return `Remaining was 0 in responses with ${statuses.join(' and ')}, and the next response showed that it was not, ${times} times`;
}

function isOfSameWindow(a: MeteredRequest, b: MeteredRequest): boolean {
  return a.reset !== undefined && a.reset === b.reset && a.period === b.period && a.limit === b.limit;
}

/** Whether the last of a window's requests has what is left by the count of them, or by what was announced before the zeros. */
function goesOn(window: readonly MeteredRequest[], zeros: number): boolean {
  const last = window.at(-1);
  if (last?.remaining === undefined || last.limit === undefined || last.remaining === 0 || last.status === 429)
    return false;
  const before = window.at(-zeros - 2);
  const left = before?.remaining === undefined ? last.limit - window.length : before.remaining - zeros - 1;
  return last.remaining === left;
}
