import { narrowClock, type ClockSpan } from '../../contract/clock-ahead.ts';
import type { CredentialRole } from '../../evidence/exchange.ts';
import type { Knowledge } from '../../evidence/knowledge.ts';
import { isRefusedInFront } from '../../evidence/refused-in-front.ts';
import type { Caller, JudgeKnowledge } from '../../expectation/expectation.ts';
import { expect } from '../../expectation/expect.ts';
import type { Unanswered } from '../unanswered.ts';
import type { Reading } from '../reading.ts';
import { countedInFront, type Entry } from './counted-in-front.ts';
import { isSameWindow } from './same-window.ts';
import { isSuccess, silentTake, takeOf, type Take } from './take.ts';

/** Requests of one caller that were on their way at the same time: nobody outside knows their order. Mostly just one. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly takes: readonly Take[];
}

/** What one caller's limiter was asked, in order. */
export interface History {
  readonly takes: readonly Take[];
  readonly steps: readonly Step[];
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
  readonly readings: readonly Reading[];
  readonly unanswered: readonly Unanswered[];
  readonly knowledge: Knowledge;
}

/** The history of one of the two keys. Requests whose key was refused are nobody's in particular. */
export function historyOf({ readings, unanswered, knowledge }: LimiterLog, role: CredentialRole): History {
  const answered = readings
    .filter(({ exchange, expectation }) => exchange.request.credential === role && ACCEPTED.has(expectation.caller))
    .filter(({ exchange }) => exchange.answer.status !== 401)
    .map((reading): Entry => {
      const { exchange, expectation } = reading;
      const take = takeOf(reading, knowledge);
      // Whether the service counted it, and whose figures its response carries, is not known from the response alone.
      const isInFront = isRefusedInFront(exchange.request, exchange.answer.status);
      return isInFront ? { take: silentTake(exchange, expectation), inFront: take } : { take };
    });
  const known = { ...knowledge, animals: NOTHING_KNOWN, categories: NO_CATEGORIES };
  const silent = unanswered
    .filter(({ exchange }) => exchange.request.credential === role)
    .map(({ exchange }): Entry => ({ take: silentTake(exchange, expect(exchange.request, known)) }));
  const takes = countedInFront([...answered, ...silent].toSorted((a, b) => a.take.from - b.take.from));
  const steps = stepsOf(takes);
  return { takes, steps, ...habitsOf(steps, knowledge), ahead: narrowClock(takes.flatMap(({ ahead }) => ahead ?? [])) };
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
}

/** The pairs of one caller's requests that follow each other with nothing of that caller beside them, and speak of one figure. */
export function successive(steps: readonly Step[]): readonly Pair[] {
  const known = PAIRS.get(steps);
  if (known !== undefined) return known;
  const pairs = steps.flatMap((step, index) => {
    const [before, ...besideBefore] = steps[index - 1]?.takes ?? [];
    const [after, ...besideAfter] = step.takes;
    if (before === undefined || after === undefined || besideBefore.length + besideAfter.length > 0) return [];
    if (before.period !== after.period || before.limit !== after.limit) return [];
    if (before.remaining === undefined || after.remaining === undefined) return [];
    return [{ before, after, drop: before.remaining - after.remaining }];
  });
  PAIRS.set(steps, pairs);
  return pairs;
}

/** Many judges ask for the pairs of one history, and a long run has a hundred thousand. */
const PAIRS = new WeakMap<readonly Step[], readonly Pair[]>();

/** Those of them between which nobody sent anything, whoever it is. */
export function neighbouring(steps: readonly Step[]): Pair[] {
  return successive(steps).filter(({ before, after }) => after.number === before.number + 1);
}

/** Those of them that announce one and the same window. */
function pairsOf(steps: readonly Step[]): Pair[] {
  return neighbouring(steps).filter(({ before, after }) => isSameWindow(before, after));
}

function stepsOf(takes: readonly Take[]): Step[] {
  const steps: { from: number; to: number; takes: Take[] }[] = [];
  for (const take of takes) {
    const last = steps.at(-1);
    if (last !== undefined && take.from < last.to) {
      last.takes.push(take);
      last.to = Math.max(last.to, take.to);
    } else steps.push({ from: take.from, to: take.to, takes: [take] });
  }
  return steps;
}

type Habits = Pick<History, 'alsoCounted' | 'notCounted' | 'givenBack'>;

function habitsOf(steps: readonly Step[], { windows }: Knowledge): Habits {
  const givenBack = givenBackIn(steps);
  const byStatus = Map.groupBy(
    pairsOf(steps)
      .filter(({ after }) => after.status < 200 || after.status > 299)
      .filter((pair) => comesBackWithin(pair, 1_000 * windows.minute) < MOST_BACK),
    ({ after }) => after.status,
  );
  const always = (wanted: number) =>
    new Set(
      [...byStatus]
        .filter(
          ([status, pairs]) => status !== 429 && pairs.length >= HABIT && pairs.every(({ drop }) => drop === wanted),
        )
        .map(([status]) => status),
    );
  const alsoCounted = new Set([...always(1)].filter((status) => !givenBack.has(status)));
  return { alsoCounted, notCounted: always(0), givenBack };
}

/** Some limiters count first and take it back once the answer is known to be an error, after its headers were written. */
function givenBackIn(steps: readonly Step[]): Set<number> {
  return new Set(
    successive(steps)
      .filter(({ before, after, drop }) => drop === 0 && isSameWindow(before, after) && isSuccess(after))
      .filter(({ before }) => !isSuccess(before) && !before.refused && before.status !== 0)
      .map(({ before }) => before.status),
  );
}

/** Where more than this may come back between two answers, they do not tell what the second one used. In places. */
export const MOST_BACK = 0.2;

/** How many places a limiter that refills gives back from one request to the next. @param length - of the window, in milliseconds */
export function comesBackWithin({ before, after }: Pair, length: number): number {
  return ((after.to - before.from) * (after.limit ?? 0)) / length;
}
