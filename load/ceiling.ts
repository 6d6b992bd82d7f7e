/*
 * Does a key get its plan's whole figure in every window, and is none of it refused?
 *
 * petvet load ceiling --plan free
 * API_KEY=… k6 run load/ceiling.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=60 -e WINDOWS=3
 *
 * Each window's figure is sent evenly within the first four fifths of the window: 60 in 48 s, every 0.8 s.
 */
import type { Options, Scenario } from 'k6/options';
import { periodSeconds } from '../lib/contract/load-course.ts';
import { arrived, evenly, spanMs } from './arrival.ts';
import { ask, iteration } from './ask.ts';
import { perMinute, windows, windowSeconds } from './settings.ts';
import { pacedThresholdsOf } from './thresholds.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

const fillOf = (window: number): Scenario =>
  evenly({
    exec: 'fill',
    count: perMinute,
    spanMs,
    startMs: window * periodSeconds(windowSeconds) * 1_000,
    env: { WINDOW: `${window}` },
  });

export const options: Options = {
  setupTimeout,
  scenarios: Object.fromEntries(Array.from({ length: windows }, (_, window) => [`window_${window}`, fillOf(window)])),
  thresholds: pacedThresholdsOf(perMinute * windows),
};

export const setup = awaitWholeWindow;

export function fill({ pets }: Start): void {
  iteration(() => {
    const arrival = arrived();
    if (arrival === undefined) return;
    const { nth, ...due } = arrival;
    ask(nth, pets, { window: Number(__ENV['WINDOW']), ...due, stopsWhenRefused: true });
  });
}
