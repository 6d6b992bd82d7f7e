import type { Knowledge } from '../evidence/knowledge.ts';
import type { WronglyStored } from '../expectation/expectation.ts';
import { readCallers, type CallerLog } from './caller-log.ts';
import { readWrites, type Write } from './own-pets.ts';
import type { Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';
import { readWholeSets, type WholeSets } from './whole-sets.ts';

/** One view of a log for all judges that compare responses: each part of it is made when first needed. */
export class LogView {
  /** In the order of the log. */
  readonly readings: Sequence<Reading>;
  readonly knowledge: Knowledge;
  /** What the whole log shows of these; none where nobody looked for them. */
  readonly #wronglyStored: WronglyStored | undefined;
  #callers: readonly CallerLog[] | undefined;
  #writes: readonly Write[] | undefined;
  readonly #wholeSets = new Map<CallerLog, WholeSets>();

  constructor(readings: Sequence<Reading>, knowledge: Knowledge, wronglyStored?: WronglyStored) {
    this.readings = readings;
    this.knowledge = knowledge;
    this.#wronglyStored = wronglyStored;
  }

  /** What each caller was shown. */
  get callers(): readonly CallerLog[] {
    this.#callers ??= readCallers(this.readings, this.knowledge, this.#wronglyStored);
    return this.#callers;
  }

  /** The creations that were sent, whatever their outcome. */
  get writes(): readonly Write[] {
    this.#writes ??= readWrites(this.readings);
    return this.#writes;
  }

  /** How a caller's pages behave, and which of them are whole sets. */
  wholeSets(log: CallerLog): WholeSets {
    const known = this.#wholeSets.get(log) ?? readWholeSets(log);
    this.#wholeSets.set(log, known);
    return known;
  }
}
