import { narrowClock, type ClockSpan } from '../../contract/clock-ahead.ts';
import type { CredentialRole } from '../../evidence/exchange.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { hasFurtherWord, isRefusedInFront } from '../../evidence/refused-in-front.ts';
import type { Caller, JudgeKnowledge } from '../../expectation/expectation.ts';
import { expect } from '../../expectation/expect.ts';
import type { Unanswered } from '../unanswered.ts';
import type { Reading } from '../reading.ts';
import { pick, type Sequence } from '../sequence.ts';
import { countInFront } from './counted-in-front.ts';
import { LeanTakes } from './lean-takes.ts';
import { isSameWindow } from './same-window.ts';
import { stepsOf, type Step } from './step.ts';
import { isSuccess, silentTake, takeOf, type Take } from './take.ts';

/** What one caller's limiter was asked, in order. */
export interface History {
  readonly takes: Sequence<Take>;
  readonly steps: Sequence<Step>;
  /** The statuses other than successes that were seen to use up the window, each time. */
  readonly alsoCounted: ReadonlySet<number>;
  /** The statuses that were seen to leave it alone, each time. */
  readonly notCounted: ReadonlySet<number>;
  /** The statuses of which Remaining takes a place off that the next request finds given back. */
  readonly givenBack: ReadonlySet<number>;
  /** Milliseconds by which the service's clock is ahead of ours; undefined where no Date tells, or several contradict. */
  readonly ahead: ClockSpan | undefined;
}

/** As often as a status must be seen to use up the window, or to leave it alone, before that is taken for a habit. */
const HABIT = 2;

/** What a log holds for the judges of the limiter. */
export interface LimiterLog {
  readonly readings: Sequence<Reading>;
  readonly unanswered: readonly Unanswered[];
  readonly knowledge: Knowledge;
}

/** The history of one of the two keys. Requests whose key was refused are nobody's in particular. */
export function historyOf(log: LimiterLog, role: CredentialRole): History {
  const takes = takesOf(log, role);
  const steps = stepsOf(takes);
  return { takes, steps, ...habitsOf(steps, log.knowledge), ahead: narrowClock(offsetsIn(takes)) };
}

/** The requests of a key in the order in which they left; where two left at once, those that were answered first. */
function takesOf({ readings, unanswered, knowledge }: LimiterLog, role: CredentialRole): LeanTakes {
  const takes = new LeanTakes();
  const inFront = new Map<number, Take>();
  const known = { ...knowledge, animals: NOTHING_KNOWN, categories: NO_CATEGORIES };
  const silent = unanswered
    .filter(({ exchange }) => exchange.request.credential === role)
    .map(({ exchange }) => silentTake(exchange, expect(exchange.request, known)))
    .toSorted((a, b) => a.from - b.from);
  let next = 0;
  for (const reading of inOrderOfLeaving(pick(readings, (one) => isOf(role, one)))) {
    const { exchange, expectation } = reading;
    for (let one = silent[next]; one !== undefined && one.from < exchange.times.startedAt; one = silent[++next])
      takes.push(one);
    const take = takeOf(reading, knowledge);
    const isKnown = !isCallerUnknown(exchange);
    if (!isKnown) inFront.set(takes.length, take);
    takes.push(isKnown ? take : silentTake(exchange, expectation));
  }
  for (const one of silent.slice(next)) takes.push(one);
  countInFront(takes, inFront);
  return takes;
}

function isOf(role: CredentialRole, { exchange, expectation }: Reading): boolean {
  return exchange.request.credential === role && ACCEPTED.has(expectation.caller) && exchange.answer.status !== 401;
}

/** Whether the service counted it, and whose figures its response carries, is not known from the response alone. */
function isCallerUnknown({ request, answer }: Reading['exchange']): boolean {
  // Whom a reader of malformed credentials took for the caller is not known, whatever the status is.
  return (hasFurtherWord(request.headers) && answer.status !== 429) || isRefusedInFront(request, answer.status);
}

