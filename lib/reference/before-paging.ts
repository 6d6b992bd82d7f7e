import type { Hooks } from './hooks.ts';
import { EVERYTHING, type ListQuery } from './list-query.ts';
import type { Pet } from './pet.ts';
import type { PetRequest } from './request.ts';
import type { Store } from './store.ts';

/**
 * Changes the whole list, filtered as it was asked for, before a page is cut from it: puts it into another order, or takes
 * some pets out.
 *
 * @param isMeant - which lists are changed; all of them by default
 */
export function beforePaging(
  change: (pets: readonly Pet[], store: Store, request: PetRequest) => readonly Pet[],
  isMeant: (query: ListQuery, request: PetRequest) => boolean = () => true,
): Required<Pick<Hooks, 'list'>> {
  return {
    list: (core, query, store, request) =>
      isMeant(query, request)
        ? change(core({ ...query, limit: EVERYTHING }, store, request), store, request).slice(0, query.limit)
        : core(query, store, request),
  };
}

/** Lets only some pets be seen: getPet finds no others, and no list has them. */
export function showingOnly(isSeen: (id: bigint, store: Store) => boolean): Required<Pick<Hooks, 'find' | 'list'>> {
  return {
    find: (core, id, store) => (isSeen(id, store) ? core(id, store) : undefined),
    ...beforePaging((pets, store) => pets.filter(({ id }) => isSeen(id, store))),
  };
}
