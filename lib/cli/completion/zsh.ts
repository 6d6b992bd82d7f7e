import { quote, TARGET_NAMES, type CommandWords, type OptionWords } from './words.ts';

/** The script that zsh reads, with a sentence beside each word. `path` is zsh's own, so the place is `where`. */
export function zshScript(commands: readonly CommandWords[]): string {
  const inner = commands.map(({ where }) => where).filter((where) => where !== '');
  return `#compdef petvet
# Completion of petvet for zsh. In ~/.zshrc, below compinit: eval "$(petvet completion zsh)"
_petvet() {
  local where='' word before=\${words[CURRENT-1]}
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$where $word" in
      ${inner.map(quote).join('|')}) where="$where $word" ;;
    esac
  done
  # In one word: --plan=free.
  if [[ "$words[CURRENT]" == --*=* ]]; then before=\${words[CURRENT]%%=*}; compset -P '*='; fi
  case "$where $before" in
${commands.flatMap(({ where, options }) => options.flatMap((option) => valueCase(where, option))).join('\n')}
  esac
  case "$where" in
${commands.map(wordsCase).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _petvet ]]; then _petvet "$@"; else compdef _petvet petvet; fi
`;
}

function valueCase(where: string, { names, value }: OptionWords): string[] {
  if (value === undefined) return [];
  const patterns = names.map((name) => quote(`${where} ${name}`)).join('|');
  return [`    ${patterns}) ${valueWords(value)}; return ;;`];
}

function valueWords({ kind, choices }: NonNullable<OptionWords['value']>): string {
  if (choices.length > 0) return `compadd -- ${choices.map(quote).join(' ')}`;
  if (kind === 'target') return `compadd -- \${(f)"$(${TARGET_NAMES})"}`;
  return { file: '_files', folder: '_files -/', other: '_message value' }[kind];
}

function wordsCase({ where, commands, options, choices, takesFiles, takesTargets }: CommandWords): string {
  const flags = options.flatMap(({ names, says }) => names.map((name) => described(name, says)));
  const words = [...commands.map(({ name, says }) => described(name, says)), ...choices.map((word) => described(word))];
  const targets = takesTargets ? `; ${valueWords({ kind: 'target', choices: [] })}` : '';
  return `    ${quote(where)})
      if [[ "$words[CURRENT]" == -* ]]; then offered=(${flags.join(' ')}); _describe option offered
      else offered=(${words.join(' ')}); _describe word offered${targets}${takesFiles ? '; _files' : ''}; fi ;;`;
}

/** A colon parts the word from what is said of it. */
function described(word: string, says?: string): string {
  const name = word.replaceAll(':', String.raw`\:`);
  return quote(says === undefined ? name : `${name}:${says}`);
}
