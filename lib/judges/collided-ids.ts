import type { ExactJson } from '../evidence/exact-json.ts';
import { callerOf, readAnimal } from './caller-log.ts';
import { mayBeRounded } from './double-rounding.ts';
import { areOtherCreations, type Sent } from './own-creations.ts';
import { animalsShown, type Reading } from './reading.ts';
import { TakenOverIds } from './taken-over-ids.ts';

/**
 * The ids with which creations were answered though another pet of the same caller had them. That is one fault (CREATE-4): that a list
 * then shows such an id twice is not blamed again.
 */
export class CollidedIds {
  /** Those that the requests themselves brought along. */
  readonly takenOver = new TakenOverIds();
  /** The names with which pets were created, by the ids that the creations were answered with. */
  readonly created = new Map<bigint, string>();
  readonly #ids = new Set<bigint>();
  /** What each caller was shown or sent of pets first, by their id. */
  readonly #pets = new Map<string, Map<bigint, Sent>>();

  has(id: bigint): boolean {
    return this.#ids.has(id);
  }

  /** Notes which pets a response shows, and whether a creation was answered with the id of another one. */
  see(reading: Reading): void {
    this.takenOver.see(reading);
    const { exchange, expectation } = reading;
    if (expectation.caller !== 'valid' || expectation.regularity === 'hostile') return;
    const animals = animalsShown(reading);
    if (animals.length === 0) return;
    const caller = callerOf(exchange.request);
    const pets = this.#pets.get(caller) ?? new Map<bigint, Sent>();
    this.#pets.set(caller, pets);
    const { newPet } = expectation;
    const sent = newPet?.kind === 'valid' ? newPet : undefined;
    for (const item of animals) {
      const animal = readAnimal(item);
      if (animal === undefined) continue;
      const { id } = animal;
      if (sent !== undefined && animal.name !== undefined) this.created.set(id, animal.name);
      const former = pets.get(id);
      if (former === undefined) {
        // What a list shows may be another pet's rounded id.
        if (sent !== undefined || !mayBeRounded(id)) pets.set(id, tellingOf(sent ?? animal));
      } else if (sent !== undefined && areOtherCreations(former, tellingOf(sent))) this.#ids.add(id);
    }
  }
}

function tellingOf({ name, categoryId, status }: Partial<Sent>): Sent {
  return { name, categoryId, status };
}

/** Whether several items with one id are different pets, as far as they show. */
export function areDifferentPets(items: readonly ExactJson[]): boolean {
  const [first, ...others] = items.flatMap((item) => readAnimal(item) ?? []);
  return first !== undefined && others.some((other) => areOtherCreations(first, other));
}
