import { expect, it } from 'vitest';
import { namesOfRuns } from './run-names.ts';

it('names runs by their targets, and two of one target by their order', () => {
  const { before, after } = namesOfRuns('production', 'staging');
  expect([before.on, after.run, after.service]).toEqual(['on production', 'the run on staging', 'staging']);
  const same = namesOfRuns('staging', 'staging');
  expect([same.before.on, same.after.run, same.before.service]).toEqual([
    'before',
    'the second run',
    'the service before',
  ]);
});
