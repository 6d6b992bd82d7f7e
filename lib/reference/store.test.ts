import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import type { Pet } from './pet.ts';
import { seedPets } from './seed-pets.ts';
import { Store } from './store.ts';

const pet = (id: bigint): Pet => ({ id, name: 'Rex', categoryId: 1n });

describe('the store', () => {
  it('lists by increasing id, in whatever order pets came', () => {
    const store = new Store([pet(7n), pet(-3n), pet(2n ** 60n), pet(1n)], 1);
    expect(store.all.map(({ id }) => id)).toEqual([-3n, 1n, 7n, 2n ** 60n]);
    expect(store.newest?.id).toBe(1n);
  });

  it('finds a pet by its exact id only', () => {
    const store = new Store([pet(2n ** 53n + 1n)], 1);
    expect(store.get(2n ** 53n + 1n)?.name).toBe('Rex');
    expect(store.get(2n ** 53n)).toBeUndefined();
  });

  it('refuses an id twice', () => {
    expect(() => new Store([pet(1n), pet(1n)], 1)).toThrow(RangeError);
  });

  it('gives new pets ids above all others, and a status', () => {
    const store = new Store([pet(50n)], 1);
    const first = store.create({ name: 'Ann', categoryId: 2n });
    const second = store.create({ name: 'Ben', categoryId: 2n, status: 'sold' });
    expect(first).toMatchObject({ name: 'Ann', categoryId: 2n, status: 'available' });
    expect(second.id > first.id && first.id > 50n).toBe(true);
    expect(store.get(second.id)).toEqual(second);
  });

  it('still finds free ids when the highest is taken', () => {
    const store = new Store([pet(INT64.maximum)], 1);
    const ids = Array.from({ length: 50 }, () => store.create({ name: 'Ann', categoryId: 2n }).id);
    expect(new Set(ids).size).toBe(50);
    expect(ids.every((id) => id >= INT64.minimum && id < INT64.maximum)).toBe(true);
  });
});

describe('the first pets', () => {
  const pets = seedPets(120, 1);

  it('have uneven statuses', () => {
    const { available = [], pending = [], sold = [] } = Object.groupBy(pets, ({ status = 'none' }) => status);
    expect([available.length, pending.length, sold.length]).toEqual([60, 40, 20]);
  });

  it('have increasing ids, of which a double holds only the first', () => {
    expect(pets.every(({ id }, index) => index === 0 || id > (pets[index - 1]?.id ?? id))).toBe(true);
    const rounded = pets.filter(({ id }) => BigInt(Number(id)) !== id);
    expect(rounded.length).toBe(105);
    expect(new Set(pets.map(({ id }) => Number(id))).size).toBe(120);
  });

  it('include a category beyond 2^53', () => {
    expect(pets.some(({ categoryId }) => categoryId === 9007199254740993n)).toBe(true);
  });

  it('depend on the seed alone', () => {
    expect(seedPets(120, 1)).toEqual(pets);
    expect(seedPets(120, 2)).not.toEqual(pets);
    expect(seedPets(0, 1)).toEqual([]);
  });
});
