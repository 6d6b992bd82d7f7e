import { setTimeout } from 'node:timers/promises';
import { addresses } from '../request.ts';
import { beforePaging } from '../before-paging.ts';
import type { Hooks } from '../hooks.ts';
import { statusesInTurns } from '../in-turns.ts';
import { FEW_PETS } from '../seed-pets.ts';
import { losing, rememberingCreated, storingAnother } from './creating.ts';
import type { Defect } from './defect.ts';

const AFTER_REMOVAL = { today: '2031-01-15' };

/** How long, in milliseconds, a creation takes from reading the store to writing it back. */
const WRITING_MS = 40;

/** Each creation writes the store back as it was when it began, and so undoes those that ended meanwhile. @param isForIds - getPet finds them all the same */
function writingBack(isForIds: boolean): Hooks {
  const order: bigint[] = [];
  const undone = new Set<bigint>();
  return {
    operate: async (core, request, around) => {
      if (!addresses(request, 'createPet')) return core(request, around);
      const before = order.length;
      await setTimeout(WRITING_MS);
      const answer = await core(request, around);
      for (const id of order.slice(before, -1)) undone.add(id);
      return answer;
    },
    create: (core, newPet, store) => {
      const pet = core(newPet, store);
      order.push(pet.id);
      return pet;
    },
    ...(!isForIds && { find: (core, id, store) => (undone.has(id) ? undefined : core(id, store)) }),
    ...beforePaging((pets) => pets.filter(({ id }) => !undone.has(id))),
  };
}

/** Creations that leave nothing, or nothing in lists, in stores and with statuses that make it hard to tell. */
export const lostWriteDefects: Readonly<Record<string, Defect>> = {
  'creations-unlisted-in-turns': {
    says: '60 pets, 20 of each status; created ones are in no list',
    breaks: ['CREATE-10', 'LIST-7', 'GET-6'],
    remembering: rememberingCreated((created) => beforePaging((pets) => pets.filter(({ id }) => !created.has(id)))),
    ...statusesInTurns(60),
  },
  'written-back': {
    says: 'each creation writes the store back as it was when it began, without those that ended meanwhile',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => writingBack(false),
  },
  'lists-written-back': {
    says: 'each creation writes the index of lists back as it was when it began; getPet finds every pet',
    breaks: ['CREATE-10', 'LIST-7', 'GET-6'],
    remembering: () => writingBack(true),
  },
  'creations-lost-after-removal': {
    says: 'getPet is gone; 60 pets, 20 of each status; creations are never stored',
    breaks: ['CREATE-10', 'LIST-7'],
    remembering: () => losing(() => true),
    seed: statusesInTurns(60).seed,
    options: { pets: 60, ...AFTER_REMOVAL },
  },
  'available-lost': {
    says: 'pets created as available get a response and are never stored',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    remembering: () => losing((_nth, { status }) => status === 'available'),
  },
  'every-tenth-lost': {
    says: '120 pets, more than a page; every tenth creation gets a response and is never stored',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => losing((nth) => nth % 10 === 0),
  },
  'sold-lost-in-turns': {
    says: '60 pets, 20 of each status; those created as sold are never stored',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => losing((_nth, { status }) => status === 'sold'),
    ...statusesInTurns(60),
  },
  'pending-as-available-after-removal': {
    says: 'getPet is gone, and a pet that was created as pending is stored as available',
    breaks: ['CREATE-10', 'LIST-7'],
    options: { ...FEW_PETS, ...AFTER_REMOVAL },
    ...storingAnother((newPet) => ({ ...newPet, ...(newPet.status === 'pending' && { status: 'available' }) })),
  },
};
