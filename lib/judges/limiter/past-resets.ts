import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { makeFinding, MOST_SHOWN, type Finding } from '../finding.ts';
import { spokenTime } from './durations.ts';
import type { History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { withChanged, type MeteredRequest } from './metered-request.ts';
import { seenAs } from './over-limit.ts';
import { TOLERANCES } from './prices.ts';

/** A refusal whose own Reset had passed. */
export interface PastReset {
  readonly refusal: MeteredRequest;
  /** How long before its Date that was, in seconds. */
  readonly before: number;
}

/**
 * The refusals that announce a Reset which had passed when they came, by the clock that the service takes Reset from: no Reset is farther ahead than a
 * window, so that clock is behind that of Date by no more than the farthest one tells.
 */
export function findPastResets({ requests }: History, { perWindow, windowMs }: Quota): PastReset[] {
  let behind = Infinity;
  for (const request of requests) {
    const { reset, period, limit, refused } = request;
    const date = dateOf(request);
    if (date === undefined || reset === undefined || period !== 'minute' || limit !== perWindow || refused) continue;
    behind = Math.min(behind, date + windowMs / 1_000 - reset + TOLERANCES.resetSeconds);
  }
  let announced: number | undefined;
  return requests.flatMap((refusal) => {
    const { refused, reset, period, limit, from, to } = refusal;
    if (!refused && reset !== undefined) announced = reset;
    // A Reset that repeats what was announced before is another fault: then the limit did not reset as announced.
    if (announced === undefined || (reset ?? 0) >= announced - TOLERANCES.resetSeconds) return [];
    const date = dateOf(refusal);
    if (!refused || date === undefined || reset === undefined || period !== 'minute' || limit !== perWindow) return [];
    // The limiter wrote its headers some time before Date was written.
    const since = date - (to - from) / 1_000 - Math.max(0, behind) - reset - TOLERANCES.resetSeconds;
    return since > TOLERANCES.resetSeconds ? [{ refusal, before: date - reset }] : [];
  });
}

/** In seconds, by the service's clock. */
function dateOf({ to, clockOffset }: MeteredRequest): number | undefined {
  return clockOffset === undefined ? undefined : Math.floor((to + clockOffset.least) / 1_000);
}

/** A Reset that had passed is wrong about the window; the rest of the refusal is not. */
export function withoutPastResets(history: History, past: readonly PastReset[]): History {
  if (past.length === 0) return history;
  const numbers = new Set(past.map(({ refusal }) => refusal.number));
  return seenAs(history, (request) =>
    numbers.has(request.number) ? withChanged(request, { reset: undefined }) : request,
  );
}

/** RATE-13: a request after Reset is admitted. One that is refused with a Reset that has passed is not. */
export function judgePastResets(past: readonly PastReset[]): Finding[] {
  const [first] = past;
  if (first === undefined) return [];
  const { refusal, before } = first;
  const says = `a request was refused with an X-RateLimit-Reset ${spokenTime(before * 1_000)} before its Date: the limit had not reset then`;
  const shownBy = past.slice(0, MOST_SHOWN).map((one) => one.refusal.number);
  return [
    makeFinding({ rule: 'RATE-13', shownBy }, 'fail', says, {
      expected: 'the instant at which the limit resets',
      actual: `${RATE_LIMIT_HEADERS.reset}: ${refusal.reset}`,
      fault: 'a 429 with a Reset in the past',
      place: RATE_LIMIT_HEADERS.reset,
    }),
  ];
}
