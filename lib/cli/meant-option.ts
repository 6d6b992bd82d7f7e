import type { Command } from 'commander';
import { isRuleId } from '../rules/index.ts';
import { nameFault } from '../targets/choice.ts';

/**
 * An error of the command line with what was meant: `check staging` means `check --target staging`. Where a key was to be given with a
 * flag, nothing that follows the flag is repeated, and no flag is suggested.
 */
export function withMeantOption(error: string, command: Command): string {
  // The value of a flag that nobody knows may be a key as well.
  return (
    ofKey(error) ??
    ofOldName(error, command) ??
    `${error.replace(/(unknown option '--?[\w-]+)=[^]*?'\n/, "$1'\n")}${meantOption(error, command)}`
  );
}

/** Flags of other programs that take a key, or a header that may hold one. */
const TAKING_KEYS =
  /unknown option '(?<flag>--?(?:[a-z]+-)*(?:api-?key|key|token|secret|password|bearer|auth(?:orization)?)(?:-[a-z]+)*(?![a-z-])|(?<header>--headers?(?![a-z-])|-H))/i;

function ofKey(error: string): string | undefined {
  const { flag, header } = TAKING_KEYS.exec(error)?.groups ?? {};
  if (flag === undefined) return undefined;
  const instead =
    header === undefined
      ? 'no flag takes a key: set PETVET_API_KEY'
      : 'no flag takes a header: set PETVET_API_KEY for the key, and PETVET_HEADERS for others';
  return `error: unknown option '${flag}'\n  ${instead}, in the environment or in .env\n`;
}

/** Flags that had another name, with the name that they have now. */
const OLD_NAMES: Readonly<Record<string, string>> = { '--challenge': '--nonce' };

function ofOldName(error: string, { options }: Command): string | undefined {
  const [, flag = ''] = /unknown option '(--[a-z-]+)/.exec(error) ?? [];
  const now = OLD_NAMES[flag];
  if (now === undefined || !options.some(({ long }) => long === now)) return undefined;
  return `error: unknown option '${flag}'\n  ${flag} is called ${now} now\n`;
}

function meantOption(error: string, { args, options, registeredArguments }: Command): string {
  const [word, ...others] = args.slice(registeredArguments.length);
  if (word === undefined || others.length > 0 || !error.includes('too many arguments')) return '';
  const isAddress = /^https?:\/\//i.test(word);
  const long = isAddress ? '--base-url' : isRuleId(word) ? '--rule' : '--target';
  if (!options.some((option) => option.long === long) || (!isAddress && nameFault(word) !== undefined)) return '';
  return `(Did you mean ${long} ${word}?)\n`;
}
