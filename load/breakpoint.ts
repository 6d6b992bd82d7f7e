/*
 * One step of the staircase that finds how much an installation carries: a constant rate for a while.
 *
 * petvet load breakpoint --target enterprise --yes
 * API_KEY=… k6 run load/breakpoint.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=600000 -e RATE=500 -e SECONDS=10
 *
 * petvet runs it once for each step, and decides on the next one. What could not be sent in time is counted, and breaks nothing
 * here: it is what a step is to show.
 */
import type { Options } from 'k6/options';
import { arrived, evenly } from './arrival.ts';
import { ask, iteration } from './ask.ts';
import { rate, seconds, step } from './settings.ts';
import { awaitRoom, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

const COUNT = Math.max(1, Math.round(rate * seconds));

export const options: Options = {
  setupTimeout,
  scenarios: { step: evenly({ exec: 'go', count: COUNT, spanMs: seconds * 1_000, startMs: 0 }) },
  thresholds: { petvet_faults: ['count==0'] },
};

export const setup = (): Start => awaitRoom(COUNT);

export function go({ animals }: Start): void {
  iteration(() => {
    const { nth, scheduled } = arrived();
    // More refusals would tell nothing new, and could get the key banned.
    ask(nth, animals, { window: step, scheduled, stopsWhenRefused: true, isFast: true });
  });
}
