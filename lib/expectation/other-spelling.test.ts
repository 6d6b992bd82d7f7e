import { describe, expect, it } from 'vitest';
import { spelledOtherwise } from './other-spelling.ts';

describe('spelledOtherwise', () => {
  it.each([
    ['GET', '/pets/', 'GET /pets'],
    ['GET', '//pets', 'GET /pets'],
    ['GET', '/./pets//?limit=5', 'GET /pets'],
    ['GET', '/PETS', 'GET /pets'],
    ['GET', '/p%65ts', 'GET /pets'],
    ['GET', '/x/../pets', 'GET /pets'],
    ['GET', '/pets;v=1', 'GET /pets'],
    ['GET', '/pets', 'GET /pets'],
    ['POST', '/Pets/', 'POST /pets'],
    ['GET', '/pets/7/', 'GET /pets/{petId}'],
    ['GET', '/pets//007', 'GET /pets/{petId}'],
    ['GET', '/PETS/%37', 'GET /pets/{petId}'],
  ])('%s %s is %s', (method, target, meant) => {
    expect(spelledOtherwise({ method, target })).toBe(meant);
  });

  it.each([
    ['GET', '/pets.json'],
    ['GET', '/pets/featured'],
    ['GET', '/pets/featured/today'],
    ['GET', '/pets/7/photos'],
    ['GET', '/pets/7.json'],
    ['GET', '/petshow'],
    ['GET', '/v1/pets'],
    ['GET', '/'],
    ['DELETE', '/pets/7/'],
    ['HEAD', '/pets/'],
    ['POST', '/pets/7'],
    ['GET', '/%zz'],
  ])('%s %s is none of the documented ones', (method, target) => {
    expect(spelledOtherwise({ method, target })).toBeUndefined();
  });
});
