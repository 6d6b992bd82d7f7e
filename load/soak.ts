/*
 * Does a service stay as it is for hours? A share of the figure, evenly, for as long as is wanted: latency, errors and headers
 * of the first windows are held against those of the last.
 *
 * petvet load soak --target staging --duration 4h --share 0.5 --yes
 * API_KEY=… k6 run load/soak.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=300 -e WINDOWS=240 -e SHARE=0.5
 */
import type { Options } from 'k6/options';
import { sharedCount } from '../lib/contract/load-course.ts';
import { arrived, evenly } from './arrival.ts';
import { ask, iteration } from './ask.ts';
import { perMinute, share, windows, windowSeconds } from './settings.ts';
import { pacedThresholdsOf } from './thresholds.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

const IN_A_WINDOW = sharedCount(perMinute, share);

export const options: Options = {
  setupTimeout,
  scenarios: {
    soak: evenly({ exec: 'go', count: IN_A_WINDOW * windows, spanMs: windowSeconds * windows * 1_000, startMs: 0 }),
  },
  thresholds: pacedThresholdsOf(IN_A_WINDOW * windows),
};

export const setup = awaitWholeWindow;

export function go({ pets }: Start): void {
  iteration(() => {
    const arrival = arrived();
    if (arrival === undefined) return;
    const { nth, ...due } = arrival;
    ask(nth, pets, { window: Math.floor(nth / IN_A_WINDOW), ...due, stopsWhenRefused: true });
  });
}
