import { quote, TARGET_NAMES, type CommandWords, type OptionWords } from './words.ts';

/** The script that bash reads: it starts no program while somebody types, but for the names of targets. */
export function bashScript(commands: readonly CommandWords[]): string {
  const inner = commands.map(({ where }) => where).filter((where) => where !== '');
  return `# Completion of petvet for bash. In ~/.bashrc: eval "$(petvet completion bash)"
_petvet() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} where='' i
  # bash takes --plan=free apart.
  if [ "$current" = '=' ]; then current=''
  elif [ "$before" = '=' ]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$where \${COMP_WORDS[i]}" in
      ${inner.map(quote).join('|')}) where="$where \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$where $before" in
${commands.flatMap(({ where, options }) => options.flatMap((option) => valueCase(where, option))).join('\n')}
  esac
  case "$where" in
${commands.map(wordsCase).join('\n')}
  esac
}
complete -F _petvet petvet
`;
}

function valueCase(where: string, { names, value }: OptionWords): string[] {
  if (value === undefined) return [];
  const pattern = names.map((name) => quote(`${where} ${name}`)).join('|');
  return [`    ${pattern}) ${valueWords(value)}return ;;`];
}

function valueWords({ kind, choices }: NonNullable<OptionWords['value']>): string {
  if (choices.length > 0) return `COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$current")); `;
  if (kind === 'target') return `COMPREPLY=($(compgen -W "$(${TARGET_NAMES})" -- "$current")); `;
  // No names are made where nobody knows any.
  return kind === 'other' ? '' : `${FILES[kind]}; `;
}

/** Names of files may hold blanks. The bash of macOS has neither `compopt` nor `mapfile`. */
const FILES = {
  file: `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current"))`,
  folder: `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$current"))`,
} as const;

function wordsCase({ where, commands, options, choices, takesFiles, takesTargets }: CommandWords): string {
  const flags = options.flatMap(({ names }) => names).join(' ');
  const words = [...commands.map(({ name }) => name), ...choices].join(' ');
  const offered = takesTargets ? `"${words} $(${TARGET_NAMES})"` : quote(words);
  const files = takesFiles ? `; if [ \${#COMPREPLY[@]} = 0 ]; then ${FILES.file}; fi` : '';
  return `    ${quote(where)}) if [ "\${current:0:1}" = - ]; then COMPREPLY=($(compgen -W ${quote(flags)} -- "$current"))
      else COMPREPLY=($(compgen -W ${offered} -- "$current"))${files}; fi ;;`;
}
