import type { Caller } from '../authentication.ts';
import { showingOnly } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';

/**
 * Callers see the pets that they created, and none of another's.
 *
 * @param seeInitial - who sees the pets of the start: every caller, or only the first one
 */
export function apart(seeInitial: 'everybody' | 'first caller'): Hooks {
  const owners = new Map<bigint, Caller>();
  let caller: Caller | undefined;
  let first: Caller | undefined;
  return {
    authenticate: (core, request, callers) => {
      first = callers[0];
      return (caller = core(request, callers));
    },
    create: (core, newPet, store) => {
      const pet = core(newPet, store);
      if (caller !== undefined) owners.set(pet.id, caller);
      return pet;
    },
    ...showingOnly((id) => (owners.get(id) ?? (seeInitial === 'everybody' ? caller : first)) === caller),
  };
}
