import { describe, expect, it } from 'vitest';
import { createAnnounced } from './announced.ts';

describe('what is announced', () => {
  it('is what the newest answer told', () => {
    const announced = createAnnounced();
    expect(announced.left()).toBeUndefined();
    announced.leave(1);
    expect(announced.arrive(1, 5)).toBe(true);
    announced.leave(2);
    expect(announced.arrive(2, 9)).toBe(true);
    expect(announced.left()).toBe(9);
  });

  it('is the least of what was on its way together, in whatever order it comes', () => {
    const announced = createAnnounced();
    for (const ticket of [1, 2, 3]) announced.leave(ticket);
    announced.arrive(2, 7);
    expect(announced.arrive(3, 6)).toBe(true);
    expect(announced.arrive(1, 8)).toBe(false);
    expect(announced.left()).toBe(6);
  });

  it('is one less for each that ended without telling, until one that left later tells', () => {
    const announced = createAnnounced();
    for (const ticket of [1, 2, 3]) announced.leave(ticket);
    announced.arrive(1, 7);
    announced.arrive(2);
    announced.arrive(3);
    expect(announced.left()).toBe(5);
    announced.leave(4);
    announced.arrive(4, 6);
    expect(announced.left()).toBe(6);
  });

  it('is nothing once it is forgotten, nor do answers to what was on its way bring it back', () => {
    const announced = createAnnounced();
    announced.leave(1);
    announced.leave(2);
    announced.arrive(1, 7);
    announced.forget();
    announced.arrive(2, 6);
    expect(announced.left()).toBeUndefined();
    announced.leave(3);
    announced.arrive(3, 59);
    expect(announced.left()).toBe(59);
  });
});
