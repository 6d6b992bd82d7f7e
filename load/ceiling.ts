/*
 * Does a key get its plan's whole figure in every window, and is none of it refused?
 *
 * petvet load ceiling --plan free
 * API_KEY=… k6 run load/ceiling.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=60 -e WINDOWS=3
 *
 * Each window's figure is sent evenly within the first four fifths of the window: 60 in 48 s, every 0.8 s.
 */
import exec from 'k6/execution';
import type { Options, Scenario } from 'k6/options';
import { evenly, scheduledAt, tickMs } from './arrival.ts';
import { ask, iteration } from './ask.ts';
import { objectives, perMinute, windows } from './settings.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

export const options: Options = {
  setupTimeout,
  scenarios: Object.fromEntries(
    Array.from({ length: windows }, (_, window): [string, Scenario] => [
      `window_${window}`,
      evenly(window, perMinute, 'fill'),
    ]),
  ),
  thresholds: {
    petvet_faults: ['count==0'],
    petvet_other: ['count==0'],
    dropped_iterations: ['count==0'],
    ...objectives,
  },
};

export const setup = awaitWholeWindow;

export function fill({ animals }: Start): void {
  iteration(() => {
    const { iterationInTest, startTime } = exec.scenario;
    const window = Number(__ENV['WINDOW']);
    ask(iterationInTest, animals, { window, scheduled: scheduledAt(startTime, iterationInTest, tickMs) });
  });
}
