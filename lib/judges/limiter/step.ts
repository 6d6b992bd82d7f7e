import { largest, smallest } from '../../evidence/extremes.ts';
import { Column } from '../../evidence/columns.ts';
import { LeanSequence, type Sequence } from '../sequence.ts';
import type { Take } from './take.ts';

/** Requests of one caller that were on their way at the same time: nobody outside knows their order. Mostly just one. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly takes: readonly Take[];
}

/** A step that still grows. */
interface Growing {
  /** The index of its first request. */
  readonly start: number;
  to: number;
  /** The request of it that may have met the limiter last, and until when one of another sender may have. */
  last: Pick<Take, 'to' | 'sender'>;
  others: number;
  /** Until when any request so far may have met it. */
  latest: number;
}

/** Steps by the index of the first request of each. */
class LeanSteps extends LeanSequence<Step> {
  readonly #takes: Sequence<Take>;
  readonly #starts = Column.ofIntegers();
  readonly #to = Column.ofNumbers();

  constructor(takes: Sequence<Take>) {
    super();
    this.#takes = takes;
  }

  override get length(): number {
    return this.#starts.length;
  }

  push({ start, to }: Growing): void {
    this.#starts.push(start);
    this.#to.push(to);
  }

  protected override make(index: number): Step {
    const isLast = index === this.#starts.length - 1;
    const takes = this.#takes.slice(this.#starts.at(index), isLast ? this.#takes.length : this.#starts.at(index + 1));
    return { from: takes[0]?.from ?? 0, to: this.#to.at(index), takes };
  }
}

/**
 * Puts requests together that may have met the limiter in any order: each of them may have overlapped another one of its step,
 * by the times between which it was met for certain.
 *
 * @param takes - of one caller, in the order in which they left
 */
export function stepsOf(takes: Sequence<Take>): Sequence<Step> {
  const steps = new LeanSteps(takes);
  /** The last steps: those that may still grow. */
  let growing: Growing[] = [];
  for (const [index, take] of takes.entries()) {
    if ((growing.at(-1)?.latest ?? 0) <= take.from) {
      for (const step of growing) steps.push(step);
      growing = [begun(index, take, growing.at(-1)?.latest ?? 0)];
      continue;
    }
    let first = growing.length;
    for (let at = growing.length - 1; at >= 0 && (growing[at]?.latest ?? 0) > take.from; at--)
      if (mayFollow(growing[at], take)) first = at;
    const [step, ...later] = growing.splice(first);
    if (step === undefined) growing.push(begun(index, take, growing.at(-1)?.latest ?? 0));
    else {
      for (let at = later[0]?.start ?? index; at <= index; at++) add(step, takes.at(at));
      growing.push(step);
    }
  }
  for (const step of growing) steps.push(step);
  return steps;
}

/**
 * The requests of a step by the Reset that they announce, the soonest first: in a limiter whose windows follow one another they
 * came in that order, whatever their times leave open.
 */
export function byReset(step: Step, jitterSeconds: number): readonly Step[] {
  const { takes } = step;
  if (takes.length === 1) return [step];
  const told = takes.filter(({ reset }) => reset !== undefined).toSorted((a, b) => (a.reset ?? 0) - (b.reset ?? 0));
  const groups: Take[][] = [];
  for (const take of told) {
    const last = groups.at(-1);
    if (last === undefined || (take.reset ?? 0) - (last[0]?.reset ?? 0) > jitterSeconds) groups.push([take]);
    else last.push(take);
  }
  if (groups.length < 2) return [step];
  for (const take of takes) if (take.reset === undefined) groups.at(-1)?.push(take);
  return groups.map((group) => ({
    from: smallest(group.map(({ from }) => from)),
    to: largest(group.map(({ to }) => to)),
    takes: group.toSorted((a, b) => a.from - b.from),
  }));
}

function begun(index: number, take: Take, latest: number): Growing {
  const { to } = take;
  return { start: index, to, last: take, others: 0, latest: Math.max(to, latest) };
}

/** Whether the limiter may have met a request of that step after this one. */
function mayFollow(step: Growing | undefined, { from, sender }: Take): boolean {
  if (step === undefined) return false;
  const isOwn = sender !== undefined && step.last.sender === sender;
  return (isOwn ? step.others : step.last.to) > from;
}

function add(step: Growing, take: Take | undefined): void {
  if (take === undefined) return;
  step.to = Math.max(step.to, take.to);
  step.latest = Math.max(step.latest, take.to);
  const isOwn = take.sender !== undefined && step.last.sender === take.sender;
  if (isOwn) step.last = take.to > step.last.to ? take : step.last;
  else if (take.to > step.last.to) {
    step.others = Math.max(step.others, step.last.to);
    step.last = take;
  } else step.others = Math.max(step.others, take.to);
}
