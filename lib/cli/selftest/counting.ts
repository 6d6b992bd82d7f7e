import { CLEAR } from '../shared/progress.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Shows how many of a number of things are done, on the error stream. */
export interface Counting {
  /** Counts one more. @param state - says how far it is @param name - what was done last */
  show(state: (count: number) => string, name: string): void;
  /** Writes a line of its own. */
  say(line: string): void;
  /** Takes the line away that is written over. */
  done(): void;
}

/** Where nothing can be written over, this many lines tell how far it is. */
const LINES = 10;

/** Counts up to a total: in one line that is written over on a terminal, in ten lines elsewhere. */
export function createCounting(
  total: number,
  { err, live, width }: Pick<Terminal, 'err' | 'live' | 'width'>,
): Counting {
  let count = 0;
  const tenths = (done: number) => Math.floor((done * LINES) / total);
  return {
    show(state, name) {
      count++;
      // Only what fits a line can be written over; nothing of it is cut.
      const line = `${state(count)} · ${name}`;
      if (live) err(`${CLEAR}${line.length < width ? line : state(count)}`);
      else if (tenths(count) > tenths(count - 1)) err(`${state(count)}\n`);
    },
    say: (line) => err(`${live ? CLEAR : ''}${line}\n`),
    done() {
      if (live) err(CLEAR);
    },
  };
}
