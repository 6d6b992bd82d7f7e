import { textOf, withBody, withHeader } from '../answer.ts';
import { spelledNumber } from '../server-json.ts';
import { addresses } from '../request.ts';
import type { Defect } from './defect.ts';

/** Bodies. */
export const jsonDefects: Readonly<Record<string, Defect>> = {
  'html-404': {
    says: 'an unknown pet gets an HTML page with its 404',
    breaks: ['JSON-1', 'ERR-1'],
    answer: (answer, request) =>
      answer.status === 404 && addresses(request, 'getPet')
        ? withBody(answer, '<!doctype html><title>Not Found</title><h1>Not Found</h1>', 'text/html; charset=utf-8')
        : answer,
  },
  'cut-off-404': {
    says: 'the JSON of a 404 lacks its last bracket',
    breaks: ['JSON-1', 'ERR-1'],
    answer: (answer) => (answer.status === 404 ? withBody(answer, textOf(answer).slice(0, -1)) : answer),
  },
  'text-plain-list': {
    says: 'a list is JSON, but is called text/plain',
    breaks: ['JSON-1', 'LIST-1'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'listPets')
        ? withHeader(answer, 'Content-Type', 'text/plain')
        : answer,
  },
  'single-quoted-list': {
    says: 'a list is written as another language would print it, with single quotes',
    breaks: ['JSON-1', 'LIST-1'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'listPets')
        ? withBody(answer, textOf(answer).replaceAll('"', "'"))
        : answer,
  },
  'id-as-text': {
    says: 'ids are strings, everywhere',
    breaks: ['JSON-2'],
    show: (core, pet, where) => ({ ...core(pet, where), id: `${pet.id}` }),
  },
  'id-as-text-in-get': {
    says: 'the id is a string when one pet is fetched',
    breaks: ['JSON-2'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'getPet' && { id: `${pet.id}` }) }),
  },
  'category-as-text': {
    says: 'categoryId is a string in lists',
    breaks: ['JSON-2'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && { categoryId: `${pet.categoryId}` }),
    }),
  },
  'name-of-digits-as-number': {
    says: 'a name of digits alone is returned as a number, as by a store without types',
    breaks: ['CREATE-1', 'LIST-1', 'GET-1'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(/^[1-9]\d*$/.test(pet.name) && { name: BigInt(pet.name) }),
    }),
  },
  'name-as-yaml-in-lists': {
    says: 'lists show names as a reader of YAML takes them: as numbers, true, false or null',
    breaks: ['LIST-1'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'listPets' && { name: asYaml(pet.name) }) }),
  },
  'category-zero-left-out': {
    says: 'a categoryId of 0 is left out, as by JSON writers that omit empty values',
    breaks: ['CREATE-1', 'LIST-1', 'GET-1'],
    show: (core, pet, where) => {
      const { categoryId, ...others } = core(pet, where);
      return pet.categoryId === 0n ? others : { ...others, categoryId };
    },
  },
  'category-fraction': {
    says: 'categoryId has a fraction',
    breaks: ['JSON-2'],
    show: (core, pet, where) => ({ ...core(pet, where), categoryId: spelledNumber(`${pet.categoryId}.5`) }),
  },
  'big-ids-as-text': {
    says: 'only ids that a double cannot hold are strings',
    breaks: ['JSON-2'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(pet.id > Number.MAX_SAFE_INTEGER && { id: `${pet.id}` }) }),
  },
  'id-beyond-int64': {
    says: 'lists show ids as unsigned numbers, shifted beyond int64',
    breaks: ['JSON-2', 'GET-1', 'GET-3'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'listPets' && { id: pet.id + 2n ** 63n }) }),
  },
  'category-int32-in-lists': {
    says: 'lists show the lower 32 bits of categoryId',
    breaks: ['JSON-3', 'CREATE-10'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'listPets' && { categoryId: BigInt.asIntN(32, pet.categoryId) }),
    }),
  },
  'category-int32-by-id': {
    says: 'getPet shows the lower 32 bits of categoryId',
    breaks: ['JSON-3', 'GET-1', 'CREATE-10'],
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where === 'getPet' && { categoryId: BigInt.asIntN(32, pet.categoryId) }),
    }),
  },
  'rounded-ids-in-lists': {
    says: 'lists pass ids through a double',
    breaks: ['GET-1', 'JSON-3', 'CREATE-10', 'GET-6', 'LIST-7'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'listPets' && { id: BigInt(Number(pet.id)) }) }),
  },
};

function asYaml(name: string): unknown {
  if (/^[1-9]\d*$/.test(name)) return BigInt(name);
  return name === 'null' ? null : name === 'true' || name === 'false' ? name === 'true' : name;
}
