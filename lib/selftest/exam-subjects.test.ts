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

it('those that mostly wait are spread over an examination, and none begins in its end', () => {
  const all = subjectsOf();
  const order = spread(all);
  expect(new Set(order)).toEqual(new Set(all));
  const waiting = (part: typeof order) => part.filter(({ usesLimitUp }) => usesLimitUp === true).length;
  const end = order.findLastIndex(({ usesLimitUp }) => usesLimitUp === true);
  expect(end / order.length).toBeGreaterThan(0.75);
  expect(end / order.length).toBeLessThan(0.9);
  const [first, second] = [order.slice(0, end / 2), order.slice(end / 2, end + 1)].map(waiting);
  expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThan(3);
});
