import { INT64, NARROW, PET_STATUSES } from '../contract/pets.ts';
import { dimension, odd, type Dimension } from './dimension.ts';
import type { PetSeen, Seen } from './seen.ts';

/** Ids as near to the ends of int64 as no service gives them. */
const NEAR_THE_END = 2n ** 32n;

const known = (seen: Seen): readonly PetSeen[] => (seen.pet === undefined ? [] : [seen.pet]);

const statusOfPet = dimension<PetSeen>({
  operation: 'getPet',
  name: 'status of the pet',
  reveals: ['GET-1'],
  needs: ['such a pet'],
  values: known,
  partitions: PET_STATUSES.map((one) => ({ id: one, is: ({ status }) => status === one })),
});

const origin = dimension<PetSeen>({
  operation: 'getPet',
  name: 'origin of the pet',
  reveals: ['GET-1', 'CREATE-10'],
  values: known,
  partitions: [
    { id: 'created in this run', needs: ['writes'], is: ({ isOwn }) => isOwn },
    { id: 'older', needs: ['such a pet'], is: ({ isOwn }) => !isOwn },
  ],
});

const place = dimension<PetSeen>({
  operation: 'getPet',
  name: 'place among the pets seen',
  reveals: ['GET-1'],
  needs: ['such a pet'],
  values: known,
  partitions: (['first', 'between', 'last'] as const).map((one) => ({ id: one, is: (pet) => pet.place === one })),
});

const size = dimension<bigint>({
  operation: 'getPet',
  name: 'size of a known id',
  reveals: ['GET-1', 'JSON-3'],
  needs: ['such a pet'],
  values: ({ pet, petId = 0n }) => (pet === undefined ? [] : [petId < 0n ? -petId : petId]),
  partitions: [
    { id: 'up to 31 bits', is: (id) => id <= NARROW.of32Bits },
    { id: 'up to 53 bits', is: (id) => id <= NARROW.ofDouble },
    { id: 'more than 53 bits', is: () => true },
  ],
});

const unknown = dimension<bigint>({
  operation: 'getPet',
  name: 'an unknown id',
  reveals: ['GET-2'],
  // An id between those that were seen may belong to a pet beyond the pages: nothing can be said of it.
  values: ({ pet, petId: id, largestId: largest = 0n }) =>
    pet !== undefined || id === undefined || (id > 0n && id <= largest) ? [] : [id],
  partitions: [
    { id: '0', is: (id) => id === 0n },
    { id: 'near the smallest int64', is: (id) => id < INT64.minimum + NEAR_THE_END },
    { id: 'negative', is: (id) => id < 0n },
    { id: 'near the largest int64', is: (id) => id > INT64.maximum - NEAR_THE_END },
    { id: 'larger than any seen', is: () => true },
  ],
});

const malformed = dimension<string>({
  operation: 'getPet',
  name: 'petId that is not an int64',
  reveals: ['GET-3', 'ERR-7'],
  values: ({ petId, segment = '' }) => (petId === undefined ? [segment] : []),
  partitions: [
    odd('with a NUL', (segment) => segment.includes('%00')),
    odd('dots', (segment) => /^(\.|%2e){1,2}(\/|%2f|$)/i.test(segment)),
    odd('with an encoded slash', (segment) => /%2f/i.test(segment)),
    odd('with a quotation mark', (segment) => /['"]|%2[27]/.test(segment)),
    odd('with very many digits', (segment) => /^\d{100,}$/.test(segment)),
    odd('beyond int64', (segment) => /^-?[1-9]\d{18,}$/.test(segment)),
    odd('a fraction', (segment) => /^-?\d+\.\d+$/.test(segment)),
    odd('digits and other characters', (segment) => /^-?\d/.test(segment)),
    odd('a word', (segment) => /^[a-z]+\d*[a-z]*\d*$/i.test(segment)),
  ],
});

/** GET /pets/{petId}. Source: specification, sections 4.3 and 9. */
export const GET_PET: readonly Dimension[] = [statusOfPet, origin, place, size, unknown, malformed];
