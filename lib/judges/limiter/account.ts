import { isCounted, type History } from './history.ts';
import type { Step } from './step.ts';
import type { Contradiction, KindModel, Rate } from './kinds.ts';
import type { Take } from './take.ts';

/** Where petvet's own count, or an announcement, comes from: the exchanges that show it. */
interface Bound {
  value: number;
  from: number;
}

/** Rounding of floating point numbers, not of places. */
const EPSILON = 1e-6;

/**
 * Follows one history as if the limiter were of one kind, for each of several, and keeps an upper bound of what can be left: by
 * petvet's own count, and by what Remaining announced. Others can only have made it less, so whatever is above the bound
 * contradicts the kind.
 *
 * @returns the contradictions of each kind, in the order of the history
 */
export function contradictionsOf(models: readonly KindModel[], history: History, rate: Rate): Contradiction[][] {
  const accounts = models.map((model) => new Account(model, history, rate));
  for (const step of history.steps) for (const account of accounts) account.meet(step);
  return accounts.map(({ found }) => found);
}

/** So many contradictions of a sort are kept: in a long run a limiter of another kind contradicts this one with every request. */
const MOST_FOUND = 10_000;

class Account {
  readonly found: Contradiction[] = [];
  readonly #counts = new Map<string, number>();
  readonly #model: KindModel;
  readonly #history: History;
  readonly #figure: number;
  /** What can be left by petvet's own count, since the step of that number. */
  #counted: Bound;
  /** What can be left by every Remaining so far, with what it may hide of a place that is not whole yet. */
  #told: Bound | undefined;
  #last = 0;
  /** What was told holds places of requests that seem to be given back. */
  #mayBeHigh = false;
  readonly #isAnnounced: boolean;
  #before: Step | undefined;

  constructor(model: KindModel, history: History, { figure }: Rate) {
    this.#model = model;
    this.#history = history;
    this.#figure = figure;
    this.#counted = { value: figure, from: 0 };
    this.#isAnnounced = history.takes.some(({ reset }) => reset !== undefined);
  }

  meet(together: Step): void {
    for (const step of this.#model.arrange?.(together) ?? [together]) {
      if (this.#before === undefined) this.#begin(step);
      else this.#pass(this.#before, step);
      this.#before = step;
    }
  }

  #begin(step: Step): void {
    const lowest = byRemaining(step).at(0);
    const prior = lowest?.remaining === undefined ? 0 : this.#figure - lowest.remaining - step.takes.length;
    this.#model.begin(step, Math.max(0, prior));
    this.#open(step);
    this.#use(
      step,
      step.takes.filter((take) => this.#uses(take)),
    );
    this.#learn(step);
  }

