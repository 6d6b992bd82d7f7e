import type { ClientFinding } from './finding.ts';
import { judgeDeprecated, judgeDocumented, judgeKey } from './judge-requests.ts';
import { judgeBackoff, judgeInsisting, judgeRetryAfter } from './judge-waits.ts';
import type { ClientRequest } from './request-log.ts';

/**
 * The verdict on each CLIENT rule, in the order of the catalogue.
 *
 * @param log - every request of the client, in the order of arrival; not empty
 * @param asOf - an ISO date: from the removal of getPet on, a call of it is a violation
 */
export function judgeClient(log: readonly ClientRequest[], asOf: string): ClientFinding[] {
  return [
    judgeKey(log),
    judgeRetryAfter(log),
    judgeBackoff(log),
    judgeInsisting(log),
    judgeDocumented(log),
    judgeDeprecated(log, asOf),
  ];
}
