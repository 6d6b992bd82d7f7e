import { setTimeout } from 'node:timers/promises';
import { addresses } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Defect } from './defect.ts';
import { losing, rememberingCreated, storingAnother } from './creating.ts';

/** What is left of a creation afterwards. */
export const readBackDefects: Readonly<Record<string, Defect>> = {
  'names-garbled-in-lists': {
    says: 'lists show names with other letters for those beyond ASCII',
    breaks: ['CREATE-10'],
    options: { pets: 60 },
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && { name: Buffer.from(pet.name).toString('latin1') }),
    }),
  },
  'names-abbreviated-in-lists': {
    says: 'lists show 40 characters of a name, three of them dots where it is longer',
    breaks: ['CREATE-10', 'GET-1'],
    options: { pets: 60 },
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && pet.name.length > 40 && { name: `${pet.name.slice(0, 37)}...` }),
    }),
  },
  'names-halved-in-lists': {
    says: 'lists show half of each character that takes two units of UTF-16',
    breaks: ['CREATE-10'],
    options: { pets: 60 },
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && { name: pet.name.replace(/[\u{10000}-\u{10ffff}]/gu, (one) => one.charAt(0)) }),
    }),
  },
  'every-second-lost': {
    says: 'every second creation is lost',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => losing((nth) => nth % 2 === 0),
  },
  'creations-lost': {
    says: 'creations get a response and are never stored',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => losing(() => true),
  },
  'without-status-lost': {
    says: 'pets without a status get a response and are never stored',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => losing((_nth, { status }) => status === undefined),
  },
  'lost-at-once': {
    says: 'a creation that ends while another one is under way undoes it',
    breaks: ['CREATE-10', 'GET-1'],
    remembering: () => {
      let written = 0;
      let isUndone = false;
      return {
        operate: async (core, request, around) => {
          if (!addresses(request, 'createPet')) return core(request, around);
          const before = written;
          await setTimeout(40);
          isUndone = written !== before;
          return core(request, around);
        },
        ...losing(() => {
          written++;
          return isUndone;
        }),
      };
    },
  },
  'created-only-by-id': {
    says: 'created pets are found by their ids and are in no list',
    breaks: ['CREATE-10', 'LIST-7', 'GET-6'],
    options: FEW_PETS,
    remembering: rememberingCreated((created) => ({
      list: (core, query, store, request) => core(query, store, request).filter(({ id }) => !created.has(id)),
    })),
  },
  'created-twice': {
    says: 'each creation leaves two pets with ids of their own',
    breaks: ['CREATE-10'],
    options: FEW_PETS,
    create: (core, newPet, store) => {
      core(newPet, store);
      return core(newPet, store);
    },
  },
  'created-only-in-lists': {
    says: 'created pets are in lists and are not found by their ids',
    breaks: ['GET-1', 'CREATE-10'],
    options: FEW_PETS,
    remembering: rememberingCreated((created) => ({
      find: (core, id, store) => (created.has(id) ? undefined : core(id, store)),
    })),
  },
  'stored-under-another-status': {
    says: 'created pets are stored as pending, whatever their creation returns',
    breaks: ['CREATE-10', 'GET-1', 'LIST-7', 'GET-6'],
    ...storingAnother((newPet) => ({ ...newPet, status: 'pending' })),
  },
  'stored-pending-as-available': {
    says: 'a pet that was created as pending is stored as available',
    breaks: ['CREATE-10', 'GET-1', 'LIST-7', 'GET-6'],
    ...storingAnother((newPet) => ({ ...newPet, ...(newPet.status === 'pending' && { status: 'available' }) })),
  },
  'stored-default-as-pending': {
    says: 'a pet that was created without a status is returned as available and stored as pending',
    breaks: ['CREATE-10', 'GET-1', 'LIST-7', 'GET-6'],
    ...storingAnother((newPet) => ({ status: 'pending', ...newPet })),
  },
  'stored-without-status': {
    says: 'the status is lost on its way into the store',
    breaks: ['CREATE-10', 'GET-1', 'LIST-7', 'GET-6'],
    create: (_core, { name, categoryId, status = 'available' }, store) => {
      const pet = { id: store.freeId(), name, categoryId };
      store.add(pet);
      return { ...pet, status };
    },
  },
  'stored-name-cut-at-16': {
    says: 'the store keeps 16 characters of a name',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...storingAnother((newPet) => ({ ...newPet, name: newPet.name.slice(0, 16) })),
  },
  'stored-name-cut-at-20': {
    says: 'the store keeps 20 characters of a name',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...storingAnother((newPet) => ({ ...newPet, name: newPet.name.slice(0, 20) })),
  },
  'stored-name-latin1': {
    says: 'the store keeps no letters beyond latin1',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...storingAnother((newPet) => ({ ...newPet, name: newPet.name.replace(/[\u{100}-\u{10ffff}]/gu, '?') })),
  },
  'stored-name-escaped': {
    says: 'the store keeps names escaped for HTML',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...storingAnother((newPet) => ({
      ...newPet,
      name: newPet.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    })),
  },
  'stored-name-as-form': {
    says: 'the store keeps names as forms are decoded: a plus is a blank, and three characters from a percent sign on are one',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...storingAnother((newPet) => ({
      ...newPet,
      name: newPet.name.replaceAll('+', ' ').replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code)),
    })),
  },
  'stored-name-filled-in': {
    says: 'the store fills what stands between pairs of braces in names in, as a template does',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...storingAnother((newPet) => ({ ...newPet, name: newPet.name.replace(/\{\{(.*?)\}\}/g, '$1') })),
  },
  'stored-category-rounded': {
    says: 'the store keeps categoryId as a double',
    breaks: ['JSON-3', 'CREATE-10', 'GET-1'],
    ...storingAnother((newPet) => ({
      ...newPet,
      categoryId: BigInt.asIntN(64, BigInt(Number(newPet.categoryId))),
    })),
  },
  'stored-category-1': {
    says: 'the store keeps every created pet under category 1',
    breaks: ['CREATE-10', 'GET-1', 'JSON-3'],
    ...storingAnother((newPet) => ({ ...newPet, categoryId: 1n })),
  },
  'stored-category-2': {
    says: 'the store keeps every created pet under the category of the oldest one',
    breaks: ['CREATE-10', 'GET-1', 'JSON-3'],
    ...storingAnother((newPet) => ({ ...newPet, categoryId: 2n })),
  },
  'category-rounded-in-get': {
    says: 'getPet passes categoryId through a double',
    breaks: ['JSON-3', 'GET-1', 'CREATE-10'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'getPet' && { categoryId: BigInt(Number(pet.categoryId)) }),
    }),
  },
  'category-rounded-in-lists': {
    says: 'lists pass categoryId through a double',
    breaks: ['JSON-3', 'GET-1', 'CREATE-10'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && { categoryId: BigInt(Number(pet.categoryId)) }),
    }),
  },
  'id-rounded-in-get': {
    says: 'getPet passes the id through a double',
    breaks: ['JSON-3', 'GET-1'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'getPet' && { id: BigInt(Number(pet.id)) }) }),
  },
};
