import type { ClientFinding, ClientRuleId } from './finding.ts';
import { judgeDeprecated, judgeDocumented, judgeKey } from './judge-requests.ts';
import { judgeBackoff, judgeInsisting, judgeRetryAfter } from './judge-waits.ts';
import type { ClientRequest } from './request-log.ts';
import { SITUATIONS } from './situations.ts';

/**
 * The verdict on each CLIENT rule, in the order of the catalogue.
 *
 * @param log - every request of the client, in the order of arrival
 * @param asOf - an ISO date: from the removal of getPet on, a call of it is a violation
 */
export function judgeClient(log: readonly ClientRequest[], asOf: string): ClientFinding[] {
  return [
    judgeKey(log),
    judgeRetryAfter(showing('CLIENT-2', log)),
    judgeBackoff(showing('CLIENT-3', log)),
    judgeInsisting(showing('CLIENT-4', log)),
    judgeDocumented(log),
    judgeDeprecated(log, asOf),
  ];
}

/** What shows how a client meets 429s: where something else goes wrong as well, a request sent anew is no retry of a refused one. */
function showing(rule: ClientRuleId, log: readonly ClientRequest[]): ClientRequest[] {
  return log.filter(({ situation }) => situation === undefined || SITUATIONS[situation].shows.includes(rule));
}
