import { PET_STATUSES, type PetStatus } from '../../contract/pets.ts';
import { beforePaging, showingOnly } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { EVERYTHING, type ListQuery } from '../list-query.ts';
import type { Pet } from '../pet.ts';
import { FEW_PETS } from '../seed-pets.ts';
import { cleaning, lagging } from './aging.ts';
import { neighbour } from './shared.ts';
import type { Variant } from './variant.ts';

/** Does something with the pet that was added last, at every so manieth request. */
function meddling(every: number, change: (newest: Pet) => Pet | undefined): Hooks {
  return neighbour(every, ({ edited, gone }, { newest }) => {
    if (newest === undefined) return;
    const changed = change(newest);
    if (changed === undefined) gone.add(newest.id);
    else edited.set(newest.id, changed);
  });
}

/** How many pets are adopted at a time. */
const ADOPTED = 12;

/** Somebody adopts pets on every n-th request, and returns them on the one after. @param every - n */
function adoptingAndReturning(every: number): Hooks {
  return neighbour(every, ({ edited }, { all }) => {
    const isReturning = edited.size > 0;
    edited.clear();
    if (!isReturning) for (const pet of all.slice(0, ADOPTED)) edited.set(pet.id, { ...pet, status: 'sold' });
  });
}

/**
 * Somebody who adopts and returns pets happens to do so just between lists of two kinds, but for one pet that is adopted once and for all, later
 * on, and for others that are returned late.
 */
function returningSome(): Hooks {
  let lists = 0;
  const shown = (pet: Pet, isFiltered: boolean): Pet => {
    const isReturned = isFiltered || (lists % 7 === 0 && pet.id % 4n === 0n);
    return isReturned ? pet : { ...pet, status: 'sold' };
  };
  return {
    list: (core, { limit, status }, store, request) => {
      lists++;
      const adopted = new Set(store.all.slice(0, ADOPTED).map(({ id }) => id));
      return core({ limit: EVERYTHING }, store, request)
        .map((pet) => (adopted.has(pet.id) ? shown(pet, status !== undefined) : pet))
        .filter((pet) => status === undefined || pet.status === status)
        .slice(0, limit);
    },
  };
}

/** Shows what some lists showed not long ago. In milliseconds. */
function remembered(age: number, isRemembered: (query: ListQuery) => boolean): Hooks {
  const shown = new Map<string, { readonly page: readonly Pet[]; readonly until: number }>();
  let now = 0;
  return {
    operate: (core, request, around) => {
      now = around.settings.now();
      return core(request, around);
    },
    list: (core, query, store, request) => {
      if (!isRemembered(query)) return core(query, store, request);
      const known = shown.get(request.target);
      if (known !== undefined && now < known.until) return known.page;
      const page = core(query, store, request);
      shown.set(request.target, { page, until: now + age });
      return page;
    },
  };
}

/**
 * Somebody gives one pet after the other the next status, with every so manieth request; filters choose pets by the statuses of a while
 * ago, in milliseconds, and show those of now.
 */
function indexedLate(every: number, age: number): Hooks {
  const edits = new Map<bigint, { readonly pet: Pet; readonly former: PetStatus | undefined; readonly at: number }>();
  let requests = 0;
  let now = 0;
  const current = (pet: Pet) => edits.get(pet.id)?.pet ?? pet;
  const indexed = (pet: Pet) => {
    const edit = edits.get(pet.id);
    return edit === undefined || now - edit.at >= age ? current(pet).status : edit.former;
  };
  return {
    operate: (core, request, around) => {
      now = around.settings.now();
      const pet = around.store.all[requests];
      if (pet !== undefined && requests++ % every === 0) {
        const status = PET_STATUSES[(PET_STATUSES.indexOf(pet.status ?? 'sold') + 1) % PET_STATUSES.length] ?? 'sold';
        edits.set(pet.id, { pet: { ...pet, status }, former: pet.status, at: now });
      }
      return core(request, around);
    },
    find: (core, id, store) => {
      const pet = core(id, store);
      return pet && current(pet);
    },
    list: (core, query, store, request) =>
      core({ limit: EVERYTHING }, store, request)
        .filter((pet) => query.status === undefined || indexed(pet) === query.status)
        .map(current)
        .slice(0, query.limit),
  };
}

