import type { Hooks } from './hooks.ts';

/** A pet that is added without a status has none; section 4.2 leaves it open. */
export const createdAsSent: Required<Pick<Hooks, 'create'>> = {
  create: (_core, newPet, store) => {
    const pet = { id: store.freeId(), ...newPet };
    store.add(pet);
    return pet;
  },
};
