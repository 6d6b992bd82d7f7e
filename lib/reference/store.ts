import { INT64 } from '../contract/pets.ts';
import type { NewPet, Pet } from './pet.ts';
import { randomFrom, type Random } from './random.ts';

/** The pets, in memory, by increasing id. */
export class Store {
  readonly #byId = new Map<bigint, Pet>();
  readonly #ascending: Pet[] = [];
  readonly #random: Random;
  #newest: Pet | undefined;

  constructor(pets: readonly Pet[], seed: number) {
    this.#random = randomFrom(seed + 1);
    for (const pet of pets) this.add(pet);
  }

  /** Every pet, by increasing id. */
  get all(): readonly Pet[] {
    return this.#ascending;
  }

  /** The pet that was added last; undefined in an empty store. */
  get newest(): Pet | undefined {
    return this.#newest;
  }

  /** The pet with that id; undefined when there is none. */
  get(id: bigint): Pet | undefined {
    return this.#byId.get(id);
  }

  /** Puts a pet under its id. Throws when the id is taken: ids are unique (section 2). */
  add(pet: Pet): void {
    if (this.#byId.has(pet.id)) throw new RangeError(`the id ${pet.id} is taken`);
    this.#byId.set(pet.id, pet);
    this.#ascending.splice(this.#placeOf(pet.id), 0, pet);
    this.#newest = pet;
  }

  /** Adds a new pet under an id of its own. A pet without a status becomes available (section 4.2 leaves it open). */
  create({ name, categoryId, status = 'available' }: NewPet): Pet {
    const pet = { id: this.freeId(), name, categoryId, status };
    this.add(pet);
    return pet;
  }

  /** An id that no pet has: above all others while there is room. */
  freeId(): bigint {
    let id = (this.#ascending.at(-1)?.id ?? 1_000n) + BigInt(1 + this.#random.whole(1_000));
    while (id > INT64.maximum || this.#byId.has(id)) id = this.#random.int64();
    return id;
  }

  #placeOf(id: bigint): number {
    let low = 0;
    let high = this.#ascending.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#ascending[middle];
      if (there !== undefined && there.id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
