import { callersOf, CREDENTIALS } from './callers.ts';
import { CREATE_PET } from './create-pet.ts';
import type { Dimension } from './dimension.ts';
import { GET_PET } from './get-pet.ts';
import { HEADERS } from './headers.ts';
import { LIST_PETS } from './list-pets.ts';
import { momentsOf } from './moments.ts';

/** Everything that may make a difference about a request, by operation: the input model. */
export const MODEL: readonly Dimension[] = [
  CREDENTIALS,
  HEADERS,
  ...LIST_PETS,
  callersOf('listPets'),
  momentsOf('listPets'),
  ...CREATE_PET,
  callersOf('createPet'),
  momentsOf('createPet'),
  ...GET_PET,
  callersOf('getPet'),
  momentsOf('getPet'),
];
