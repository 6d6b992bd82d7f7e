import type { RepeatPlan } from '../../replay/repeat.ts';
import { countDown, waitingWords, CLEAR } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Says on the error stream when the run as a whole is made again, and what it waits for. */
export function tellingOfTheRun(
  { maxOfTheRun }: Pick<RepeatPlan, 'maxOfTheRun'>,
  { err, live }: Pick<Terminal, 'err' | 'live'>,
): Pick<RepeatPlan, 'onRun' | 'onWaiting'> {
  let last = '';
  let stop: (() => void) | undefined;
  return {
    onRun: (why) => err(`Making the whole run again, because ${why}: at most ${maxOfTheRun} requests.\n`),
    onWaiting(until, why) {
      const isSaid = why === last;
      if (until <= Date.now() || (isSaid && !live)) return;
      stop?.();
      last = why;
      stop = countDown(until, live, (seconds) => {
        err(live ? `${CLEAR}${seconds > 1 ? waitingWords(seconds, why) : ''}` : `${waitingWords(seconds, why)}\n`);
      });
    },
  };
}
