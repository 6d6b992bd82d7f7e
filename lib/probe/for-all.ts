import fc from 'fast-check';
import type { RuleId } from '../rules/index.ts';
import type { Draw } from './draws.ts';
import type { Service } from './service.ts';
import type { Session } from './session.ts';

/** Some of the values that are always tried: from one place to before another one; to the end, and what is drawn, without `to`. */
export interface Part {
  readonly from: number;
  readonly to?: number;
}

/** What trying values takes: how deep to go, what tells of a violation, and where to leave what was found. */
export interface TrialRun {
  readonly seed: number;
  /** Values to draw beyond those that are always tried. */
  readonly draws: number;
  /** Only the first value that is always tried. */
  readonly smoke: boolean;
  /** Only these values; all of them when absent. */
  readonly part?: Part;
  /** Whether the run can afford one request more for a smaller counterexample; absent where nothing bounds it. */
  mayShrink?(): boolean;
  /** Does something with the service. @returns the violation that the responses to it show */
  observe(act: () => Promise<unknown>): Promise<NonconformanceError | undefined>;
  /** Called once for each input that broke a rule, the smallest first. */
  note(counterexample: FoundInput): void;
}

/** What a probe is given when it is sent. */
export interface ProbeRun extends TrialRun {
  /** Requests that a probe may take which can do with fewer. */
  readonly most: number;
  readonly service: Service;
  readonly session: Session;
}

/** An input that broke rules, by its name, and what makes it again. */
export interface FoundInput {
  readonly rules: readonly RuleId[];
  readonly seed: number;
  readonly path: string;
  readonly smallest: string;
}

/** Broken rules seen early by a probe; the verdict of record is made later, from the evidence. */
export class NonconformanceError extends Error {
  override readonly name = 'NonconformanceError';
  readonly rules: readonly RuleId[];

  /** @param rules - those that one input was seen to break */
  constructor(message: string, rules: readonly RuleId[] = []) {
    super(message);
    this.rules = rules;
  }
}

/** A smaller counterexample is worth this many requests more. */
const MOST_SHRINKS = 6;

const ALL: Part = { from: 0 };

/**
 * Tries a property on the service: what is always tried first, in order, then as many draws as the run grants. All of them
 * are tried, also after a violation, so that one run shows every input that breaks a rule; a few requests more then look
 * for a smaller one. A value is never tried twice.
 *
 * @param draw - the values, or how to find them once the service was looked at
 * @param property - sends requests; what it throws is petvet's own trouble (budget, network) and ends the probe
 * @returns what tries it in a run, and throws {@link NonconformanceError} in the end when a value broke a rule
 */
export function forAll<T, Run extends TrialRun = ProbeRun>(
  draw: Draw<T> | ((run: Run) => Promise<Draw<T>>),
  property: (value: T, run: Run) => Promise<unknown>,
): (run: Run) => Promise<void> {
  return async (run) => {
    const { always, next = [], others = [], any, simpler } = typeof draw === 'function' ? await draw(run) : draw;
    const first = run.smoke ? always.slice(0, 1) : always;
    const { from, to } = run.part ?? ALL;
    const all = first.length + (run.smoke ? 0 : run.draws);
    const numRuns = Math.min(all, to ?? all);
    if (numRuns <= from || always.length === 0) return;
    const trial = new Trial((value: T) => property(value, run), run, from);
    const settings = {
      seed: run.seed,
      numRuns,
      examples: [...first, ...next, ...shuffled(others, run.seed)].map((value): [T] => [value]),
      maxSkipsPerRun: 1_000_000,
    };
    await fc.check(
      fc.asyncProperty(any, (value) => trial.isTried(value)),
      settings,
    );
    await shrink(trial, any, settings);
    for (const value of simpler === undefined ? [] : trial.found().flatMap(({ value: broken }) => simpler(broken)))
      await trial.holdsSmaller(value, placeOf(value, settings.examples));
    trial.end();
  };
}

/** Where a value of the list stands in it: the path that makes it again; empty where it does not. */
function placeOf<T>(value: T, examples: readonly [T][]): string {
  const index = examples.findIndex(([one]) => one === value);
  return index < 0 ? '' : `${index}`;
}

/** Looks for a smaller input than the smallest that broke a rule: fast-check walks on from it. */
async function shrink<T>(trial: Trial<T>, any: fc.Arbitrary<T>, settings: fc.Parameters<[T]>): Promise<void> {
  const [smallest] = trial.found();
  if (smallest === undefined || trial.isTroubled) return;
  const details = await fc.check(
    fc.asyncProperty(any, (value) => trial.holdsSmaller(value)),
    { ...settings, numRuns: 1, path: smallest.path },
  );
  const value = details.counterexample?.[0];
  if (value !== undefined && details.counterexamplePath !== null) trial.place(value, details.counterexamplePath);
}

