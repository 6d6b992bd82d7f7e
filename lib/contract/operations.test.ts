import { expect, it } from 'vitest';
import { operationNamed } from './operations.ts';

it.each([
  ['GET', '/pets', 'listPets'],
  ['GET', '/pets?limit=5', 'listPets'],
  ['POST', '/pets', 'createPet'],
  ['GET', '/pets/7', 'getPet'],
  ['GET', '/pets/7?x=1', 'getPet'],
  ['PUT', '/pets', undefined],
  ['POST', '/pets/7', undefined],
  ['GET', '/pets/', undefined],
  ['GET', '/pets/7/8', undefined],
  ['GET', '/', undefined],
])('%s %s is %s', (method, target, operation) => {
  expect(operationNamed(method, target)).toBe(operation);
});
