import { InvalidArgumentError } from 'commander';

/** Reads a whole number of 0 or more. */
export function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.');
  return Number(text);
}

/** Gathers an option that may be given several times. */
export function list(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
