import { pick } from '../sequence.ts';
import type { History, LimiterLog } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { isSuccess, readMeteredRequest, type MeteredRequest } from './metered-request.ts';

/**
 * What responses with 401 say about the limit, where the key that they refuse is valid: it was served before and later, no 429 came that a ban
 * might follow, and they say themselves that nothing remains of its limit. By the numbers of their exchanges.
 */
export function readUnauthorized(
  { readings, knowledge }: LimiterLog,
  { requests }: History,
  { perWindow }: Quota,
): ReadonlyMap<number, MeteredRequest> {
  const found = new Map<number, MeteredRequest>();
  const refused = pick(
    readings,
    ({ exchange: { request, answer }, expectation: { caller } }) =>
      answer.status === 401 && request.credential === 'primary' && caller === 'valid',
  );
  if (refused.length === 0) return found;
  const served = pick(requests, isSuccess);
  const [first, last] = [served.at(0)?.from ?? Infinity, served.at(-1)?.from ?? -Infinity];
  const limited = requests.find((request) => request.refused)?.from ?? Infinity;
  for (const reading of refused) {
    const request = readMeteredRequest(reading, knowledge);
    const { from, to, limit, remaining } = request;
    const isValid = first < from && to < last && from < limited;
    if (isValid && limit === perWindow && remaining === 0) found.set(request.number, request);
  }
  return found;
}
