import { petvetIn } from './petvet-in.ts';
import { systemWords } from '../../files/system-words.ts';
import { wrap } from '../../text/columns.ts';
import { harmless, type OwnSequences } from '../../text/log-commands.ts';
import { widthOf } from '../../text/look.ts';

/** Where a command prints, and what it may know of its surroundings; tests give their own. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Passes on to the error stream, as it is, what is meant for the system that shows the log, or what a program of the user's prints. */
  pass(text: string): void;
  /** Whether `out` is a terminal that shows colours. */
  readonly colour: boolean;
  /** Whether `err` is a terminal whose line can be written over. */
  readonly live: boolean;
  /** Whether `out` is no terminal, so that nobody minds long lines; so it is unless told. */
  readonly piped?: boolean;
  /** Columns. */
  readonly width: number;
  readonly cwd: string;
  /** How petvet was started, for a shell; `petvet` where that is not known. */
  readonly petvet?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Fires when the user wants the run to end. */
  readonly interrupt: AbortSignal;
}

/** Widest table that is still read in one glance. */
const MOST_COLUMNS = 120;

/** The terminal of this process, and what became of what was printed. */
export interface ProcessTerminal extends Terminal {
  /** Why the output could not be written, as a clause; a reader that has gone away is no reason. */
  lost(): string | undefined;
}

/** The terminal of this process. A stream that is closed or full ends no run: what was to be printed there is dropped. */
export function processTerminal(interrupt: AbortSignal): ProcessTerminal {
  const { stdout, stderr, env } = process;
  const [output, errors] = [forgiving(stdout), forgiving(stderr)];
  const abilities = abilitiesOf(stdout, stderr, env);
  return {
    ...printing({ out: (text) => output.write(text), err: (text) => errors.write(text) }, abilities),
    lost: () => output.lost(),
    ...abilities,
    cwd: process.cwd(),
    petvet: petvetIn(process.cwd(), { program: process.argv[1], environment: env }),
    environment: env,
    today: new Date().toISOString().slice(0, 10),
    interrupt,
  };
}

/** What a command prints, on its way to two streams: nothing in it commands them but sequences of petvet's own. */
export function printing(
  { out, err }: Pick<Terminal, 'out' | 'err'>,
  own?: OwnSequences,
): Pick<Terminal, 'out' | 'err' | 'pass'> {
  return {
    out: (text) => out(harmless(text.endsWith('\n') ? text : `${text}\n`, own)),
    err: (text) => err(harmless(text, own)),
    pass: err,
  };
}

/** Some terminals say that they have no columns, or nothing. */
const USUAL_COLUMNS = 80;

/** What is known of a stream of output. */
interface Stream {
  /** Undefined where it is no terminal. */
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

/** What the terminal can show: one that says TERM=dumb shows no colours and writes over no line. */
export function abilitiesOf(
  stdout: Stream,
  stderr: Stream,
  env: Terminal['environment'],
): Pick<Terminal, 'colour' | 'live' | 'width'> & { readonly piped: boolean } {
  const isDumb = env['TERM'] === 'dumb';
  const isTerminal = stdout.isTTY === true;
  const { columns = 0 } = stdout;
  return {
    colour: isTerminal && !isDumb && stdout.hasColors?.() === true && (env['NO_COLOR'] ?? '') === '',
    live: stderr.isTTY === true && !isDumb,
    piped: !isTerminal,
    width: Math.min(isTerminal ? (columns > 0 ? columns : USUAL_COLUMNS) : MOST_COLUMNS, MOST_COLUMNS),
  };
}

interface Forgiving {
  write(text: string): void;
  lost(): string | undefined;
}

function forgiving(stream: NodeJS.WriteStream): Forgiving {
  let isOpen = true;
  let lost: string | undefined;
  const fail = (error: unknown) => {
    isOpen = false;
    // Whoever pipes into `head` has read what they wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) lost ??= systemWords(error);
  };
  // Without a listener the process would end at once, with no report.
  stream.on('error', fail);
  return {
    write(text) {
      if (!isOpen) return;
      try {
        stream.write(text);
      } catch (error) {
        fail(error);
      }
    },
    lost: () => lost,
  };
}

/**
 * A sentence as it is read at a terminal: wrapped at blanks, further lines beneath the first one. Where nobody watches, as in a pipe or
 * in a log, it stays one line, so that it can be searched for.
 *
 * @param margin - blanks before each line, or a mark of that width before the first one
 */
export function flowing(
  text: string,
  terminal: Pick<Terminal, 'piped' | 'width'>,
  margin: number | string = 0,
): string {
  const first = typeof margin === 'string' ? margin : ' '.repeat(margin);
  if (terminal.piped !== false) return first + text;
  const [head = '', ...others] = wrap(text, widthOf({ ...terminal, colour: false }) - first.length);
  return [first + head, ...others.map((line) => ' '.repeat(first.length) + line)].join('\n');
}

/** Waits until the user interrupts, as what serves does. */
export function interruption({ interrupt }: Pick<Terminal, 'interrupt'>): Promise<void> {
  return new Promise((resolve) => {
    if (interrupt.aborted) resolve();
    interrupt.addEventListener('abort', () => resolve(), { once: true });
  });
}
