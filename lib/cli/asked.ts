import { CommanderError, type Command } from 'commander';

/** What a command line asks instead of running a command. */
export type Question = 'help' | 'version';

const FLAGS = new Map<string, Question>([
  ['-h', 'help'],
  ['--help', 'help'],
  ['-V', 'version'],
  ['--version', 'version'],
]);

/** A command line without the words that ask for help or the version. */
export interface Asked {
  readonly words: readonly string[];
  readonly question: Question | undefined;
}

/**
 * Reads whether help or the version is asked for, as a flag or as the command `help`. The words that remain are still to be read: beside
 * `--help`, too, a command or a flag that does not exist is an error. What follows `--` is for another program.
 */
export function readAsked(args: readonly string[], program: Command): Asked {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const own = args.slice(0, end);
  const flag = own.find((word) => FLAGS.has(word));
  const words = own.filter((word) => !FLAGS.has(word));
  const help = placeOfHelp(words, program);
  if (help !== undefined) while (words[help] === 'help') words.splice(help, 1);
  return {
    words: [...words, ...args.slice(end)],
    question: flag === undefined ? (help === undefined ? undefined : 'help') : FLAGS.get(flag),
  };
}

/** Where `help` stands in place of a command: first, or behind one that has commands only. */
function placeOfHelp(words: readonly string[], program: Command): number | undefined {
  if (words[0] === 'help') return 0;
  const group = program.commands.find((command) => command.name() === words[0] && command.commands.length > 0);
  return words[1] === 'help' && group?.registeredArguments.length === 0 ? 1 : undefined;
}

/** Stops a command before it runs. */
class WouldRunError extends Error {
  readonly command: Command;
  constructor(command: Command) {
    super(`${command.name()} would run`);
    this.command = command;
  }
}

/**
 * The command that words would run, which does not run. What it needs may be missing.
 *
 * @throws {CommanderError} for a word that the program does not know
 */
export async function commandMeant(program: Command, words: readonly string[]): Promise<Command> {
  if (words.length === 0) return program;
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  const needed = commands.flatMap((command) => command.registeredArguments.filter(({ required }) => required));
  for (const option of commands.flatMap(({ options }) => options)) option.makeOptionMandatory(false);
  for (const argument of needed) argument.required = false;
  program.hook('preAction', (_, command) => {
    throw new WouldRunError(command);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof WouldRunError) return error.command;
    // A program or a group of commands without any word.
    const isGroup = error instanceof CommanderError && error.code === 'commander.help';
    if (!isGroup) throw error;
  } finally {
    // Its usage says what it needs.
    for (const argument of needed) argument.required = true;
  }
  return commands.find((command) => command.name() === words[0]) ?? program;
}
