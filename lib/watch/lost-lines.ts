import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { headerValue, NO_BODY, UNRECORDED_BODY, type Exchange } from '../evidence/exchange.ts';

/** More than this between two lines is no loss, but something else. */
const MOST = 1_000;

/**
 * The same exchanges, and between them those that would explain why Remaining fell by more than is seen: requests that a log may have lost, or
 * that were left out of it as a sample. What is violated with them as well is violated whatever the log lacks.
 *
 * @param exchanges - of one caller, in the order in which the requests left
 */
export function withLostLines(exchanges: readonly Omit<Exchange, 'id'>[]): Omit<Exchange, 'id'>[] {
  const filled: Omit<Exchange, 'id'>[] = [];
  let before:
    | { readonly remaining: number; readonly limit: string; readonly reset: string; readonly end: number }
    | undefined;
  for (const exchange of exchanges) {
    const { answer, times } = exchange;
    const figure = (name: string) => headerValue(answer?.headers ?? [], name) ?? '';
    const remaining = Number.parseInt(figure(RATE_LIMIT_HEADERS.remaining), 10);
    const [limit, reset] = [figure(RATE_LIMIT_HEADERS.limit), figure(RATE_LIMIT_HEADERS.reset)];
    const isRefused = answer?.status === 429;
    if (before !== undefined && before.limit === limit && before.reset === reset && times.startedAt > before.end) {
      // What is refused finds nothing left; what is served takes one.
      const lost = before.remaining - (isRefused ? 0 : remaining + 1);
      const [from, room] = [before.end, times.startedAt - before.end];
      for (let nth = 1; nth <= Math.min(lost, MOST); nth++) {
        const at = from + (room * nth) / (lost + 1);
        filled.push(aServed({ limit, remaining: String(before.remaining - nth), reset }, at));
      }
    }
    filled.push(exchange);
    if (!Number.isNaN(remaining)) before = { remaining, limit, reset, end: times.endedAt };
  }
  return filled;
}

function aServed(
  figures: { readonly limit: string; readonly remaining: string; readonly reset: string },
  at: number,
): Omit<Exchange, 'id'> {
  return {
    request: { method: 'GET', target: '/pets', headers: [], body: NO_BODY, credential: 'primary' },
    answer: {
      status: 200,
      headers: [
        [RATE_LIMIT_HEADERS.limit, figures.limit],
        [RATE_LIMIT_HEADERS.remaining, figures.remaining],
        [RATE_LIMIT_HEADERS.reset, figures.reset],
      ],
      body: UNRECORDED_BODY,
    },
    times: { startedAt: at, answeredAt: at, endedAt: at },
  };
}
