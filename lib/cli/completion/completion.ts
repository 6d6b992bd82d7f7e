import type { Command, Option } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { CommandWords, OptionWords, ValueKind, Shell } from './words.ts';
import { zshScript } from './zsh.ts';
import { SCENARIO_NAMES } from '../../load/scenarios.ts';
import { AREAS, RULE_IDS } from '../../rules/index.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<
  Shell,
  (commands: readonly CommandWords[]) => string
>;

/** The script by which a shell completes the words of a program: made of its commands, so that none is forgotten. */
export function completionScript(shell: Shell, program: Command): string {
  return SCRIPTS[shell](wordsOf(program, ''));
}

function wordsOf(command: Command, where: string): CommandWords[] {
  const commands = command.commands.map((one) => ({ name: one.name(), says: oneLine(one.summary()) }));
  const help: OptionWords = { names: ['--help', '-h'], says: 'print this help' };
  return [
    {
      where,
      commands: where === '' ? [...commands, { name: 'help', says: 'print the help of a command' }] : commands,
      options: [...command.options.filter(({ hidden }) => !hidden).map(optionWords), help],
      choices: command.registeredArguments.flatMap((argument) => argument.argChoices ?? choicesOf(argument.name())),
      takesFiles: command.registeredArguments.some((argument) => FILE_ARGUMENTS.has(argument.name())),
      takesTargets: command.registeredArguments.some((argument) => TARGET_ARGUMENTS.has(argument.name())),
    },
    ...command.commands.flatMap((one) => wordsOf(one, `${where} ${one.name()}`)),
  ];
}

function optionWords(option: Option): OptionWords {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const words = { names, says: oneLine(option.description) };
  if (!option.required && !option.optional) return words;
  const [, placeholder = ''] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  const choices = option.argChoices ?? (placeholder === 'ids' ? IDS : []);
  return { ...words, value: { choices, kind: kindOf(option.long ?? '', placeholder) } };
}

/** Rules and areas, as `--rule` and `--skip` take them. */
const IDS: readonly string[] = [...Object.keys(AREAS), ...RULE_IDS];

/** What the arguments without declared choices may be. */
function choicesOf(argument: string): readonly string[] {
  return { scenario: SCENARIO_NAMES, id: RULE_IDS, finding: RULE_IDS }[argument] ?? [];
}

const FILE_ARGUMENTS: ReadonlySet<string> = new Set(['files', 'file', 'dir', 'folders', 'before', 'after']);

/** What `petvet diff` compares. */
const TARGET_ARGUMENTS: ReadonlySet<string> = new Set(['before', 'after']);

function kindOf(long: string, placeholder: string): ValueKind {
  if (long === '--target') return 'target';
  if (placeholder === 'file') return 'file';
  return placeholder === 'dir' ? 'folder' : 'other';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
