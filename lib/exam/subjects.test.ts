import { expect, it } from 'vitest';
import { longestFirst, mostlyWaits, namesOfSubjects, subjectsOf } from './subjects.ts';

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

it('those whose runs take longest come first, and nobody is left out', () => {
  const all = subjectsOf();
  const order = longestFirst(all);
  expect(new Set(order)).toEqual(new Set(all));
  expect(order.slice(0, 2).map(({ name }) => name)).toEqual(['bucket-of-far-service', 'one-less']);
  expect(order.slice(0, 10).filter(({ name }) => !mostlyWaits(name))).toEqual([]);
});