/** Values in the order that a seed gives, which is the one in which a run with that seed draws them. */
export function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const all = { minLength: values.length, maxLength: values.length };
  return fc.sample(fc.shuffledSubarray([...values], all), { seed, numRuns: 1 })[0] ?? values;
}

/** A value that was tried, where it stands among those of the run, and what it broke. */
interface Tried<T> {
  readonly value: T;
  /** Where fast-check finds it again; empty where it does not. */
  readonly path: string;
  readonly violation?: NonconformanceError;
}

/** The trials of one property: what was tried, what broke, and how many requests shrinking may still cost. */
class Trial<T> {
  readonly #property: (value: T) => Promise<unknown>;
  readonly #run: TrialRun;
  readonly #from: number;
  readonly #tried = new Map<string, Tried<T>>();
  #count = 0;
  #shrinks = MOST_SHRINKS;
  /** What petvet itself could not do. */
  #trouble: Error | undefined;

  /** @param from - the number of values that an earlier part has tried */
  constructor(property: (value: T) => Promise<unknown>, run: TrialRun, from = 0) {
    this.#property = property;
    this.#run = run;
    this.#from = from;
  }

  get isTroubled(): boolean {
    return this.#trouble !== undefined;
  }

  /** Tries the next value of the run, whatever it comes to. */
  async isTried(value: T, path = `${this.#count}`): Promise<true> {
    this.#count++;
    // Tried in an earlier part: no smaller input is looked for there again.
    const key = keyOf(value);
    if (this.#count <= this.#from) this.#tried.set(key, { value, path });
    else if (!this.#tried.has(key)) await this.#try(key, value, path);
    return true;
  }

  /** Tries a smaller value, as long as that may cost requests; one that is not tried counts as in order. */
  async holdsSmaller(value: T, path = ''): Promise<boolean> {
    const key = keyOf(value);
    if (!this.#tried.has(key)) {
      if (this.#shrinks === 0 || this.isTroubled || this.#run.mayShrink?.() === false) return true;
      this.#shrinks--;
      await this.#try(key, value, path);
    }
    return this.#tried.get(key)?.violation === undefined;
  }

  /** Says where a value that was tried is found again. */
  place(value: T, path: string): void {
    const key = keyOf(value);
    const known = this.#tried.get(key);
    if (known !== undefined) this.#tried.set(key, { ...known, path });
  }

  /** What broke a rule, the smallest first. */
  found(): (Tried<T> & { readonly violation: NonconformanceError })[] {
    return [...this.#tried]
      .flatMap(([key, tried]) =>
        tried.violation === undefined ? [] : [{ key, found: { ...tried, violation: tried.violation } }],
      )
      .toSorted((a, b) => a.key.length - b.key.length || a.key.localeCompare(b.key, 'en', { numeric: true }))
      .map(({ found }) => found);
  }

  /**
   * Notes what was found.
   *
   * @throws what ended the trials: petvet's own trouble, else the violation by the smallest input
   */
  end(): void {
    const found = this.found();
    // What was only passed on the way to a smaller one cannot be found again.
    for (const { value, path, violation } of found.filter((one) => one.path !== ''))
      this.#run.note({ rules: violation.rules, seed: this.#run.seed, path, smallest: nameOf(value) });
    const [smallest] = found;
    if (this.#trouble !== undefined) throw this.#trouble;
    if (smallest !== undefined) throw smallest.violation;
  }

  async #try(key: string, value: T, path: string): Promise<void> {
    if (this.isTroubled) return;
    try {
      const violation = await this.#run.observe(() => this.#property(value));
      this.#tried.set(key, { value, path, ...(violation !== undefined && { violation }) });
    } catch (error) {
      this.#trouble = error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** Of a longer text as many characters at both ends tell it from others. */
const TELLING = 1_000;

/** What tells a value from others of the same probe; some of them have megabytes, and this must not take long. */
function keyOf(value: unknown): string {
  return JSON.stringify({ value }, (_name, part: unknown) => {
    if (typeof part === 'string' && part.length > 2 * TELLING)
      return [part.length, part.slice(0, TELLING), part.slice(-TELLING)];
    return typeof part === 'bigint' || typeof part === 'function' ? String(part) : part;
  });
}

/** What a reader calls a value: the words that it brings along, the id of a pet, else the value itself, with integers as JSON writes them. */
function nameOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value === 'object' && value !== null) {
    if ('what' in value && typeof value.what === 'string') return value.what;
    if ('role' in value && 'name' in value && typeof value.name === 'string') return value.name;
    if ('seenIn' in value && 'id' in value) return `pet ${String(value.id)}`;
  }
  return fc.stringify(value);
}
