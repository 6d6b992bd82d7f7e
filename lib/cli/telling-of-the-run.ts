import type { RepeatPlan } from '../replay/repeat.ts';
import type { Terminal } from './terminal.ts';

/** Says on the error stream when the run as a whole is made again, and what it waits for. */
export function tellingOfTheRun(
  { maxOfTheRun }: Pick<RepeatPlan, 'maxOfTheRun'>,
  terminal: Pick<Terminal, 'err'>,
): Pick<RepeatPlan, 'onRun' | 'onWaiting'> {
  let last = '';
  return {
    onRun: (why) => terminal.err(`Making the whole run again, because ${why}: at most ${maxOfTheRun} requests.\n`),
    onWaiting(until, why) {
      const seconds = Math.ceil((until - Date.now()) / 1_000);
      if (seconds < 1 || why === last) return;
      last = why;
      terminal.err(`${why} (${seconds} s)\n`);
    },
  };
}
