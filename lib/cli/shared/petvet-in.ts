import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { argument } from '../../text/shell-word.ts';

const PACKAGE = resolve(import.meta.dirname, '..', '..', '..');

/** What the process was started with. */
interface Started {
  /** The file that Node runs, as it was named; absolute. */
  readonly program: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * How petvet is started in a folder, for a shell: as it was started now, from the path of commands or by its file; by npx where it is
 * installed there, or above. Elsewhere npx would fetch whatever package has its name.
 */
export function petvetIn(folder: string, { program = '', environment }: Started): string {
  const { PATH = '', npm_command: npm } = environment;
  // Under npm and npx the path of commands is theirs.
  if (npm === undefined && basename(program) === 'petvet' && PATH.split(delimiter).includes(dirname(program)))
    return 'petvet';
  const file = basename(program) === 'petvet.cjs' ? program : join(import.meta.dirname, '..', 'petvet.cjs');
  if (npm === undefined && file === program) return byFile(folder, file);
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (at === PACKAGE || existsSync(join(at, 'node_modules', '.bin', 'petvet'))) return 'npx petvet';
    if (at === dirname(at)) return byFile(folder, file);
  }
}

function byFile(folder: string, file: string): string {
  const below = relative(folder, file);
  return `node ${argument(below.startsWith('..') ? file : below)}`;
}

/** A sentence whose commands, which stand in backticks or after a blank, can be typed as they are. */
export function asStarted(sentence: string, petvet = 'petvet'): string {
  if (petvet === 'petvet') return sentence;
  return sentence.replace(COMMANDS, (_name, before: string) => `${before}${petvet} `);
}

const COMMANDS = /(`|: )petvet (?=[a-z-])/g;
