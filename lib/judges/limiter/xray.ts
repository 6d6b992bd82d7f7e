import { largest, smallest } from '../../evidence/extremes.ts';
import { withoutThoseAmidOthers } from './amid-others.ts';
import { PLANS } from '../../contract/plans.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { mapEach } from '../sequence.ts';
import { findContradictions, findExplaining } from './remaining-bounds.ts';
import { fixedWindowModel } from './fixed-window.ts';
import type { History } from './metered-history.ts';
import type { Contradiction, LimiterKind, Quota } from './kinds.ts';
import { findUnexplainedUse } from './unexplained-use.ts';
import { findMissingRefill } from './no-refill.ts';
import { isLimitKept } from './early-refusals.ts';
import { isResetAlwaysAhead } from './reset-ahead.ts';
import { findResetMovedByUse } from './reset-with-use.ts';
import { slidingLogModel, tokenBucketModel } from './refilling.ts';
import { intervalRefillModel, largeSteps, otherSteps } from './interval-refill.ts';
import { LARGEST_REFILL, stepwiseModel } from './stepwise.ts';
import { beginningsOfHalves, isRenewedAfterHalf, windowInHalvesModel } from './window-in-halves.ts';
import { withoutLimitHeaders, type Period, type MeteredRequest } from './metered-request.ts';
import { weightedCounterModel } from './weighted-counter.ts';

/** One kind of limiter, compared with a history. */
export interface KindView {
  readonly kind: LimiterKind;
  /** None: a limiter of this kind could have responded like this. */
  readonly contradictions: readonly Contradiction[];
}

/** What a history shows about the limiter, for one of the plan's two windows. */
export interface Xray {
  readonly period: Period;
  /** The announced limit, or the plan's, and the window's length in milliseconds. */
  readonly quota: Quota;
  readonly kinds: readonly KindView[];
  /** How many units may be restored at a time. */
  readonly largestStep: number;
  /** No limiter of any kind could have responded like this: for each violated rule, the evidence. */
  readonly violations: readonly Contradiction[];
  /** A window of a clock may have turned once without being announced: no Reset says when it ends. */
  readonly mayTurnUnseen?: true;
  /** The violations leave the rules open: a bucket that gets this many units at a time could have answered like that. */
  readonly oddStep?: number;
}

/**
 * Compares a history with every kind of limiter. A kind is ruled out by the first two to five exchanges that contradict
 * it; a rule is violated only when every kind is ruled out.
 *
 * @returns undefined when no limit is known, so that nothing can be too much
 * Source: specification, section 8.
 */
export function makeXray(history: History, period: Period, knowledge: Knowledge): Xray | undefined {
  const quota = quotaOf(history, period, knowledge);
  if (quota === undefined || history.batches.length === 0) return undefined;
  const seen = keepPeriod(history, period);
  const disturbed = findUnexplainedUse(seen, quota).byOthers.length > 0;
  const isResetSilent = isResetAlwaysAhead(seen, quota);
  const models = [
    fixedWindowModel(quota, isResetSilent),
    slidingLogModel(quota),
    weightedCounterModel(quota, history.clockOffset, isResetSilent),
    tokenBucketModel(quota),
    stepwiseModel(quota, disturbed),
  ];
  const stayed = disturbed
    ? {}
    : {
        'token bucket': findMissingRefill(seen, quota),
        'stepwise refill': findMissingRefill(seen, quota, quota.perWindow * LARGEST_REFILL),
      };
  const found = withoutThoseAmidOthers(findContradictions(models, seen, quota), seen, quota);
  // Only what had been announced asks for it: it reads the whole log.
  const isTooLow =
    found.some((ofKind) => ofKind.some(({ by }) => by === 'announced')) &&
    (findHighestRemaining(seen) < quota.perWindow - 1 || isLimitKept(seen, quota));
  const views = models.map(({ kind }, index) => holdAgainst(kind, found[index] ?? [], { isTooLow, stayed }));
  const isNone = views.every(({ contradictions }) => contradictions.length > 0);
  const steps = isNone ? firstExplaining(largeSteps(quota), 1, seen, quota) : undefined;
  const isInHalves = isNone && steps === undefined && areHalvesExplaining(seen, quota);
  const explained = steps !== undefined ? 'stepwise refill' : isInHalves ? 'sliding log' : undefined;
  const kinds = withoutLikeness(explained === undefined ? views : withoutContradictions(views, explained), seen, quota);
  const largestStep = isInHalves ? quota.perWindow : (steps ?? quota.perWindow * LARGEST_REFILL);
  const violations = findViolations(kinds, quota);
  const isTried = violations.length > 0 && seen.batches.length <= MOST_TRIED;
  const oddStep = isTried ? firstExplaining(otherSteps(quota), TELLING_REFILLS, seen, quota) : undefined;
  const isFixed = kinds.some(({ kind, contradictions }) => kind === 'fixed window' && contradictions.length === 0);
  return {
    period,
    quota,
    kinds,
    largestStep,
    violations,
    ...(isResetSilent && isFixed && { mayTurnUnseen: true as const }),
    ...(oddStep !== undefined && { oddStep }),
  };
}