/** More of what others do meanwhile, and of copies that lag behind. */
export const companyVariants: Readonly<Record<string, Variant>> = {
  'newest-sold': {
    says: 'somebody takes each new pet within three requests',
    options: FEW_PETS,
    remembering: () => meddling(3, (newest) => ({ ...newest, status: 'sold' })),
  },
  'adopted-and-returned': {
    says: 'somebody adopts a dozen pets with every second request, and returns them with the next one but one',
    options: FEW_PETS,
    remembering: () => adoptingAndReturning(2),
  },
  'adopted-and-returned-at-once': {
    says: 'somebody adopts a dozen pets with every second request, and returns them with the one between',
    options: FEW_PETS,
    remembering: () => adoptingAndReturning(1),
  },
  'adopted-and-returned-with-filters': {
    says: 'somebody adopts a dozen pets while lists without a filter are asked for, and has returned most of them when others are',
    options: FEW_PETS,
    remembering: returningSome,
  },
  'newest-adopted-and-returned': {
    says: 'somebody adopts each new pet with every second request, and returns it with the one between',
    options: FEW_PETS,
    remembering: () => {
      let isAdopted = false;
      return meddling(1, (newest) => {
        isAdopted = !isAdopted;
        return isAdopted ? { ...newest, status: 'sold' } : newest;
      });
    },
  },
  'newest-renamed': {
    says: 'somebody gives each new pet a better name within three requests',
    closeTo: ['CREATE-10'],
    options: FEW_PETS,
    remembering: () => meddling(3, (newest) => ({ ...newest, name: 'Bello', categoryId: 1n })),
  },
  'newest-name-simplified': {
    says: 'somebody takes braces, plus and percent signs out of the name of each new pet within five requests',
    closeTo: ['CREATE-10'],
    options: FEW_PETS,
    remembering: () => meddling(5, (newest) => ({ ...newest, name: newest.name.replace(/[{}+%]/g, '') })),
  },
  'newest-removed': {
    says: 'somebody removes the pet that was added last, with every fourth request',
    closeTo: ['CREATE-10'],
    options: FEW_PETS,
    remembering: () => meddling(4, () => undefined),
  },
  'cleaned-at-once': {
    says: 'what was added is removed after a third of a second',
    options: FEW_PETS,
    remembering: () => cleaning(300),
  },
  'cleaned-soon': {
    says: 'what was added is removed after two seconds',
    closeTo: ['GET-1'],
    remembering: () => cleaning(2_000),
  },
  'available-adopted-at-once': {
    says: 'what was added as available is adopted, and gone, after a third of a second',
    options: FEW_PETS,
    remembering: () => cleaning(300, ({ status }) => status === 'available'),
  },
  'cleaned-at-first': {
    says: 'the first eight pets that are added are removed within a tenth of a second, those added later stay',
    options: FEW_PETS,
    remembering: () => cleaning(100, (_newPet, nth) => nth <= 8),
  },
  'page-of-what-there-was': {
    says: 'there are 60 pets at first, and no page holds more than 60',
    options: FEW_PETS,
    list: (core, { limit, status }, store, request) =>
      core({ limit: Math.min(limit, FEW_PETS.pets), status }, store, request),
  },
  'room-for-120': {
    says: 'there is room for 120 pets: the oldest one makes room for a new one',
    ...showingOnly((id, { all }) => all.slice(-120).some((pet) => pet.id === id)),
  },
  'neighbour-creates-many': {
    says: 'another client adds three pets with every request',
    remembering: () =>
      neighbour(1, (_doings, store) => {
        for (let nth = 0; nth < 3; nth++) store.create({ name: `Neighbour ${store.all.length}`, categoryId: 1n });
      }),
  },
  'neighbour-creates-in-few': {
    says: 'another client adds a pet with every other request, and the newest come first',
    options: { pets: 20 },
    remembering: () => ({
      ...neighbour(2, (_doings, store) => {
        store.create({ name: `Neighbour ${store.all.length}`, categoryId: 1n, status: 'pending' });
      }),
      ...beforePaging((pets) => pets.toReversed()),
    }),
  },
  'lists-lag-two-seconds': {
    says: 'lists show a new pet after not quite two seconds',
    options: FEW_PETS,
    remembering: () => lagging(1_900, ['list']),
  },
  'lists-lag-in-large-store': {
    says: 'lists show a new pet after a second and a half',
    remembering: () => lagging(1_500, ['list']),
  },
  'lists-remembered': {
    says: 'a list is remembered for a second',
    options: FEW_PETS,
    remembering: () => remembered(1_000, () => true),
  },
  'filters-remembered': {
    says: 'a filtered list is remembered for a second and a half, one without a filter is not',
    closeTo: ['LIST-7'],
    options: FEW_PETS,
    remembering: () => remembered(1_500, ({ status }) => status !== undefined),
  },
  'filters-indexed-late': {
    says: 'somebody edits one pet after the other, and filters choose by the statuses of a second and a half ago',
    closeTo: ['LIST-6'],
    remembering: () => indexedLate(2, 1_500),
  },
  'copies-lag': {
    says: 'every other response comes from a copy, which is a second and a half late',
    closeTo: ['CREATE-10'],
    options: FEW_PETS,
    remembering: () => {
      const late = lagging(1_500, ['find', 'list']);
      let nth = 0;
      const isLate = () => nth % 2 === 0;
      return {
        operate: (core, request, around) => {
          nth++;
          return late.operate?.(core, request, around) ?? core(request, around);
        },
        ...(late.create && { create: late.create }),
        find: (core, id, store) => (isLate() ? late.find?.(core, id, store) : core(id, store)),
        list: (core, query, store, request) =>
          (isLate() ? late.list?.(core, query, store, request) : undefined) ?? core(query, store, request),
      };
    },
  },
};
