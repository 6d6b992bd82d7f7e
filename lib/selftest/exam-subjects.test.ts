import { expect, it } from 'vitest';
import { namesOfSubjects, spread, subjectsOf } from './exam-subjects.ts';

it('every subject has a name of its own, which --only takes', () => {
  const names = subjectsOf().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /[\s,]/.test(name))).toEqual([]);
  expect(namesOfSubjects(names)).toEqual(names);
});

it('--only takes several names at once, and each but once', () => {
  expect(namesOfSubjects(['chunked, html-404', 'chunked'])).toEqual(['chunked', 'html-404']);
  expect(subjectsOf(namesOfSubjects(['chunked,html-404'])).map(({ name }) => name)).toEqual(['html-404', 'chunked']);
});

it('those that mostly wait are spread over the whole examination', () => {
  const all = subjectsOf();
  const order = spread(all);
  expect(new Set(order)).toEqual(new Set(all));
  const waiting = (part: typeof order) => part.filter(({ usesLimitUp }) => usesLimitUp === true).length;
  const [first, second] = [order.slice(0, order.length / 2), order.slice(order.length / 2)].map(waiting);
  expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThan(3);
});
