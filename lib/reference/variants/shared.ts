import { isPetStatus, PAGE, type PetStatus } from '../../contract/pets.ts';
import { textOf, withHeader } from '../answer.ts';
import { beforePaging } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonArray, readJson } from '../server-json.ts';
import { EVERYTHING } from '../list-query.ts';
import type { Pet } from '../pet.ts';
import { randomFrom } from '../random.ts';
import { addresses } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Store } from '../store.ts';
import { lagging } from './aging.ts';
import { apart } from './owners.ts';
import type { Variant } from './variant.ts';

/** What others did to pets, for a store that cannot forget: edits, and who is gone. */
export interface Doings {
  readonly edited: Map<bigint, Pet>;
  readonly gone: Set<bigint>;
}

/** Shows a store as the doings of others left it. */
function showing({ edited, gone }: Doings): Hooks {
  const now = (pet: Pet) => edited.get(pet.id) ?? pet;
  return {
    find: (core, id, store) => {
      const pet = gone.has(id) ? undefined : core(id, store);
      return pet && now(pet);
    },
    list: (core, query, store, request) =>
      core({ limit: EVERYTHING }, store, request)
        .filter(({ id }) => !gone.has(id))
        .map(now)
        .filter(({ status }) => query.status === undefined || status === query.status)
        .slice(0, query.limit),
  };
}

/** A neighbour at work: with every so manieth request it does something. */
export function neighbour(
  every: number,
  acts: (doings: Doings, store: Store, random: ReturnType<typeof randomFrom>) => void,
): Hooks {
  const doings: Doings = { edited: new Map(), gone: new Set() };
  const random = randomFrom(11);
  let requests = 0;
  return {
    ...showing(doings),
    operate: (core, request, around) => {
      if (++requests % every === 0) acts(doings, around.store, random);
      return core(request, around);
    },
  };
}

const STATUSES: readonly PetStatus[] = ['available', 'pending', 'sold'];

function someone({ all }: Store, { gone }: Doings, random: ReturnType<typeof randomFrom>): Pet | undefined {
  const there = all.filter(({ id }) => !gone.has(id));
  return there[random.whole(Math.max(1, there.length))];
}

function creates(_doings: Doings, store: Store, random: ReturnType<typeof randomFrom>): void {
  const status = STATUSES[random.whole(STATUSES.length)];
  store.create({ name: `Neighbour ${store.all.length}`, categoryId: 1n, ...(isPetStatus(status) && { status }) });
}

function edits(doings: Doings, store: Store, random: ReturnType<typeof randomFrom>): void {
  const pet = someone(store, doings, random);
  if (pet === undefined) return;
  const former = doings.edited.get(pet.id) ?? pet;
  const status = STATUSES[random.whole(STATUSES.length)] ?? 'sold';
  doings.edited.set(pet.id, random.whole(2) === 0 ? { ...former, status } : { ...former, name: `${former.name}!` });
}

function deletes(doings: Doings, store: Store, random: ReturnType<typeof randomFrom>): void {
  const pet = someone(store, doings, random);
  if (pet !== undefined) doings.gone.add(pet.id);
}

/** Edits the pet that was added last, as a moderator does who is told of each. */
function moderates(doings: Doings, { newest }: Store): void {
  if (newest !== undefined) doings.edited.set(newest.id, { ...newest, status: 'pending' });
}

/** Points to a following page from each full one, where the store has more pets than it. */
const pointOn: NonNullable<Hooks['answer']> = (answer, request, { store }) => {
  const page = addresses(request, 'listPets') ? readJson(textOf(answer)) : undefined;
  const limit = Number(request.query.get('limit') ?? PAGE.default);
  if (!isJsonArray(page) || page.length < limit || store.all.length === page.length) return answer;
  return withHeader(answer, 'Link', `</v1/pets?after=${page.length}&limit=${limit}>; rel="next"`);
};

/** Environments that are shared, and copies that lag behind. */
export const sharedVariants: Readonly<Record<string, Variant>> = {
  'neighbour-creates': {
    says: 'another client adds pets',
    closeTo: ['LIST-3'],
    options: FEW_PETS,
    remembering: () => neighbour(7, creates),
  },
  'neighbour-edits': {
    says: 'another client edits pets',
    options: FEW_PETS,
    remembering: () => neighbour(7, edits),
  },
  'neighbour-deletes': {
    says: 'another client removes pets',
    closeTo: ['GET-1'],
    options: FEW_PETS,
    remembering: () => neighbour(7, deletes),
  },
  'neighbour-busy': {
    says: 'another client adds, edits and removes pets, with every third request one',
    closeTo: ['LIST-12'],
    remembering: () => {
      let nth = 0;
      return neighbour(3, (...around) => [creates, edits, deletes][nth++ % 3]?.(...around));
    },
  },
  'newest-moderated': {
    says: 'a pet that was added is set to pending by somebody a moment later',
    closeTo: ['LIST-6'],
    options: FEW_PETS,
    remembering: () => neighbour(5, moderates),
  },
  'lists-lag': {
    says: 'lists show a new pet a second later',
    closeTo: ['CREATE-8'],
    options: FEW_PETS,
    remembering: () => lagging(1_000, ['list']),
  },
  'lists-lag-and-point-on': {
    says: 'lists show a new pet a second later, and full pages have a Link to the following one',
    closeTo: ['GET-6'],
    options: FEW_PETS,
    remembering: () => ({ ...lagging(1_000, ['list']), answer: pointOn }),
  },
  'get-lags': {
    says: 'getPet finds a new pet a second later',
    closeTo: ['GET-1'],
    options: FEW_PETS,
    remembering: () => lagging(1_000, ['find']),
  },
  'everything-lags': {
    says: 'new pets are seen after a second and a half',
    closeTo: ['CREATE-10'],
    options: FEW_PETS,
    remembering: () => lagging(1_500, ['find', 'list']),
  },
  'callers-apart': {
    says: 'callers do not see the pets of each other',
    closeTo: ['GET-6'],
    options: FEW_PETS,
    remembering: () => apart('everybody'),
  },
  'ids-of-instances': {
    says: 'ids come from several instances, each with a range of its own, so they neither rise nor fall',
    closeTo: ['CREATE-4'],
    remembering: () => {
      let nth = 0n;
      return {
        create: (_core, { status = 'available', ...newPet }, store) => {
          const pet = { id: 10_000_000n * (3n - (nth++ % 3n)) + nth, ...newPet, status };
          store.add(pet);
          return pet;
        },
      };
    },
  },
  'ids-in-63-bits': {
    says: 'new ids are any of 63 bits, in no order',
    remembering: () => {
      const random = randomFrom(5);
      return {
        create: (_core, { status = 'available', ...newPet }, store) => {
          const pet = { id: BigInt.asUintN(63, random.int64()), ...newPet, status };
          store.add(pet);
          return pet;
        },
      };
    },
  },
  'newest-first-of-many': {
    says: 'there are 1500 pets, and the newest come first',
    options: { pets: 1_500 },
    ...beforePaging((pets) => pets.toReversed()),
  },
};
