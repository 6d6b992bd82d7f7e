import { INT64 } from '../contract/pets.ts';
import type { NewPet, Pet } from './pet.ts';
import { randomFrom, type Random } from './random.ts';

/** The animals, in memory, by increasing id. */
export class Store {
  readonly #byId = new Map<bigint, Pet>();
  readonly #ascending: Pet[] = [];
  readonly #random: Random;
  #newest: Pet | undefined;

  constructor(animals: readonly Pet[], seed: number) {
    this.#random = randomFrom(seed + 1);
    for (const animal of animals) this.add(animal);
  }

  /** Every animal, by increasing id. */
  get all(): readonly Pet[] {
    return this.#ascending;
  }

  /** The animal that was added last; undefined in an empty store. */
  get newest(): Pet | undefined {
    return this.#newest;
  }

  /** The animal with that id; undefined when there is none. */
  get(id: bigint): Pet | undefined {
    return this.#byId.get(id);
  }

  /** Puts an animal under its id. Throws when the id is taken: ids are unique (section 2). */
  add(animal: Pet): void {
    if (this.#byId.has(animal.id)) throw new RangeError(`the id ${animal.id} is taken`);
    this.#byId.set(animal.id, animal);
    this.#ascending.splice(this.#placeOf(animal.id), 0, animal);
    this.#newest = animal;
  }

  /** Adds a new animal under an id of its own. An animal without a status becomes available (section 4.2 leaves it open). */
  create({ name, categoryId, status = 'available' }: NewPet): Pet {
    const animal = { id: this.freeId(), name, categoryId, status };
    this.add(animal);
    return animal;
  }

  /** An id that no animal has: above all others while there is room. */
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
