import type { Command } from 'commander';
import { isRuleId } from '../rules/index.ts';
import { nameFault } from '../targets/name-fault.ts';

/**
 * An error of the command line as all errors of petvet look, with what was meant: `check staging` means `check --target staging`. Where a
 * key was to be given with a flag, nothing that follows the flag is repeated, and no flag is suggested.
 */
export function withMeantOption(error: string, command: Command): string {
  // The value of a flag that nobody knows may be a key as well.
  const harmless = error.replace(/(unknown option '--?[\w-]+)=[^]*?'\n/, "$1'\n");
  const said = ofKey(error) ?? renamed(harmless, command) ?? `${harmless}${meantOption(error, command)}`;
  return said
    .replace(/^error: /, 'petvet: ')
    .replace(EXCLUDING, '$1 and $2 cannot both be given')
    .replace(/^\(Did you mean (.*)\)$/m, '  did you mean $1');
}

/** Two options of which one excludes the other: `option '-q, --quiet' cannot be used with option '--verbose'`. */
const EXCLUDING = /option '(?:-\w, )?(--[\w-]+)[^']*' cannot be used with option '(?:-\w, )?(--[\w-]+)[^']*'/;

/** What earlier versions called otherwise, each with what it is called now: the first that the command has. */
const RENAMED = [
  ["command 'challenge'", 'dispute DIR FINDING'],
  ["option '--challenge'", '--nonce'],
  ["option '--print'", '--format'],
  ["option '--json'", '--format json'],
  ["option '--json'", '--out FILE.json'],
  ["option '--markdown'", '--out FILE.md'],
  ["option '--animals'", '--pets'],
  ["option '--openapi'", '--format openapi'],
] as const;

function renamed(error: string, { options, commands }: Command): string | undefined {
  const names = new Set([...options.map(({ long }) => long), ...commands.map((command) => command.name())]);
  const [was, is] =
    RENAMED.find(([old, now]) => error.includes(`unknown ${old}`) && names.has(now.split(' ')[0])) ?? [];
  return was === undefined ? undefined : `error: ${was.replace(/^\w+ '(.*)'$/, '$1')} is now ${is}\n`;
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

function meantOption(error: string, { args, options, registeredArguments }: Command): string {
  // What follows the name of a program is most likely meant for that program.
  if (registeredArguments[0]?.name() === 'command' && error.includes('unknown option'))
    return '  is it an option of the command that petvet is to run? put -- before that command\n';
  const [word, ...others] = args.slice(registeredArguments.length);
  if (word === undefined || others.length > 0 || !error.includes('too many arguments')) return '';
  const isAddress = /^https?:\/\//i.test(word);
  const long = isAddress ? '--base-url' : isRuleId(word) ? '--rule' : '--target';
  if (!options.some((option) => option.long === long) || (!isAddress && nameFault(word) !== undefined)) return '';
  return `  did you mean ${long} ${word}?\n`;
}
