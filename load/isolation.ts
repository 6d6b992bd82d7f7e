/*
 * Does one caller at its ceiling leave another one alone? The second key asks at a gentle pace, alone at first, then while
 * the first key goes three requests beyond its figure. With ANONYMOUS=1 the other caller sends no key: each of its requests is to get
 * 401, and the first key its whole figure.
 *
 * petvet load isolation --plan free
 * API_KEY=… SECOND_API_KEY=… k6 run load/isolation.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=60
 */
import type { Options } from 'k6/options';
import { gentleCount, SECOND_CONNECTIONS } from '../lib/contract/load-course.ts';
import { arrived, evenly } from './arrival.ts';
import { ask, iteration } from './ask.ts';
import { askBeyondTheFigure } from './beyond.ts';
import { anonymous, perMinute, windowSeconds } from './settings.ts';
import { pacedThresholdsOf } from './thresholds.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

/** Each half lasts half a window. In milliseconds. */
const HALF_MS = (windowSeconds * 1_000) / 2;

const gentle = (startMs: number) =>
  evenly({ exec: 'second', count: gentleCount(perMinute), spanMs: HALF_MS, startMs, connections: SECOND_CONNECTIONS });

export const options: Options = {
  setupTimeout,
  scenarios: {
    alone: gentle(0),
    together: gentle(HALF_MS),
    ceiling: {
      executor: 'per-vu-iterations',
      exec: 'first',
      startTime: `${HALF_MS}ms`,
      vus: 1,
      iterations: 1,
      maxDuration: `${Math.ceil(windowSeconds * 2)}s`,
    },
  },
  thresholds: pacedThresholdsOf(perMinute),
};

export const setup = awaitWholeWindow;

export function second({ pets }: Start): void {
  iteration(() => {
    const arrival = arrived();
    if (arrival === undefined) return;
    const { nth, ...due } = arrival;
    // One refusal shows it, and the virtual users know nothing of each other's.
    ask(nth, pets, { caller: anonymous ? 'none' : 'second', stopsWhenRefused: true, ...due });
  });
}

export function first({ pets }: Start): void {
  iteration(() => {
    askBeyondTheFigure(pets);
  });
}
