import { describe, expect, it } from 'vitest';
import { announcesNextPage } from './next-page.ts';

describe('a following page', () => {
  it.each([
    ['Link', '</v1/pets?page=2>; rel="next"'],
    ['link', '</v1/pets?page=9>; rel=last'],
    ['Link', '</v1/pets?page=2>'],
    ['X-Next-Cursor', 'abc'],
    ['X-Next-Page', '2'],
    ['X-Continuation-Token', 'abc'],
  ])('is announced by %s: %s', (name, value) => {
    expect(announcesNextPage([[name, value]])).toBe(true);
  });

  it.each([
    ['Link', '</docs>; rel="deprecation"'],
    ['Link', ''],
    ['X-Next-Cursor', ''],
    ['X-Total-Count', '120'],
    ['Content-Type', 'application/json'],
  ])('is not announced by %s: %s', (name, value) => {
    expect(announcesNextPage([[name, value]])).toBe(false);
  });
});
