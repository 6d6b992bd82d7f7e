import { randomBytes } from 'node:crypto';
import { BudgetSpentError } from '../errors.ts';
import type { EndFacts } from '../evidence/early-end.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { createMask } from '../evidence/masking.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { VALID } from '../probe/credentials.ts';
import { dayOptions } from '../probe/day-count.ts';
import { longestRun } from '../probe/run-time.ts';
import { otherSecrets, type Target } from '../targets/target.ts';
import { CHUNKED, type OutgoingRequest } from '../wire/outgoing.ts';
import { createWire, type Wire } from '../wire/wire.ts';
import type { DayUse } from '../run/day-use.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import type { Settled } from './settled.ts';
import { requestKey } from './situation.ts';
import { PETVET_VERSION } from '../run/version.ts';

/** What is to be sent again, and where. */
export interface ReplayPlan {
  readonly recorded: RecordedRun;
  /** Those that matter most first: the requests may not suffice for all. */
  readonly findings: readonly RecordedFinding[];
  readonly target: Target;
  /** Of this run: its rules are those of the findings, the others are left out. */
  readonly knowledge: Knowledge;
  readonly runId: string;
  readonly maxRequests: number;
  /** So many more may be sent of one that came and went, where with them its absence tells. */
  readonly maxInsisting: number;
  /** The day of the key, which the requests are counted against. */
  readonly day?: DayUse | undefined;
  readonly onWaiting?: (until: number, why: string) => void;
  /** Told of every exchange as it ends. */
  readonly append: (exchange: Exchange) => void;
  /** Fires when nothing more is to be sent. */
  readonly interrupt: AbortSignal;
}

/** What sending again came to. */
export interface Replayed {
  readonly settled: readonly Settled[];
  readonly facts: Pick<RunFacts, 'waitedSeconds' | 'interrupted'> & EndFacts;
}

/** The first look: whether the service is there, takes the key, and which pets it has today. */
export const FIRST_LOOK: OutgoingRequest = {
  method: 'GET',
  target: '/pets?limit=100',
  headers: [['Accept', 'application/json'], ...VALID.headers],
};

/**
 * Keeps a replay within the time of a run of as many requests: about three windows. What it did not come to by then cannot be told.
 *
 * @param startedAt - milliseconds since 1970
 * @returns tells why it does not wait until an instant; undefined where it does
 */
export function withinTime(
  { target, maxRequests }: Pick<ReplayPlan, 'target' | 'maxRequests'>,
  startedAt: number,
): (until: number) => BudgetSpentError | undefined {
  const { perMinute } = target.plan;
  const { longest } = longestRun({
    planned: maxRequests,
    perWindow: perMinute,
    window: target.windows.minute * 1_000,
    isQuick: false,
  });
  return (until) =>
    until < startedAt + longest
      ? undefined
      : new BudgetSpentError(
          `the ${Math.round(longest / 1_000)} s that sending it again may take would be over after the next wait`,
        );
}

/** The wire of a replay. @param append - told of every exchange as it ends */
export function wireOf(plan: ReplayPlan, append: (exchange: Exchange) => void): Wire {
  const { target, runId, day } = plan;
  const maxRequests = plan.maxRequests + plan.maxInsisting;
  return createWire({
    target,
    mask: createMask({
      primary: target.apiKey,
      wrong: randomBytes(16).toString('hex'),
      ...(target.secondApiKey !== undefined && { second: target.secondApiKey }),
      extra: otherSecrets(target),
    }),
    append,
    maxRequests,
    runId,
    version: PETVET_VERSION,
    refusesWait: withinTime({ target, maxRequests }, Date.now()),
    ...dayOptions(day?.bounds),
  });
}

/** One request that is about to be sent as a text; see {@link requestKey}. */
export function keyOf({ method, target, headers, body, chunked }: OutgoingRequest): string {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes === undefined || bytes.length === 0) return requestKey({ method, target, headers, body: { kind: 'none' } });
  const told = chunked === true ? [...headers, CHUNKED] : headers;
  return requestKey({ method, target, headers: told, body: { kind: 'bytes', bytes } });
}
