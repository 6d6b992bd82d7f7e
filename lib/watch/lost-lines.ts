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
  let before: Announced | undefined;
  for (const exchange of exchanges) {
    const now = announcedIn(exchange);
    if (before !== undefined && before.limit === now.limit && exchange.times.startedAt > before.end)
      for (const one of between(before, now, exchange)) filled.push(one);
    filled.push(exchange);
    if (!Number.isNaN(now.remaining)) before = now;
  }
  return filled;
}

interface Announced {
  readonly limit: string;
  readonly remaining: number;
  readonly reset: string;
  readonly end: number;
}

function announcedIn({ answer, times }: Omit<Exchange, 'id'>): Announced {
  const figure = (name: string) => headerValue(answer?.headers ?? [], name) ?? '';
  return {
    limit: figure(RATE_LIMIT_HEADERS.limit),
    remaining: Number.parseInt(figure(RATE_LIMIT_HEADERS.remaining), 10),
    reset: figure(RATE_LIMIT_HEADERS.reset),
    end: times.endedAt,
  };
}

/**
 * The requests that took what is gone. Where a Reset moved, they moved it: by steps of one length from the old one on, or, where that was over,
 * they came after it.
 */
function between(before: Announced, now: Announced, next: Omit<Exchange, 'id'>): Omit<Exchange, 'id'>[] {
  const { startedAt } = next.times;
  // What is refused finds nothing left; what is served takes one.
  const lost = Math.min(before.remaining - (next.answer?.status === 429 ? 0 : now.remaining + 1), MOST);
  const [reset, last] = [Number(before.reset), Number(now.reset)];
  const isOver = 1_000 * reset < startedAt && before.reset !== now.reset;
  const from = isOver ? Math.max(before.end, 1_000 * reset) : before.end;
  return Array.from({ length: Math.max(0, lost || 0) }, (_, index) => {
    const share = (index + 1) / (lost + 1);
    const moved = isOver ? now.reset : String(Math.ceil(reset + share * (last - reset)));
    return aServed(
      next,
      {
        limit: now.limit,
        remaining: String(before.remaining - index - 1),
        reset: before.reset === now.reset ? now.reset : moved,
      },
      from + share * (startedAt - from),
    );
  });
}

function aServed(
  { request: { credential } }: Omit<Exchange, 'id'>,
  figures: { readonly limit: string; readonly remaining: string; readonly reset: string },
  at: number,
): Omit<Exchange, 'id'> {
  return {
    request: { method: 'GET', target: '/pets', headers: [], body: NO_BODY, credential },
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
