import type { ExactJson } from '../evidence/exact-json.ts';
import { callerOf } from './caller-log.ts';
import { mayBeRounded } from './double-rounding.ts';
import { areOtherNames } from './own-creations.ts';
import { animalsShown, memberOf, type Reading } from './reading.ts';

/**
 * The ids with which creations were answered though another pet of the same caller had them. That is one fault (CREATE-4): that a list
 * then shows such an id twice is not blamed again.
 */
export class CollidedIds {
  readonly #ids = new Set<bigint>();
  /** The names that each caller was shown or that it sent, by id. */
  readonly #names = new Map<string, Map<bigint, string>>();

  has(id: bigint): boolean {
    return this.#ids.has(id);
  }

  /** Notes which pets a response shows, and whether a creation was answered with the id of another one. */
  see(reading: Reading): void {
    const { exchange, expectation } = reading;
    if (expectation.caller !== 'valid' || expectation.regularity === 'hostile') return;
    const caller = callerOf(exchange.request);
    const names = this.#names.get(caller) ?? new Map<bigint, string>();
    this.#names.set(caller, names);
    const sent = expectation.newPet?.kind === 'valid' ? expectation.newPet.name : undefined;
    for (const animal of animalsShown(reading)) {
      const [id, shown] = [memberOf(animal, 'id'), memberOf(animal, 'name')];
      if (typeof id !== 'bigint') continue;
      const name = sent ?? shown;
      const former = names.get(id);
      const isCollision = sent !== undefined && areOtherNames(former, sent);
      if (isCollision) this.#ids.add(id);
      // What a list shows may be another pet's rounded id.
      else if (former === undefined && typeof name === 'string' && (sent !== undefined || !mayBeRounded(id)))
        names.set(id, name);
    }
  }
}

/** Whether several items that show one id are different pets, as their names tell. */
export function areDifferentPets(items: readonly ExactJson[]): boolean {
  const names = items.map((item) => memberOf(item, 'name')).filter((name) => typeof name === 'string');
  return names.some((name) => areOtherNames(name, names[0]));
}
