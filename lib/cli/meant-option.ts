import type { Command } from 'commander';
import { nameFault } from '../targets/choice.ts';

/**
 * What a word stands for that a command does not take: `check staging` means `check --target staging`.
 *
 * @returns a line in the form of the other suggestions, or nothing
 */
export function meantOption(error: string, { args, options, registeredArguments }: Command): string {
  const [word, ...others] = args.slice(registeredArguments.length);
  if (word === undefined || others.length > 0 || !error.includes('too many arguments')) return '';
  const isAddress = /^https?:\/\//i.test(word);
  const long = isAddress ? '--base-url' : '--target';
  if (!options.some((option) => option.long === long) || (!isAddress && nameFault(word) !== undefined)) return '';
  return `(Did you mean ${long} ${word}?)\n`;
}
