import { expect, it } from 'vitest';
import { givenFlags, refuseGiven } from './given-flags.ts';

function refuse(flags: { readonly seed?: number; readonly quiet?: true }): void {
  refuseGiven(flags, ['quiet', 'seed'], (flag) => `${flag} is of no use here`, 'leave it out');
}

it('flags are named as they are typed: a list only where it is not empty, and --no- where something is off', () => {
  const flags = { skipInput: ['range'], only: [], writes: false, seed: 0, quiet: undefined };
  expect(givenFlags(flags, ['quiet', 'only', 'seed', 'writes', 'skipInput'])).toEqual([
    '--seed',
    '--no-writes',
    '--skip-input',
  ]);
});

it('the first flag that was given is refused', () => {
  expect(() => refuse({ seed: 1, quiet: true })).toThrow('--quiet is of no use here');
  expect(() => refuse({})).not.toThrow();
});
