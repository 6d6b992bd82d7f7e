import { showingOnly } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import type { NewPet } from '../pet.ts';

/** Whether a pet is meant, by what was sent and the how manieth it is that is added. */
type IsMeant = (newPet: NewPet, nth: number) => boolean;

/**
 * Shows the pets that were added only as long as, or only once, they are of some age; those of the start always.
 *
 * @param isShown - of the age in milliseconds
 * @param steps - which steps look at the age
 * @param isMeant - which of the added pets; all of them by default
 */
function agedOnly(
  isShown: (age: number) => boolean,
  steps: readonly ('find' | 'list')[],
  isMeant: IsMeant = () => true,
): Hooks {
  const born = new Map<bigint, number>();
  let now = 0;
  let nth = 0;
  const { find, list } = showingOnly((id) => {
    const bornAt = born.get(id);
    return bornAt === undefined || isShown(now - bornAt);
  });
  return {
    operate: (core, request, around) => {
      now = around.settings.now();
      return core(request, around);
    },
    create: (core, newPet, store) => {
      const pet = core(newPet, store);
      if (isMeant(newPet, ++nth)) born.set(pet.id, now);
      return pet;
    },
    ...(steps.includes('find') && { find }),
    ...(steps.includes('list') && { list }),
  };
}

/** What was added less than that many milliseconds ago is not seen yet by some steps. */
export function lagging(milliseconds: number, steps: readonly ('find' | 'list')[]): Hooks {
  return agedOnly((age) => age >= milliseconds, steps);
}

/** Takes new pets, or some of them, away when they are that old, in milliseconds. */
export function cleaning(milliseconds: number, isMeant?: IsMeant): Hooks {
  return agedOnly((age) => age < milliseconds, ['find', 'list'], isMeant);
}
