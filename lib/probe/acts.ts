import type { Exchange } from '../evidence/exchange.ts';
import { knownIds, nextPlanned } from './cover-more.ts';
import { asPrimary } from './credentials.ts';
import type { ProbeRun } from './for-all.ts';
import { isViolation, repeatViolations, settleDoubts } from './look-again.ts';
import { createMissing } from './populate.ts';
import { untriedLists, untriedRequests } from './untried.ts';
import { useUp } from './use-up.ts';

/** Creates as many pets as are missing to more than one page holds, and says before how many; see {@link createMissing}. */
export async function populate({ service, session }: ProbeRun): Promise<void> {
  await createMissing(service, (missing) => session.expectCreations(missing));
}

/** Looks again at what seemed wrong, until the judges are sure, and at what was; see {@link settleDoubts}, {@link repeatViolations}. */
export async function lookAgain({ session, service }: ProbeRun): Promise<void> {
  const send = ({ request: { method, target, headers, body } }: Exchange) =>
    service.sendAsIs({
      method,
      target,
      headers: headers.filter(([name]) => name.toLowerCase() !== 'user-agent'),
      ...(body.kind === 'bytes' && { body: body.bytes }),
    });
  await settleDoubts({
    conclude: () => session.conclude(),
    sent: (id) => session.exchange(id),
    send,
    pause: (milliseconds) => session.pause(milliseconds),
  });
  const violated = [...session.exchanges()].flatMap((exchange) =>
    session
      .findingsOf(exchange)
      .filter(isViolation)
      .map(({ rule }) => ({ rule, exchange })),
  );
  await repeatViolations({ send, violated, rest: session.limit.rest() });
}

/**
 * Uses up what is left of the limit, if the run is to: with requests that were not sent yet, or that count, until two are left
 * and the burst goes out; then one more shows that the limit opens again, and where it does so before its Reset, another one
 * that it resets.
 */
export async function useUpLimit({ session, service }: ProbeRun): Promise<void> {
  if (!session.budget.usesUp) return;
  await useUp(session.limit, {
    isUsedUp: () => session.exhaustion.isDone,
    burst: () => session.exhaustion.leaveNow(),
    send: (request) => service.sendAsIs(request),
    untried: untriedRequests(nextPlanned(session), session.targets, knownIds(session)),
    counted: untriedLists(session.targets),
  });
  await service.sendAsIs(asPrimary('GET', '/pets?limit=1'));
  const resetsAt = session.limit.resetsAt();
  if (!session.exhaustion.opensBeforeReset || resetsAt === undefined) return;
  await session.limit.hold(resetsAt + AFTER_RESET_MS, 'for the rate limit to reset');
  await service.sendAsIs(asPrimary('GET', '/pets?limit=1'));
}

/** After a Reset, in milliseconds: a second's grace, and whole seconds. */
const AFTER_RESET_MS = 2_000;