  #pass(before: Step, step: Step): void {
    const { fresh, back, during = 0, told, spare, hidden, left, contradiction } = this.#model.pass(before, step);
    if (contradiction !== undefined) this.#find(contradiction);
    if (fresh) this.#open(step);
    if (left !== undefined) this.#told = { value: left, from: before.takes.at(-1)?.number ?? 0 };
    const most = this.#figure + during;
    this.#counted.value = Math.min(most, this.#counted.value + back);
    if (this.#told !== undefined) this.#told.value += told;
    // In a fresh window of which less is left, nothing beyond that can come back at once.
    const risen = this.#compare(step, left === undefined ? spare : 0);
    // Places that come back amid several requests may be used before any of them tells.
    const amid = this.#amid(step, risen);
    const unseen = (risen > 0 && step.takes.length > 1 ? step.takes.length : 0) + amid;
    this.#counted.value = Math.min(most + amid, this.#counted.value + risen + unseen);
    if (this.#told !== undefined) this.#told.value += risen + unseen;
    const used = step.takes.filter((take) => this.#uses(take));
    this.#admit(step, used, hidden);
    this.#use(step, used);
    this.#learn(step, risen > 0);
  }

  #find(contradiction: Contradiction): void {
    const sort = `${contradiction.rule} ${contradiction.by}`;
    const count = (this.#counts.get(sort) ?? 0) + 1;
    this.#counts.set(sort, count);
    if (count <= MOST_FOUND) this.found.push(contradiction);
  }

  #open(step: Step): void {
    this.#counted = { value: this.#figure, from: step.takes[0]?.number ?? 0 };
    this.#told = undefined;
  }

  /** @returns by how many places Remaining rose above what it could, as far as there were spare ones */
  #compare(step: Step, spare: number): number {
    if (this.#told === undefined) return 0;
    let most = 0;
    for (const take of step.takes) {
      const remaining = take.remaining ?? 0;
      const expected = this.#told.value - (this.#uses(take) ? 1 : 0);
      // Less than nothing cannot be announced: that one was admitted too many is judged elsewhere.
      const bound = remaining === 0 ? Math.max(0, expected) : expected;
      const above = Math.ceil(remaining - bound - EPSILON);
      if (above <= most) continue;
      const isCertain = this.#uses(take) && !this.#mayBeHigh;
      if (above > spare + EPSILON || !this.#model.spend(above - most, take.remaining, isCertain)) {
        this.#find({
          rule: 'RATE-4',
          by: remaining >= this.#figure - 1 ? 'restored' : 'remaining',
          shownBy: distinct([this.#told.from, take.number]),
          says: `Remaining was ${remaining}, at most ${Math.max(0, Math.floor(bound))} can have been left`,
        });
        this.#told = undefined;
        return most;
      }
      most = above;
    }
    return most;
  }

  /** @returns how many places more came back amid the requests of a step */
  #amid(step: Step, risen: number): number {
    if (step.takes.length < 2 || this.#told === undefined || this.#model.amid === undefined) return 0;
    const used = step.takes.filter((take) => this.#uses(take));
    const more = this.#model.amid(used, this.#told.value) - risen;
    return more > 0 && this.#model.spend(more) ? more : 0;
  }

  #admit(step: Step, used: readonly Take[], hidden: number): void {
    const last = used.at(-1)?.number;
    if (last === undefined) return;
    const isBeyond = () => used.length > this.#counted.value + EPSILON;
    if (isBeyond() && this.#model.turns?.(step) === true) this.#open(step);
    if (isBeyond()) {
      this.#find({
        rule: 'RATE-5',
        by: 'admitted',
        shownBy: distinct([this.#counted.from, this.#last, last]),
        says: `${this.#figure - Math.floor(this.#counted.value) + used.length} requests were admitted, the limit is ${this.#figure}`,
      });
      this.#counted = { value: used.length, from: this.#counted.from };
    }
    if (this.#told === undefined) return;
    const beyond = Math.ceil(used.length - this.#told.value - EPSILON);
    if (beyond <= 0) return;
    if (beyond <= hidden + EPSILON && this.#model.spend(beyond)) this.#told.value += beyond;
    else {
      this.#find({
        rule: 'RATE-5',
        by: 'announced',
        shownBy: distinct([this.#told.from, ...used.slice(-3).map(({ number }) => number)]),
        says: `${Math.max(0, Math.floor(this.#told.value))} were announced as left, ${used.length} were admitted`,
      });
      this.#told = undefined;
    }
  }

  #use(step: Step, used: readonly Take[]): void {
    this.#counted.value = Math.max(0, this.#counted.value - used.length);
    if (this.#told !== undefined) this.#told.value -= used.length;
    this.#last = step.takes.at(-1)?.number ?? this.#last;
  }

  /** The lowest Remaining of a step is what the next one is held against; the highest, where some came back amid it. */
  #learn(step: Step, hasRisen = false): void {
    const one = byRemaining(step).at(hasRisen ? -1 : 0);
    if (one?.remaining === undefined) return;
    const returning = step.takes.filter(({ status }) => this.#history.givenBack.has(status)).length;
    const value = one.remaining + returning + this.#model.fraction;
    this.#mayBeHigh = returning > 0;
    const others = (this.#told?.value ?? value) - value;
    if (others > EPSILON) this.#model.lost?.(others, step.to);
    // An older word may be the stricter one: it hid less.
    if (this.#told === undefined || value <= this.#told.value) this.#told = { value, from: one.number };
  }

  /** An answer that says nothing of a window that others announce may belong to the next one. */
  #uses(take: Take): boolean {
    return isCounted(take, this.#history) && (take.reset !== undefined || !this.#isAnnounced);
  }
}

/** What told of the window, the lowest Remaining first. */
function byRemaining({ takes }: Step): readonly Take[] {
  const told = takes.filter(({ remaining }) => remaining !== undefined);
  return told.length < 2 ? told : told.toSorted((a, b) => (a.remaining ?? 0) - (b.remaining ?? 0));
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].filter((number) => number > 0);
}
