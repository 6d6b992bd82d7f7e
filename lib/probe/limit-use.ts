import { isAnsweredWithinLimit } from '../contract/within-limit.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { largest, smallest } from '../evidence/extremes.ts';
import { BURST, SECOND_CALLER } from '../evidence/record-names.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { Target } from '../targets/target.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { burstRequests } from './burst-requests.ts';
import { SECOND } from './credentials.ts';
import type { ExhaustionSender } from './exhaustion.ts';
import { remainingOf, resetOf, speaksOfDay } from './pace.ts';

/** What a session lends to the using up of its limit. */
interface SenderOfSession {
  readonly deliver: (request: OutgoingRequest, probe: string, overLimit?: boolean) => Promise<Exchange>;
  readonly knowledge: () => JudgeKnowledge;
  readonly freshName: () => string;
}

/** Sends what using up a target's limit asks for, through a session. */
export function exhaustionSender(target: Target, { deliver, knowledge, freshName }: SenderOfSession): ExhaustionSender {
  const second: OutgoingRequest = { method: 'GET', target: '/pets?limit=1', headers: SECOND.headers };
  return {
    async burst(count, creates) {
      const known = knowledge();
      const requests = burstRequests(count, { ...known, writes: known.writes && creates, name: freshName });
      const sent = await Promise.all(requests.map((request) => deliver(request, BURST, true)));
      const isAdmitted = sent.every(isAnsweredWithinLimit);
      return {
        isAdmitted,
        isJustUsedUp: isAdmitted && (areJustUsedUp(sent, target) || sent.every((one) => speaksOfDay(one, target))),
        resets: sent.filter(({ answer }) => answer?.status === 429).flatMap((one) => resetOf(one, target) ?? []),
      };
    },
    ...(target.secondApiKey !== undefined && { second: () => deliver(second, SECOND_CALLER) }),
  };
}

/** Whether none of several at once was over the limit, by what their responses say remains, and the last one took what was left. */
function areJustUsedUp(sent: readonly Exchange[], target: Target): boolean {
  const remaining = sent.map((one) => remainingOf(one, target) ?? Number.NaN);
  return largest(remaining) >= sent.length - 1 && smallest(remaining) === 0;
}
