import type { History } from './metered-history.ts';
import { withoutLimitHeaders, type MeteredRequest } from './metered-request.ts';
import { seenAs } from './over-limit.ts';

/**
 * A refusal that announces a Limit which no admitted request was told is another limit's, and so are its Remaining and Reset: they say nothing of
 * the one that is followed.
 */
export function withoutOtherLimits(history: History): History {
  const told = new Set<number | undefined>();
  for (const { refused, limit, period } of history.requests) if (!refused && period === 'minute') told.add(limit);
  const isOther = ({ refused, limit, period }: MeteredRequest) =>
    refused && period === 'minute' && told.size > 0 && !told.has(limit);
  if (!history.requests.some(isOther)) return history;
  return seenAs(history, (request) => (isOther(request) ? withoutLimitHeaders(request) : request));
}
