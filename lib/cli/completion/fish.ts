import { TARGET_NAMES, type CommandWords, type OptionWords } from './words.ts';

/** The script that fish reads, with a sentence beside each word. */
export function fishScript(commands: readonly CommandWords[]): string {
  const inner = commands.map(({ where }) => where).filter((where) => where !== '');
  return `# Completion of petvet for fish: petvet completion fish > ~/.config/fish/completions/petvet.fish
function __petvet_at
  set -l where ''
  for word in (commandline -opc)[2..-1]
    switch "$where $word"
      case ${inner.map(quote).join(' ')}
        set where "$where $word"
    end
  end
  test "$where" = "$argv[1]"
end
function __petvet_targets
  sh -c ${quote(TARGET_NAMES)}
end
complete -c petvet -f
${commands.map(lines).join('\n')}
`;
}

function lines({ where, commands, options, choices, takesFiles, takesTargets }: CommandWords): string {
  const here = `complete -c petvet -n ${quote(`__petvet_at ${quote(where)}`)}`;
  return [
    ...commands.map(({ name, says }) => `${here} -a ${name} -d ${quote(says)}`),
    ...(choices.length === 0 ? [] : [`${here} -a ${quote(choices.join(' '))}`]),
    ...(takesTargets ? [`${here} -a '(__petvet_targets)'`] : []),
    ...(takesFiles ? [`${here} -F`] : []),
    ...options.map((option) => `${here}${optionWords(option)}`),
  ].join('\n');
}

function optionWords({ names, says, value }: OptionWords): string {
  const named = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  return `${named.join('')} -d ${quote(says)}${value === undefined ? '' : valueWords(value)}`;
}

function valueWords({ kind, choices }: NonNullable<OptionWords['value']>): string {
  if (choices.length > 0) return ` -x -a ${quote(choices.join(' '))}`;
  return {
    file: ' -r -F',
    folder: " -x -a '(__fish_complete_directories)'",
    target: " -x -a '(__petvet_targets)'",
    other: ' -x',
  }[kind];
}

/** In single quotes of fish a backslash escapes itself and the quote. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
