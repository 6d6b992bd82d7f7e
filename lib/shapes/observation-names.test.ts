import { describe, expect, it } from 'vitest';
import {
  nameOfRelations,
  nameOfResponse,
  nameOfUse,
  responseOf,
  useOf,
  withoutRelations,
} from './observation-names.ts';

describe('the name of an observation', () => {
  it.each([0, 1, 20, 131])('tells the status and %i items', (items) => {
    expect(responseOf(nameOfResponse(200, items))).toEqual({ status: 200, items });
  });

  it.each([nameOfResponse(400, undefined), 'no headers', ''])('tells of no items: %j', (name) => {
    expect(responseOf(name)).toBeUndefined();
  });

  it.each([true, false])('tells whether requests are counted: %j', (isCounted) => {
    expect(useOf(nameOfUse(404, isCounted))).toEqual({ status: 404, isCounted });
    expect(useOf('the window is shorter')).toBeUndefined();
  });

  it('tells the headers of a following page', () => {
    expect(withoutRelations(`Link, X-Next${nameOfRelations(['next', 'last'])}`)).toBe('Link, X-Next');
    expect(withoutRelations(`X-Next${nameOfRelations([])}`)).toBe('X-Next');
  });
});
