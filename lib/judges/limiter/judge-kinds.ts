import { nameOfUse } from '../../shapes/observation-names.ts';
import { type Finding, makeFinding, MOST_SHOWN } from '../finding.ts';
import { pick } from '../sequence.ts';
import type { History } from './metered-history.ts';
import type { MeteredRequest } from './metered-request.ts';
import { consistentKinds, type Xray } from './xray.ts';
import { TOLERANCES } from './prices.ts';

/** How many requests of a key show its kind of limiter; fewer fit nearly any. */
export const TELLING = 20;

/**
 * RATE-12: what kind of limiter it looks like, and which refused requests use up the window. Recorded only.
 *
 * @param shorter - that its window looks shorter than the run was told
 */
export function judgeKinds(history: History, xray: Xray, shorter?: Pick<Finding, 'says' | 'shownBy'>): Finding[] {
  const { requests, countedStatuses, uncountedStatuses } = history;
  const numbers = requests.slice(0, MOST_SHOWN).map(({ number }) => number);
  const kinds = consistentKinds(xray);
  const kind =
    requests.length < TELLING
      ? []
      : [
          makeFinding({ rule: 'RATE-12', shownBy: numbers }, 'observed', looksLike(kinds, xray), {
            topic: 'kind',
            actual: kinds.join(', '),
          }),
        ];
  return [
    ...(shorter === undefined
      ? []
      : [
          makeFinding({ rule: 'RATE-12', shownBy: shorter.shownBy }, 'observed', shorter.says, {
            topic: 'window',
            actual: shorter.says,
          }),
        ]),
    ...kind,
    ...overLimit(requests),
    ...movedByRefusal(requests),
    // Where Remaining is wrong, it does not show which requests use up the window either.
    ...(xray.violations.some(({ rule }) => rule === 'RATE-4')
      ? []
      : [
          ...habits(requests, countedStatuses, (status) => nameOfUse(status, true)),
          ...habits(requests, uncountedStatuses, (status) => nameOfUse(status, false)),
        ]),
  ];
}

/**
 * What requests that deserve another error get over the limit: 404 for an unknown id or route and 400 for a bad body
 * are as right there as 429. Seen between a 429 and the end of its Retry-After.
 */
function overLimit(requests: History['requests']): Finding[] {
  let closed: { readonly since: number; readonly until: number } | undefined;
  const met = new Map<number, number[]>();
  for (const { refused, from, to, retryAfter, status, number } of requests) {
    if (refused && retryAfter !== undefined) closed = { since: to, until: to + retryAfter };
    // A caller that is served again is no longer over the limit, whatever Retry-After said.
    if (status >= 200 && status < 300 && closed !== undefined && from >= closed.since) closed = undefined;
    const isWithin = closed !== undefined && from >= closed.since && to <= closed.until;
    if (!isWithin || !ANOTHER_REFUSAL.includes(status)) continue;
    const numbers = met.get(status) ?? [];
    met.set(status, numbers);
    if (numbers.length < MOST_SHOWN) numbers.push(number);
  }
  return [...met].map(([status, numbers]) =>
    makeFinding(
      { rule: 'RATE-12', shownBy: numbers },
      'observed',
      `over the limit some requests get ${status} and not 429`,
      { topic: 'over the limit', actual: `${status}` },
    ),
  );
}

/** A Reset that stayed the same for this long does not follow the clock. In milliseconds. */
const STOOD_MS = 3_000;

/**
 * A 429 with a later Reset than the responses before it: a limiter may refuse a caller that exceeds the limit for longer. Section 8 says that a
 * request over the limit receives 429, not for how long.
 */
function movedByRefusal(requests: History['requests']): Finding[] {
  let first: MeteredRequest | undefined;
  let last: MeteredRequest | undefined;
  for (const request of requests) {
    const { refused, reset } = request;
    if (reset === undefined) continue;
    const moved = reset - (first?.reset ?? reset);
    if (!refused) {
      if (first === undefined || Math.abs(moved) > TOLERANCES.resetSeconds) first = request;
      last = request;
      continue;
    }
    if (first === undefined || last === undefined || last.from - first.to < STOOD_MS) continue;
    if (moved <= TOLERANCES.twoResetsSeconds) continue;
    const says =
      'a 429 announced a later X-RateLimit-Reset than the responses before it: a request over the limit may lengthen the wait';
    const shownBy = [last.number, request.number];
    return [makeFinding({ rule: 'RATE-12', shownBy }, 'observed', says, { topic: 'refusals', actual: 'Reset moved' })];
  }
  return [];
}

/** Statuses that a request may deserve whatever the limit says. */
const ANOTHER_REFUSAL: readonly number[] = [400, 404, 405, 413, 415, 422];

/** Short enough for one row of a table. */
function looksLike(kinds: readonly string[], xray: Xray): string {
  if (kinds.length === xray.kinds.length) return 'the limiter is consistent with every known kind';
  return `the limiter is consistent with ${kinds.length === 0 ? 'no known kind' : kinds.join(', ')}`;
}

function habits(
  requests: History['requests'],
  statuses: ReadonlySet<number>,
  says: (status: number) => string,
): Finding[] {
  return [...statuses].map((status) => {
    const shownBy = pick(requests, (request) => request.status === status).slice(0, MOST_SHOWN);
    return makeFinding({ rule: 'RATE-12', shownBy: shownBy.map(({ number }) => number) }, 'observed', says(status), {
      topic: 'use of the window',
      actual: says(status),
    });
  });
}
