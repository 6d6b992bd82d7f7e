import { getPetPhase } from '../contract/lifecycle.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { readBetweenIds } from './between-ids.ts';
import { knownIds, nextPlanned } from './cover-more.ts';
import { createAlike } from './create-alike.ts';
import { asPrimary } from './credentials.ts';
import type { ProbeRun } from './for-all.ts';
import {
  FOR_THE_OTHERS,
  HALF_WAY,
  IN_THE_END,
  isViolation,
  repeatViolations,
  settleDoubts,
  type Patience,
} from './look-again.ts';
import { createMissing } from './populate.ts';
import { firstReadOf, readOf } from './read-of.ts';
import type { Finding } from '../judges/finding.ts';
import { ONE_TOO_EARLY } from '../judges/limiter/judge-refusals.ts';
import { NOT_IN_TIME, USED_BEFORE } from '../judges/limiter/judge-reset.ts';
import { untriedLists, untriedRequests } from './untried.ts';
import { useUp } from './use-up.ts';
import { lookForWitnesses } from './witnesses.ts';

/** Creates as many pets as are missing to more than one page holds, and says before how many; see {@link createMissing}. */
export async function populate({ service, session }: ProbeRun): Promise<void> {
  await createMissing(service, (missing) => session.expectCreations(missing));
}

/**
 * Looks again at what seemed wrong, until the judges are sure, and at what was; see {@link createAlike}, {@link settleDoubts},
 * {@link repeatViolations}.
 */
export async function lookAgain(run: ProbeRun): Promise<void> {
  await createAlike(run);
  await settle(run, () => run.session.judged.conclude(), IN_THE_END);
  const { session, service } = run;
  const { judged } = session;
  const kept = session.budget.usesUp ? FOR_THE_OTHERS : FOR_THE_END;
  await lookForWitnesses(judged, session.limit.rest() - kept, (id) => service.getPet(id));
  await readBetweenIds(judged, session.limit.rest() - MUCH, (id) => service.getPet(id));
  const violated = [...judged.exchanges()].flatMap((exchange) =>
    judged
      .findingsOf(exchange)
      .filter(isViolation)
      .map(({ rule }) => ({ rule, exchange })),
  );
  await repeatViolations({ send: resend(run), violated, rest: session.limit.rest() });
}

/** Beyond as many requests a run has some to spare for what few services need. */
const MUCH = 100;

/** The requests that are kept for what comes after, where the limit is not used up. */
const FOR_THE_END = 2;

/** Looks again at what seems wrong by now, once and in few requests: the end of the run looks at all of it. */
export async function lookAgainSoon(run: ProbeRun): Promise<void> {
  await settle(run, () => run.session.judged.soFar(), HALF_WAY);
}

async function settle(run: ProbeRun, conclude: () => readonly Finding[], patience: Patience): Promise<void> {
  const { session } = run;
  const mayRead = patience === IN_THE_END && getPetPhase(session.judged.knowledge.asOf) === 'deprecated';
  await settleDoubts(
    {
      conclude,
      sent: (id) => session.judged.exchange(id),
      send: resend(run),
      pause: (milliseconds) => session.pause(milliseconds),
      seed: session.spec.seed,
      readOf: (creation) =>
        readOf(creation, session.judged.exchanges()) ??
        (mayRead ? firstReadOf(creation, session.judged.exchanges()) : undefined),
    },
    patience,
  );
}

function resend({ service }: ProbeRun): (exchange: Exchange) => Promise<unknown> {
  return ({ request: { method, target, headers, body } }) =>
    service.sendAsIs({
      method,
      target,
      headers: headers.filter(([name]) => name.toLowerCase() !== 'user-agent'),
      ...(body.kind === 'bytes' && { body: body.bytes }),
    });
}

/**
 * Uses up what is left of the limit, if the run is to: with requests that were not sent yet, or that count, until two are left
 * and the burst goes out; then one more shows that the limit opens again, and where it does so before its Reset, another one
 * that it resets. Where one request was refused that the response before it had announced to be within the limit, another client
 * of the key may have been quicker: then all of it is done once more, as it is not likely to be so twice.
 */
export async function useUpLimit(run: ProbeRun): Promise<void> {
  const { session } = run;
  if (!session.budget.usesUp) return;
  await useUpOnce(run);
  if (session.judged.conclude().some(isRefusedByChance)) {
    session.exhaustion.again();
    await useUpOnce(run);
  }
  if (session.judged.conclude().some(isResetUntried)) await tryNextReset(run);
}

function isRefusedByChance({ verdict, see, fault }: Finding): boolean {
  return verdict === 'inconclusive' && see === undefined && fault === ONE_TOO_EARLY;
}

function isResetUntried({ rule, see, fault }: Finding): boolean {
  return rule === 'RATE-13' && see === undefined && fault === NOT_IN_TIME;
}

/** More of a window than the judge needs to see that it renewed. */
const USED_FOR_RESET = 1.2 * USED_BEFORE;

/**
 * A Retry-After that ends long after Reset, as a whole window from the refusal does, lets nobody try that Reset. The next one shows the same: some of its
 * window is used, and a request after it finds the whole quota.
 */
async function tryNextReset(run: ProbeRun): Promise<void> {
  const { session, service } = run;
  const { limit } = session;
  const figure = limit.perMinute();
  if (figure === undefined) return;
  const most = Math.floor(figure * (1 - USED_FOR_RESET));
  if (limit.rest() < Math.max(0, (limit.left() ?? figure) - most) + 1) return;
  for (const request of untriedLists(session.targets)) {
    const left = limit.left();
    if (left === undefined || left <= most || limit.rest() <= 1) break;
    await service.sendAsIs(request);
  }
  await lookAfterReset(run, 'to see whether the limit resets as announced');
}

/** Waits for the Reset that was announced last, and sends a request. @param why - for those who watch */
async function lookAfterReset({ session: { limit }, service }: ProbeRun, why: string): Promise<void> {
  const resetsAt = limit.resetsAt();
  if (resetsAt === undefined) return;
  await limit.hold(resetsAt + AFTER_RESET_MS, why);
  await service.sendAsIs(asPrimary('GET', '/pets?limit=1'));
}

async function useUpOnce(run: ProbeRun): Promise<void> {
  const { session, service } = run;
  await useUp(session.limit, {
    isUsedUp: () => session.exhaustion.isDone,
    burst: () => session.exhaustion.leaveNow(),
    send: (request) => service.sendAsIs(request),
    untried: untriedRequests(await nextPlanned(run), session.targets, knownIds(session)),
    counted: untriedLists(session.targets),
  });
  await service.sendAsIs(asPrimary('GET', '/pets?limit=1'));
  if (session.exhaustion.opensBeforeReset) await lookAfterReset(run, 'for the rate limit to reset');
}

/** After a Reset, in milliseconds: a second's grace, and whole seconds. */
const AFTER_RESET_MS = 2_000;
