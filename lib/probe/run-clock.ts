import type { HarnessError } from '../errors.ts';
import { sayBounds, type Bounds } from './bounds.ts';
import type { RunBudget } from './run-budget.ts';
import type { RunSpec } from './run-spec.ts';
import { refuseWait } from './run-time.ts';

/** A timer takes no more than 24 days, and how long a run may take may change: an hour is enough to look again. */
const LONGEST_TIMER_MS = 3_600_000;

/** Who is told by the clock of a run. */
interface ClockEnds {
  readonly onBounds: (says: string) => void;
  /** The run has taken as long as it may. */
  readonly onOver: (error: HarnessError) => void;
}

/** Keeps a run within its time, and says what it sends and takes at most. Times in milliseconds. */
export class RunClock {
  readonly #spec: RunSpec;
  readonly #budget: RunBudget;
  readonly #ends: ClockEnds;
  readonly #startedAt = Date.now();
  #timer: NodeJS.Timeout;
  #said: Bounds | undefined;
  #held = 0;

  constructor(spec: RunSpec, budget: RunBudget, ends: ClockEnds) {
    this.#spec = spec;
    this.#budget = budget;
    this.#ends = ends;
    this.#timer = this.#watch();
    this.tell();
  }

  /** How long the run has waited besides the waits of the wire. */
  get held(): number {
    return this.#held;
  }

  /** Says the bounds: before the first request, and again where they have changed, or the service is a slow one. */
  tell(): void {
    const { maxRequests } = this.#spec;
    const bounds = this.#budget.bounds();
    if (bounds.requests === this.#said?.requests && bounds.longest <= this.#said.longest) return;
    this.#said = bounds;
    this.#ends.onBounds(sayBounds(bounds, maxRequests !== undefined));
  }

  /** Why nothing is waited for until an instant; see {@link refuseWait}. @param waited - by the wire, so far */
  refusal(until: number, waited: number): HarnessError | undefined {
    const { target, maxTime } = this.#spec;
    return refuseWait(until, Date.now(), waited + this.#held, {
      startedAt: this.#startedAt,
      longest: this.#budget.bounds().longest,
      isGiven: maxTime !== undefined,
      onlyWindow: this.#budget.waitsOnce ? target.windows.minute * 1_000 : undefined,
    });
  }

  /** Counts a wait. */
  async holding(wait: () => Promise<void>): Promise<void> {
    const from = Date.now();
    await wait();
    this.#held += Date.now() - from;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** By the end of its time a run may have more, because the service has shown to be a slow one. */
  #watch(): NodeJS.Timeout {
    const left = this.#startedAt + this.#budget.bounds().longest - Date.now();
    const look = () => {
      const over = this.refusal(Date.now(), 0);
      if (over === undefined) this.#timer = this.#watch();
      else this.#ends.onOver(over);
    };
    return setTimeout(look, Math.min(Math.max(0, left), LONGEST_TIMER_MS)).unref();
  }
}
