import type { Sitting } from './exam-result.ts';
import { mostlyWaits } from './exam-subjects.ts';

/** Of the runs under way in a process, so many at most are those that mostly wait, as long as there are others: these would keep them waiting. */
const WAITING_SHARE = 2 / 3;

/** The runs that are still to be made: those that mostly wait in one row, those that keep a core busy in another. */
export class Queue {
  readonly #waiting: Sitting[];
  readonly #busy: Sitting[];

  constructor(sittings: readonly Sitting[]) {
    this.#waiting = sittings.filter(({ name }) => mostlyWaits(name));
    this.#busy = sittings.filter(({ name }) => !mostlyWaits(name));
  }

  /** The next one for a process with so many under way that mostly wait, of so many at a time. */
  next(waiting: number, atATime: number): Sitting | undefined {
    const [first, second] =
      waiting < Math.ceil(WAITING_SHARE * atATime) ? [this.#waiting, this.#busy] : [this.#busy, this.#waiting];
    return first.shift() ?? second.shift();
  }
}