/** The announced limit, or the plan's; undefined where none is known. */
export function quotaOf(history: History, period: Period, knowledge: Knowledge): Quota | undefined {
  const perWindow = findLimit(history, period, knowledge);
  return perWindow === undefined ? undefined : { perWindow, windowMs: knowledge.windows[period] * 1_000 };
}

/** Odd steps are tried on no longer histories: a load of thousands of requests has other evidence. */
const MOST_TRIED = 2_000;

/** One rise of any size has an odd step that explains it; a second one of that size, when it is due, makes it likely. */
const TELLING_REFILLS = 2;

/**
 * The first of several large steps that explains a history: tried where no kind does.
 *
 * @param least - refills that must have shown
 */
function firstExplaining(steps: readonly number[], least: number, seen: History, quota: Quota): number | undefined {
  const models = steps.map((step) => ({ step, ...intervalRefillModel(quota, step, seen.clockOffset) }));
  return findExplaining(models, seen, quota).find(
    ({ step, refillsShown }) => refillsShown() >= least && findMissingRefill(seen, quota, step) === undefined,
  )?.step;
}

/**
 * A weighted counter whose Reset tells nothing fits what a bucket does. Where another kind fits, too, it is ruled out by a Reset that is a bucket's: that
 * distinguishes kinds, and violates no rule.
 */
function withoutLikeness(views: readonly KindView[], seen: History, quota: Quota): readonly KindView[] {
  const isLikely = ({ kind, contradictions }: KindView) => kind !== 'weighted counter' && contradictions.length === 0;
  if (!views.some(isLikely)) return views;
  return views.map((view) => {
    if (view.kind !== 'weighted counter' || view.contradictions.length > 0) return view;
    const moved = findResetMovedByUse(seen, quota);
    return moved === undefined ? view : { ...view, contradictions: [moved] };
  });
}

/** Whether a sliding window kept in two halves explains a history, with a return that shows: tried where nothing else does. */
function areHalvesExplaining(seen: History, quota: Quota): boolean {
  if (seen.batches.length > MOST_TRIED || isRenewedAfterHalf(seen, quota)) return false;
  const models = beginningsOfHalves(seen, quota).map((begins) => windowInHalvesModel(quota, begins, seen));
  return findExplaining(models, seen, quota).some(({ refillsShown }) => refillsShown() > 0);
}

function withoutContradictions(views: readonly KindView[], explained: LimiterKind): readonly KindView[] {
  return views.map((view) => (view.kind === explained ? { ...view, contradictions: [] } : view));
}

/** The kinds that could have responded like this. */
export function consistentKinds({ kinds }: Xray): readonly LimiterKind[] {
  return kinds.filter(({ contradictions }) => contradictions.length === 0).map(({ kind }) => kind);
}

/** The limit of a window: as announced, which RATE-3 judges; else as the plan has it; else that of the smaller plan. */
function findLimit({ requests }: History, period: Period, { plan }: Knowledge): number | undefined {
  const announced = requests.find((request) => request.period === period)?.limit;
  if (announced !== undefined) return announced;
  const declared = period === 'minute' ? plan.perMinute : plan.perDay;
  if (declared !== undefined || period === 'day') return declared;
  const ofDay = requests.find((request) => request.period === 'day')?.limit;
  return Object.values(PLANS).find(({ perDay }) => perDay === ofDay)?.perMinute;
}

/** The history of one window: what a response says about the other one is left out. */
function keepPeriod(history: History, period: Period): History {
  if (history.requests.every((request) => request.period === period)) return history;
  const see = (request: MeteredRequest): MeteredRequest =>
    request.period === period ? request : withoutLimitHeaders(request);
  return {
    ...history,
    requests: mapEach(history.requests, see),
    batches: mapEach(history.batches, (batch) => ({ ...batch, requests: batch.requests.map(see) })),
  };
}

/** The highest Remaining; one that says nothing counts as 0. */
function findHighestRemaining({ requests }: History): number {
  let highest = -Infinity;
  for (const { remaining = 0 } of requests) highest = Math.max(highest, remaining);
  return highest;
}

