import fc from 'fast-check';
import type { Draw } from './draws.ts';

/** What a probe's body is given: how deep to go, and where to leave what it found. */
export interface ProbeRun {
  readonly seed: number;
  /** Values to draw beyond those that are always tried. */
  readonly draws: number;
  /** Only the first value that is always tried. */
  readonly smoke: boolean;
  /** Replays from this path instead of drawing anew. */
  readonly path?: string;
  note(counterexample: { seed: number; path: string; smallest: string }): void;
}

/** A probe's body. */
export type ProbeBody = (run: ProbeRun) => Promise<void>;

/** A broken rule seen early by a probe; the verdict of record is made later, from the evidence. */
export class NonconformanceError extends Error {
  override readonly name = 'NonconformanceError';
}

/** A smaller counterexample is worth this many requests more. */
const MOST_SHRINKS = 6;

/**
 * Tries a property on the service: what is always tried first, in order, then as many draws as the run grants. The
 * first violation ends it, after a few requests more for a smaller counterexample; a value is never tried twice.
 *
 * @param draw - the values, or how to find them once the service was looked at
 * @param property - sends requests and throws {@link NonconformanceError} when a rule is broken; anything else that it
 *   throws is petvet's own trouble (budget, network) and ends the probe
 */
export function forAll<T>(draw: Draw<T> | (() => Promise<Draw<T>>), property: (value: T) => Promise<void>): ProbeBody {
  return async (run) => {
    const { always, others = [], any } = typeof draw === 'function' ? await draw() : draw;
    const first = run.smoke ? always.slice(0, 1) : always;
    const numRuns = run.path === undefined ? first.length + (run.smoke ? 0 : run.draws) : 1;
    if (numRuns === 0 || always.length === 0) return;
    const trial = new Trial(property);
    const details = await fc.check(
      fc.asyncProperty(any, (value) => trial.holds(value)),
      {
        seed: run.seed,
        numRuns,
        examples: [...first, ...shuffled(others, run.seed)].map((value) => [value]),
        maxSkipsPerRun: 1_000_000,
        ...(run.path !== undefined && { path: run.path, endOnFailure: true }),
      },
    );
    if (trial.trouble !== undefined) throw trial.trouble;
    if (!details.failed || trial.violation === undefined) return;
    const smallest = fc.stringify(details.counterexample?.[0]);
    run.note({ seed: details.seed, path: details.counterexamplePath ?? '', smallest });
    throw trial.violation;
  };
}

function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const all = { minLength: values.length, maxLength: values.length };
  return fc.sample(fc.shuffledSubarray([...values], all), { seed, numRuns: 1 })[0] ?? values;
}

/** The trials of one property: what was tried, what broke, and how many requests shrinking may still cost. */
class Trial<T> {
  readonly #property: (value: T) => Promise<void>;
  readonly #tried = new Map<string, NonconformanceError | undefined>();
  #shrinks: number | undefined;
  /** What petvet itself could not do. */
  trouble: Error | undefined;
  violation: NonconformanceError | undefined;

  constructor(property: (value: T) => Promise<void>) {
    this.#property = property;
  }

  async holds(value: T): Promise<boolean> {
    if (this.trouble !== undefined) return true;
    const key = fc.stringify(value);
    if (!this.#tried.has(key)) {
      if (this.#shrinks !== undefined && --this.#shrinks < 0) return true;
      this.#tried.set(key, await this.#try(value));
    }
    const violation = this.#tried.get(key);
    if (violation !== undefined) {
      this.#shrinks ??= MOST_SHRINKS;
      this.violation = violation;
    }
    return violation === undefined;
  }

  async #try(value: T): Promise<NonconformanceError | undefined> {
    try {
      await this.#property(value);
    } catch (error) {
      if (error instanceof NonconformanceError) return error;
      this.trouble = error instanceof Error ? error : new Error(String(error));
    }
    return undefined;
  }
}
