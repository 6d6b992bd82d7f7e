import type { Reading } from './reading.ts';

/**
 * The ids of requests that creations were answered with, as texts. That is one fault (CREATE-3): a list that then shows such an id twice, or
 * as a string, is not blamed again.
 */
export class TakenOverIds {
  /** By id, whether CREATE-3 is also to blame for its being a string. */
  readonly #ids = new Map<string, boolean>();
  /** Those that are strings because a request sent a string. */
  readonly texts: Pick<ReadonlySet<string>, 'has'> = { has: (id) => this.#ids.get(id) === true };

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Notes the id of a creation where it is the one that was sent. */
  see({ takenOver }: Pick<Reading, 'takenOver'>): void {
    if (takenOver !== undefined) this.#ids.set(takenOver.id, takenOver.isText || this.texts.has(takenOver.id));
  }
}