/** What a history shows whatever the kind of limiter. */
interface Shown {
  /** Remaining is never what a first request leaves, or just the limit was admitted: it is too low, where more than that were admitted. */
  readonly isTooLow: boolean;
  /** That no unit was restored, for kinds that always restore some. */
  readonly stayed: Partial<Record<LimiterKind, Contradiction | undefined>>;
}

function holdAgainst(kind: LimiterKind, found: readonly Contradiction[], { isTooLow, stayed }: Shown): KindView {
  // Where Remaining itself makes no sense, its announcements do not count.
  const senseless = found.some(({ by }) => by === 'remaining' || by === 'restored');
  const kept = found
    .filter(({ by }) => !(senseless && by === 'announced'))
    .map((one) => (one.by === 'announced' && isTooLow ? { ...one, rule: 'RATE-4' as const } : one));
  const refuted = stayed[kind];
  return { kind, contradictions: refuted === undefined ? kept : [refuted, ...kept] };
}

function findViolations(kinds: readonly KindView[], quota: Quota): Contradiction[] {
  if (kinds.some(({ contradictions }) => contradictions.length === 0)) return [];
  // A kind that merely behaves differently does not show what is wrong.
  const byNature = ({ contradictions }: KindView) => contradictions.some(({ by }) => by === 'refill' || by === 'reset');
  const telling = kinds.some((kind) => !byNature(kind)) ? kinds.filter((kind) => !byNature(kind)) : kinds;
  const faults = telling
    .map(({ contradictions }) => contradictions.filter(({ by }) => by !== 'refill' && by !== 'reset'))
    .filter((ofKind) => ofKind.length > 0);
  const [plainest] = faults.toSorted((a, b) => a.length - b.length);
  if (plainest === undefined) return [];
  const shared = plainest.filter(({ rule }) => faults.every((ofKind) => ofKind.some((one) => one.rule === rule)));
  // A limiter that begins a window too early restores Remaining too early, and admits too many as soon as enough are sent.
  const isEarly = shared.length > 0 && shared.every(({ by }) => by === 'restored');
  const counted = (isEarly ? faults.flat() : shared).filter(({ by }) => by === 'admitted');
  // A limiter that admits too many announces too many: that is one fault.
  const chosen = counted.length > 0 ? counted : shared.length > 0 ? shared : preferRemaining(plainest, faults, quota);
  const held = chosen.filter(({ by }) => by !== 'remaining' || !kinds.some(isOnlyLate));
  return held.filter((one, index) => held.findIndex(({ rule }) => rule === one.rule) === index);
}

/**
 * Where only what had been announced speaks for too many admitted, and for other kinds Remaining itself makes no sense, it is Remaining that is
 * wrong: by petvet's own count no more were admitted than the limit. A kind that explained Remaining long after every other one had failed,
 * or explains what came later and what every other one fails on, is the limiter's, and what it admits beyond that is too much.
 */
function preferRemaining(
  plainest: readonly Contradiction[],
  faults: readonly (readonly Contradiction[])[],
  { perWindow }: Quota,
): readonly Contradiction[] {
  if (!isOnlyAnnounced(plainest)) return plainest;
  const lasting = firstOf(plainest) - perWindow * LASTING;
  if (faults.every((ofKind) => isOnlyAnnounced(ofKind) || firstOf(ofKind) <= lasting)) return plainest;
  const end = largest(plainest.flatMap(({ shownBy }) => shownBy));
  const failsLater = (ofKind: readonly Contradiction[]) => ofKind.every(({ shownBy }) => largest(shownBy) > end);
  if (faults.every((ofKind) => isOnlyAnnounced(ofKind) || failsLater(ofKind))) return plainest;
  const senseless = faults.filter((ofKind) => ofKind.some(({ rule }) => rule === 'RATE-4'));
  return senseless.toSorted((a, b) => a.length - b.length).at(0) ?? plainest;
}

/** Whether what had been announced is all that speaks against a kind. */
function isOnlyAnnounced(contradictions: readonly Contradiction[]): boolean {
  return contradictions.every(({ by }) => by === 'announced');
}

/** For how many requests more a kind explains Remaining, as a share of the limit, where that is no chance. */
const LASTING = 1 / 2;

/** The first request that does not fit a kind. */
function firstOf(contradictions: readonly Contradiction[]): number {
  return smallest(contradictions.flatMap(({ shownBy }) => shownBy));
}

/**
 * The specification does not say how much is restored at a time. A service that restored nothing for a while may do so later: a
 * small rise of Remaining is therefore not a violation.
 */
function isOnlyLate({ kind, contradictions }: KindView): boolean {
  return kind === 'stepwise refill' && contradictions.length > 0 && contradictions.every(({ by }) => by === 'refill');
}
