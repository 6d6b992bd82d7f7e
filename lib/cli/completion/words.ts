/** The shells that petvet can complete its words in. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of the shells. */
export type Shell = (typeof SHELLS)[number];

/** What the value of an option or an argument is, as far as a shell can complete it. */
export type ValueKind = 'file' | 'folder' | 'target' | 'other';

/** An option of a command. */
export interface OptionWords {
  /** `--plan`, and `-h` where there is one. */
  readonly names: readonly string[];
  /** One line. */
  readonly says: string;
  /** Left out where it takes no value. */
  readonly value?: { readonly kind: ValueKind; readonly choices: readonly string[] };
}

/** A command, as it is typed. */
export interface CommandWords {
  /** The words that lead to it, each behind a blank: ` load tiers`; empty for the program itself. */
  readonly where: string;
  readonly commands: readonly { readonly name: string; readonly says: string }[];
  readonly options: readonly OptionWords[];
  /** What its arguments may be. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
  /** Its arguments may be targets. */
  readonly takesTargets: boolean;
}

/**
 * The names of the targets that the environment and `.env` configure, one a line: for each of the three shells. A `.env` that is a pipe or a
 * device is left alone: whoever types would wait for it.
 */
export const TARGET_NAMES = String.raw`{ test -f .env && cat .env 2>/dev/null; env; } | sed -n 's/^\(export \)\{0,1\}PETVET_\([A-Z0-9_]*\)_BASE_URL=.*/\2/p' | tr 'A-Z_' 'a-z-'`;

/** A text in single quotes, for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
