import type { Hooks } from '../hooks.ts';
import type { NewPet, Pet } from '../pet.ts';
import { isRefusal, refuse } from '../refusal.ts';
import type { Defect } from './defect.ts';

/** Answers a creation under a name that was created before with a status of its own. */
function refusingNames(status: number, code: string): Hooks {
  const taken = new Set<string>();
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      if (isRefusal(newPet) || !taken.has(newPet.name)) return newPet;
      return refuse(status, code, 'the pet could not be added');
    },
    create: (core, newPet, store) => {
      taken.add(newPet.name);
      return core(newPet, store);
    },
  };
}

/** Takes a creation under a name that was created before for one of the pet that has it. @param take - what it does to that pet, and returns */
function mergingNames(keyOf: (newPet: NewPet) => string, take: (former: Pet, newPet: NewPet) => Pet): Hooks {
  const known = new Map<string, Pet>();
  return {
    create: (core, newPet, store) => {
      const former = known.get(keyOf(newPet));
      if (former !== undefined) return take(former, newPet);
      const pet = core(newPet, store);
      known.set(keyOf(newPet), pet);
      return pet;
    },
  };
}

const nameOf = ({ name }: NewPet) => name;
const nameInCategoryOf = ({ name, categoryId }: NewPet) => `${categoryId} ${name}`;

/** The store has the same object. */
function overwrite(former: Pet, { categoryId, status }: NewPet): Pet {
  return Object.assign(former, { categoryId, ...(status !== undefined && { status }) });
}

/** What becomes of a creation whose name another pet has. */
export const createNameDefects: Readonly<Record<string, Defect>> = {
  'name-taken-409': {
    says: 'a creation with the name of another pet gets 409',
    breaks: ['CREATE-1'],
    remembering: () => refusingNames(409, 'conflict'),
  },
  'name-taken-500': {
    says: 'a creation with the name of another pet gets 500, as a unique index lets it fail',
    breaks: ['ERR-3', 'CREATE-1'],
    remembering: () => refusingNames(500, 'internal'),
  },
  'name-taken-overwrites': {
    says: 'a creation with the name of another pet overwrites that pet',
    breaks: ['CREATE-4', 'CREATE-10'],
    remembering: () => mergingNames(nameOf, overwrite),
  },
  'name-and-category-taken-overwrites': {
    says: 'a creation with the name and the category of another pet overwrites that pet',
    breaks: ['CREATE-4', 'CREATE-10'],
    remembering: () => mergingNames(nameInCategoryOf, overwrite),
  },
  'name-taken-answers-former': {
    says: 'a creation with the name of another pet gets that pet, and adds none',
    breaks: ['CREATE-2', 'CREATE-4', 'CREATE-10'],
    remembering: () => mergingNames(nameOf, (former) => former),
  },
};
