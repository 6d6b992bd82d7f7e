import type { PetStatus } from '../contract/pets.ts';
import type { Pet } from './pet.ts';
import { randomFrom } from './random.ts';

/** The categories of the first pets; the last one is beyond what a double holds exactly. */
export const CATEGORIES: readonly bigint[] = [1n, 2n, 3n, 5n, 8n, 2n ** 53n + 1n];

const NAMES = ['Bella', 'Milo', 'Luna', 'Oscar', 'Nala', 'Rocky', 'Daisy', 'Simba', 'Lola', 'Felix', 'Coco', 'Balu'];

/** Few enough to start with that every pet, a new one too, is on the largest page. */
export const FEW_PETS = { pets: 60 } as const;

/** How many pets have an id that any client can hold; the others lie beyond 2^53, so that int64 matters on every page. */
const SMALL_IDS = 15;

/** Ids lie so far apart that no two round to the same double. */
const LEAST_STEP = 4_096;

/**
 * The pets that a store starts with: half of them available, a third pending, the others sold, in no order.
 *
 * @param count - how many, 0 or more
 * @param seed - the same seed gives the same pets
 * @returns pets with increasing ids, none of them consecutive
 */
export function seedPets(count: number, seed: number): readonly Pet[] {
  const random = randomFrom(seed);
  const statuses = random.shuffled(unevenStatuses(count));
  let id = 1_000n;
  return statuses.map((status, index) => {
    if (index === Math.min(SMALL_IDS, Math.ceil(count / 2))) id = 2n ** 53n + 1n;
    id += BigInt(2 * (index < SMALL_IDS ? 1 + random.whole(400) : LEAST_STEP + random.whole(1_000_000)));
    const name = `${NAMES[random.whole(NAMES.length)] ?? 'Bella'} ${index + 1}`;
    return { id, name, categoryId: CATEGORIES[random.whole(CATEGORIES.length)] ?? 1n, status };
  });
}

function unevenStatuses(count: number): PetStatus[] {
  const available = Math.floor(count / 2);
  const pending = Math.floor(count / 3);
  return Array.from({ length: count }, (_, index) =>
    index < available ? 'available' : index < available + pending ? 'pending' : 'sold',
  );
}
