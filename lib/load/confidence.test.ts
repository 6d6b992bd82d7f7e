import { expect, it } from 'vitest';
import { confidenceOf } from './confidence.ts';

it.each([
  ['on the bound nothing is sure', 50, 1_000, 0.05, 0.5],
  ['one standard deviation beyond it', 500 + Math.sqrt(475), 10_000, 0.05, 0.8413],
  ['two below it', 500 - 2 * Math.sqrt(475), 10_000, 0.05, 0.9772],
  ['far from it', 5_000, 10_000, 0.05, 0.999],
  ['none of few', 0, 20, 0.01, 0.6554],
  ['without a request', 0, 0, 0.05, 0.5],
  ['where none may be, and one is', 1, 1_000, 0, 0.9772],
])('%s', (_what, bad, count, allowed, sure) => {
  expect(confidenceOf(bad, count, allowed)).toBeCloseTo(sure, 3);
});