function inOrderOfLeaving(readings: Sequence<Reading>): Sequence<Reading> {
  let last = -Infinity;
  let isInOrder = true;
  for (const { exchange } of readings) {
    const { startedAt } = exchange.times;
    isInOrder &&= last <= startedAt;
    last = startedAt;
  }
  if (isInOrder) return readings;
  return readings.slice().toSorted((a, b) => a.exchange.times.startedAt - b.exchange.times.startedAt);
}

function* offsetsIn(takes: Sequence<Take>): Generator<ClockSpan, undefined> {
  for (const { ahead } of takes) if (ahead !== undefined) yield ahead;
}

/** Whoever is served in spite of an odd spelling uses the window up as well. */
const ACCEPTED: ReadonlySet<Caller> = new Set(['valid', 'lenient']);

const NOTHING_KNOWN: JudgeKnowledge['animals'] = new Map();
const NO_CATEGORIES: JudgeKnowledge['categories'] = new Set();

/** Whether a request was admitted for certain and used up one place: whether a refused one does is open. */
export function isCounted(take: Take, { alsoCounted }: Pick<History, 'alsoCounted'>): boolean {
  return isSuccess(take) || alsoCounted.has(take.status);
}

/** Two requests one after the other, with what each said is left of the same window. */
export interface Pair {
  readonly before: Take;
  readonly after: Take;
  /** By how much Remaining fell. */
  readonly drop: number;
  /** The index of the later one's step; that of the other is one less. */
  readonly at: number;
}

/** The pairs of one caller's requests that follow each other with nothing of that caller beside them, and speak of one figure. */
export function* successive(steps: Sequence<Step>): Generator<Pair, undefined> {
  let before: Take | undefined;
  for (const [at, { takes }] of steps.entries()) {
    const after = takes.length === 1 ? takes[0] : undefined;
    if (before?.remaining !== undefined && after?.remaining !== undefined) {
      const isOfOne = before.period === after.period && before.limit === after.limit;
      if (isOfOne) yield { before, after, drop: before.remaining - after.remaining, at };
    }
    before = after;
  }
}

/** Those of them between which nobody sent anything, whoever it is. */
export function* neighbouring(steps: Sequence<Step>): Generator<Pair, undefined> {
  for (const pair of successive(steps)) if (pair.after.number === pair.before.number + 1) yield pair;
}

type Habits = Pick<History, 'alsoCounted' | 'notCounted' | 'givenBack'>;

function habitsOf(steps: Sequence<Step>, { windows }: Knowledge): Habits {
  const givenBack = givenBackIn(steps);
  const byStatus = new Map<number, { times: number; readonly drops: Set<number> }>();
  for (const pair of neighbouring(steps)) {
    const { before, after, drop } = pair;
    if (isSuccess(after) || after.status === 429 || !isSameWindow(before, after)) continue;
    if (comesBackWithin(pair, 1_000 * windows.minute) >= MOST_BACK) continue;
    const seen = byStatus.get(after.status) ?? { times: 0, drops: new Set() };
    byStatus.set(after.status, seen);
    seen.times++;
    seen.drops.add(drop);
  }
  const always = (wanted: number) =>
    [...byStatus].flatMap(([status, { times, drops }]) =>
      times >= HABIT && drops.size === 1 && drops.has(wanted) ? [status] : [],
    );
  const alsoCounted = new Set(always(1).filter((status) => !givenBack.has(status)));
  return { alsoCounted, notCounted: new Set(always(0)), givenBack };
}

/** Some limiters count first and take it back once the answer is known to be an error, after its headers were written. */
function givenBackIn(steps: Sequence<Step>): Set<number> {
  const givenBack = new Set<number>();
  for (const { before, after, drop } of successive(steps)) {
    const isBack = drop === 0 && isSameWindow(before, after) && isSuccess(after);
    if (isBack && !isSuccess(before) && !before.refused && before.status !== 0) givenBack.add(before.status);
  }
  return givenBack;
}

/** Where more than this may come back between two answers, they do not tell what the second one used. In places. */
export const MOST_BACK = 0.2;

/** How many places a limiter that refills gives back from one request to the next. @param length - of the window, in milliseconds */
export function comesBackWithin({ before, after }: Pair, length: number): number {
  return ((after.to - before.from) * (after.limit ?? 0)) / length;
}
