import type { Exchange } from '../evidence/exchange.ts';
import { IDLE_MS } from '../wire/lines.ts';

/** Whether two requests were under way at the same time. */
export function areAtOnce({ times: one }: Exchange, { times: other }: Exchange): boolean {
  return one.startedAt < other.endedAt && other.startedAt < one.endedAt;
}

/** Whether another request of these was under way at the same time: what one caller gets may be another's. */
export function hadCompany(exchange: Exchange, all: Iterable<Exchange>): boolean {
  for (const other of all) if (other.id !== exchange.id && areAtOnce(exchange, other)) return true;
  return false;
}

/**
 * Whether a request without a valid key came so soon after one with it that it may have gone over the same connection, which
 * a service may remember. Safe methods only: any other has a connection of its own.
 */
export function mayShareConnection(exchange: Exchange, all: Iterable<Exchange>): boolean {
  if (!isSafe(exchange) || hasKey(exchange)) return false;
  for (const other of all) {
    const pause = exchange.times.startedAt - other.times.endedAt;
    if (isSafe(other) && hasKey(other) && pause >= 0 && pause < IDLE_MS) return true;
  }
  return false;
}

/**
 * What surrounded a request when it showed a violation and does not surround it today, in one clause; undefined where nothing
 * is missing. Without it today's responses cannot show that violation again.
 *
 * @param before - the exchange of then, among all of its run
 * @param after - those of today that take its place, among all of today's
 */
export function missingCompany(
  before: Exchange,
  recorded: Iterable<Exchange>,
  after: readonly Exchange[],
  today: readonly Exchange[],
): string | undefined {
  if (after.length === 0) return undefined;
  if (hadCompany(before, recorded) && !after.some((one) => hadCompany(one, today)))
    return 'was under way together with another request then, and is not this time';
  if (mayShareConnection(before, recorded) && !after.some((one) => mayShareConnection(one, today)))
    return 'followed a request with the key at once then, and does not this time';
  return undefined;
}

function isSafe({ request: { method } }: Exchange): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hasKey({ request: { credential } }: Exchange): boolean {
  return credential === 'primary' || credential === 'second';
}

/** Requests in their order, those together that were under way at the same time. */
export function atOnce(steps: readonly Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.some((other) => areAtOnce(step, other)) === true) last.push(step);
    else groups.push([step]);
  }
  return groups;
}
