import type { Sitting } from './result.ts';
import { mostlyWaits } from './subjects.ts';

/** At most this share of the runs under way in a process mostly wait, as long as there are busy ones to fill the rest. */
const WAITING_SHARE = 2 / 3;

/** The runs still to be made, in two queues: those that mostly wait, and those that keep a core busy. */
export class Queue {
  readonly #waiting: Sitting[];
  readonly #busy: Sitting[];

  constructor(sittings: readonly Sitting[]) {
    this.#waiting = sittings.filter(({ name }) => mostlyWaits(name));
    this.#busy = sittings.filter(({ name }) => !mostlyWaits(name));
  }

  /**
   * The next run for a process.
   *
   * @param waiting - how many of the runs under way there mostly wait
   * @param atATime - how many runs a process has under way at a time
   */
  next(waiting: number, atATime: number): Sitting | undefined {
    const [first, second] =
      waiting < Math.ceil(WAITING_SHARE * atATime) ? [this.#waiting, this.#busy] : [this.#busy, this.#waiting];
    return first.shift() ?? second.shift();
  }
}
