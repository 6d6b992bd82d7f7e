/** Where a command prints, and what it may know of its surroundings; tests give their own. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether `out` is a terminal that shows colours. */
  readonly colour: boolean;
  /** Whether `err` is a terminal whose line can be written over. */
  readonly live: boolean;
  /** Columns. */
  readonly width: number;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Fires when the user wants the run to end. */
  readonly interrupt: AbortSignal;
}

/** Widest table that is still read in one glance. */
const MOST_COLUMNS = 120;

/** The terminal of this process. */
export function processTerminal(interrupt: AbortSignal): Terminal {
  const { stdout, stderr, env } = process;
  return {
    out: (text) => stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    err: (text) => stderr.write(text),
    colour: stdout.isTTY && stdout.hasColors() && (env['NO_COLOR'] ?? '') === '',
    live: stderr.isTTY,
    width: Math.min(stdout.isTTY ? stdout.columns : MOST_COLUMNS, MOST_COLUMNS),
    cwd: process.cwd(),
    environment: env,
    today: new Date().toISOString().slice(0, 10),
    interrupt,
  };
}
