import type { ExactJson } from '../evidence/exact-json.ts';
import { onceFor } from '../evidence/once-for.ts';
import { callerOf, readPet, type CallerLog } from './caller-log.ts';
import { mayBeRounded } from './double-rounding.ts';
import { areOtherCreations, type Sent } from './own-pets.ts';
import { areOtherNames } from './pet-names.ts';
import { petsSeen } from './sights.ts';
import { petsShown, type Reading } from './reading.ts';

// An id that two pets had was taken over from a request, or given though the pet with it was there (collided), or given again after
// that pet was deleted. The first is a fault under CREATE-3, the second under CREATE-4, the last is none.

/**
 * The ids of requests that creations were answered with, as texts. That is one fault (CREATE-3): a list that then shows such an id twice, or
 * as a string, is not blamed again.
 */
class TakenOverIds {
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
    const shown = petsShown(reading);
    if (shown.length === 0) return;
    const caller = callerOf(exchange.request);
    const pets = this.#pets.get(caller) ?? new Map<bigint, Sent>();
    this.#pets.set(caller, pets);
    const { newPet } = expectation;
    const sent = newPet?.kind === 'valid' ? newPet : undefined;
    for (const item of shown) {
      const pet = readPet(item);
      if (pet === undefined) continue;
      const { id } = pet;
      if (sent !== undefined && pet.name !== undefined) this.created.set(id, pet.name);
      const former = pets.get(id);
      if (former === undefined) {
        // What a list shows may be another pet's rounded id.
        if (sent !== undefined || !mayBeRounded(id)) pets.set(id, tellingOf(sent ?? pet));
      } else if (sent !== undefined && areOtherCreations(former, tellingOf(sent))) this.#ids.add(id);
    }
  }
}

function tellingOf({ name, categoryId, status }: Partial<Sent>): Sent {
  return { name, categoryId, status };
}

/** Whether several items with one id are different pets, as far as they show. */
export function areDifferentPets(items: readonly ExactJson[]): boolean {
  const [first, ...others] = items.flatMap((item) => readPet(item) ?? []);
  return first !== undefined && others.some((other) => areOtherCreations(first, other));
}

/**
 * The ids under which one caller saw several pets. Where another client deletes pets a store may reuse their ids: that such
 * an id is shown, not shown and shown again says nothing about one pet.
 */
export const idsGivenAgain = onceFor((log: CallerLog): ReadonlySet<bigint> => {
  const again = new Set<bigint>();
  for (const [id, sights] of petsSeen(log)) {
    const [name, ...names] = new Set(sights.flatMap(({ pet }) => pet.name ?? []));
    const [created, ...others] = sights.filter(({ view }) => view === 'createPet');
    const isRenamed = names.some((other) => areOtherNames(name, other));
    if (isRenamed || others.some(({ pet }) => created && areOtherCreations(created.pet, pet))) again.add(id);
  }
  return again;
});

/** What tells a pet that a page shows beside a created one, under the same id. */
export interface Created {
  /** The name with which the pet of this id was created. */
  readonly name: string | undefined;
  /** All names with which pets were created: one of these under an id of another is the list's fault. */
  readonly names: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/**
 * The pet that a page shows under the id of a created one beside that one: its name differs in more than a service may change, and no creation sent
 * it. Source: section 2, Pet, a unique identifier.
 */
export function otherBeside<P extends Pick<Sent, 'name'>>(pets: readonly P[], { name, names }: Created): P | undefined {
  if (name === undefined || !pets.some((pet) => pet.name === name)) return undefined;
  return pets.find((pet) => pet.name !== undefined && areOtherNames(pet.name, name) && names?.has(pet.name) !== true);
}
