import { expect, it } from 'vitest';
import { whereTheyDiffer } from './differing-texts.ts';

it('shows short texts whole, and of long ones where they differ first', () => {
  expect(whereTheyDiffer('Rex', 'rex')).toEqual(['"Rex"', '"rex"']);
  const [one, other] = whereTheyDiffer(`${'a'.repeat(80)}b`, 'a'.repeat(80));
  expect(one).toBe(`"…${'a'.repeat(20)}b"`);
  expect(other).toBe(`"…${'a'.repeat(20)}"`);
});
