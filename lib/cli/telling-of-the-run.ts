import type { RepeatPlan } from '../replay/repeat.ts';
import { waitingWords } from './progress.ts';
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
      if (until <= Date.now() || why === last) return;
      last = why;
      terminal.err(`${waitingWords(until, why)}\n`);
    },
  };
}
