import { createHash } from 'node:crypto';
import { describe, inject, test } from 'vitest';
import { PAGE } from '../contract/pets.ts';
import { HarnessError } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { NonconformanceError, type ProbeBody, type ProbeRun } from './for-all.ts';
import { rulesBesides, type Brings } from './brings.ts';
import { createMissing } from './populate.ts';
import { asPrimary } from './exhaustion.ts';
import { isViolation, repeatViolations, settleDoubts } from './look-again.ts';
import { serviceOf, type Service } from './service.ts';
import { Session } from './session.ts';
import { untriedRequests } from './untried.ts';
import { useUp } from './use-up.ts';

export { forAll } from './for-all.ts';
export type { Service } from './service.ts';

let session: Session | undefined;
let running = '';

function theSession(): Session {
  session ??= new Session(inject('petvet'));
  return session;
}

const service: Service = serviceOf(theSession, () => running);

/** One section of the specification: what its probes send, and which rules they show. */
export function suite(title: string, body: (subject: { service: Service }) => void): void {
  // oxlint-disable-next-line vitest/valid-title -- a suite gives it
  describe(title, () => {
    body({ service });
  });
}

/** How a probe differs from an ordinary one. */
export interface ProbeOptions {
  /** Its first value belongs to a run of ten requests. */
  readonly smoke?: boolean;
  /** It sends POST, so it is left out where writes are off. */
  readonly writes?: boolean;
  /** It creates many pets, so it is left out unless that is asked for. */
  readonly populates?: boolean;
  /** What its responses are: rules that are judged on all of these are shown by it, too, when they are asked for alone. */
  readonly brings?: readonly Brings[];
}

/**
 * What is sent to show one or more rules. Whether they hold is decided later, from the evidence; a violation seen early
 * is noted with the input that showed it.
 */
export function probe(
  rule: RuleId | readonly RuleId[],
  title: string,
  body: ProbeBody | (() => Promise<void>),
  options: ProbeOptions = {},
): void {
  const shows: readonly RuleId[] = typeof rule === 'string' ? [rule] : rule;
  const besides = rulesBesides(options.brings ?? []);
  const place = probes++;
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- a suite gives the title and the demands
  test(title, { meta: { petvet: { rules: shows, besides } } }, async ({ task, skip }) => {
    const { spec, budget } = theSession();
    const isReplayed = spec.replay !== undefined && spec.replay.probe === title;
    if (spec.replay !== undefined && !isReplayed) skip('another probe is replayed');
    if (spec.smoke && options.smoke !== true) skip('not in a smoke run');
    if (options.populates === true && spec.populates !== true) skip('--populate was not given');
    if (options.writes === true && !spec.target.writes) skip('writes are off');
    if (![...shows, ...besides].some((id) => spec.chosen.includes(id))) skip('its rules were not chosen');
    running = title;
    const run: ProbeRun = {
      seed: spec.seed,
      draws: shareOf(budget.draws, spec.seed, place),
      smoke: spec.smoke,
      ...(isReplayed && spec.replay !== undefined && { path: spec.replay.path }),
      mayShrink: () => shrinksSpent++ < budget.shrinks,
      note: (found) => {
        const { counterexamples = [] } = task.meta.petvet ?? {};
        task.meta.petvet = { rules: shows, besides, counterexamples: [...counterexamples, found] };
      },
    };
    try {
      await body(run);
    } catch (error) {
      if (error instanceof HarnessError) skip(error.message);
      throw error;
    }
  });
}

/** Creates as many pets as are missing to more than one page holds, and says before how many; see {@link createMissing}. */
export async function populate(): Promise<void> {
  const run = theSession();
  await createMissing(service, (missing) => run.expectCreations(missing));
}

/** Looks again at what seemed wrong, until the judges are sure, and at what was; see {@link settleDoubts}, {@link repeatViolations}. */
export async function lookAgain(): Promise<void> {
  const run = theSession();
  const send = ({ request: { method, target, headers, body } }: Exchange) =>
    run.send(
      {
        method,
        target,
        headers: headers.filter(([name]) => name.toLowerCase() !== 'user-agent'),
        ...(body.kind === 'bytes' && { body: body.bytes }),
      },
      running,
    );
  await settleDoubts({
    conclude: () => run.conclude(),
    sent: (id) => run.exchange(id),
    send,
    pause: (milliseconds) => run.pause(milliseconds),
  });
  const violated = [...run.exchanges()].flatMap((exchange) =>
    run
      .findingsOf(exchange)
      .filter(isViolation)
      .map(({ rule }) => ({ rule, exchange })),
  );
  await repeatViolations({ send, violated, rest: run.rest() });
}

/**
 * Uses up what is left of the limit, if the run is to: with requests that were not sent yet, or that count, until two are left
 * and the burst goes out; then one more shows that the limit opens again, and where it does so before its Reset, another one
 * that it resets.
 */
export async function useUpLimit(): Promise<void> {
  const run = theSession();
  if (!run.budget.usesUp) return;
  const known = [...run.knowledge.animals.keys()];
  await useUp({
    isUsedUp: () => run.exhaustion.isDone,
    left: () => run.left,
    perMinute: () => run.perMinute,
    window: run.spec.target.windows.minute * 1_000,
    now: () => Date.now(),
    burst: () => run.exhaustion.leaveNow(),
    resetsAt: () => run.resetsAt,
    hold: (until, why) => run.hold(until, why),
    send: (request) => run.send(request, running),
    untried: untriedRequests(run.targets, known),
    counted: (nth) => asPrimary('GET', `/pets?limit=${(nth % PAGE.maximum) + PAGE.minimum}`),
  });
  await run.send(asPrimary('GET', '/pets?limit=1'), running);
  if (!run.exhaustion.opensBeforeReset || run.resetsAt === undefined) return;
  await run.hold(run.resetsAt + AFTER_RESET_MS, 'for the rate limit to reset');
  await run.send(asPrimary('GET', '/pets?limit=1'), running);
}

/** After a Reset, in milliseconds: a second's grace, and whole seconds. */
const AFTER_RESET_MS = 2_000;

/** Stands for all exchanges so far, where only several show a rule. */
export const theRun = Symbol('the run so far');

/**
 * What a suite demands of an exchange, or of the run so far: the judges of these rules find no violation in it.
 *
 * @returns an object whose `toConform` throws {@link NonconformanceError} with the first violation's sentence
 */
export function expect(subject: Exchange | typeof theRun): { toConform(...shown: readonly RuleId[]): void } {
  return {
    toConform(...shown) {
      const findings = subject === theRun ? theSession().conclude() : theSession().findingsOf(subject);
      const violations = findings.filter(
        ({ rule, verdict }) => shown.includes(rule) && verdict === 'fail' && rules[rule].level === 'must',
      );
      const [first] = violations;
      if (first === undefined) return;
      throw new NonconformanceError(`${first.rule}: ${first.says}`, [...new Set(violations.map(({ rule }) => rule))]);
    },
  };
}

/** How many probes there are so far. */
let probes = 0;

/** How many requests of the run went into smaller counterexamples. */
let shrinksSpent = 0;

/** Steps of this share of the whole fall as evenly as any. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Whole draws for one probe: the fraction left over falls to some probes in one run and to others in the next, evenly
 * enough that every run sends nearly as much.
 */
function shareOf(draws: number, seed: number, place: number): number {
  const whole = Math.floor(draws);
  const start = createHash('sha256').update(`${seed}`).digest().readUInt16BE() / 2 ** 16;
  return (start + place * GOLDEN) % 1 < draws - whole ? whole + 1 : whole;
}
