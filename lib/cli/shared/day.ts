import { dayPlace } from '../../run/day-place.ts';
import { openDayUse, type DayFlags, type DayUse } from '../../run/day-use.ts';
import type { SuitesWatcher } from '../../run/suites.ts';
import type { Target } from '../../targets/target.ts';
import type { Terminal } from './terminal.ts';
import { CLEAR } from './progress.ts';

/**
 * Begins the count of what a command spends of the key's day, and says on the error stream what the user should know of it.
 *
 * @param planned - requests that the command may send at most
 * @throws {UsageError} when too little is left of the day
 */
export function beginDay(target: Target, planned: number, flags: DayFlags, terminal: Terminal): DayUse {
  const say = (sentence: string) => terminal.err(`${terminal.live ? CLEAR : ''}${sentence}\n`);
  return openDayUse({ target, planned, flags, say, place: dayPlace(terminal.environment) });
}

/** Has the count follow a run. */
export function countingDay(watcher: SuitesWatcher, day: DayUse | undefined): SuitesWatcher {
  return {
    onProbe: (title) => watcher.onProbe(title),
    onWaiting: (until, why) => watcher.onWaiting(until, why),
    onBounds: (says) => watcher.onBounds?.(says),
    onNote: (says) => watcher.onNote?.(says),
    onSent(count, spending) {
      watcher.onSent(count, spending);
      day?.spent(spending);
    },
  };
}
