/*
 * Is the limiter atomic? The figure of a whole window and two requests more, at once, over as many connections as are
 * sensible: no more may be admitted than the figure, and what a refilling limiter gives back meanwhile.
 *
 * petvet load burst --plan pro
 * API_KEY=… k6 run load/burst.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=300 -e CONNECTIONS=100
 */
import { sleep } from 'k6';
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { BEYOND_AT_ONCE } from '../lib/contract/load-course.ts';
import { askLittle, iteration } from './ask.ts';
import { connections, perMinute } from './settings.ts';
import { thresholdsOf } from './thresholds.ts';
import { awaitWholeWindow, setupTimeout } from './window.ts';

export { handleSummary } from './summary.ts';

const COUNT = perMinute + BEYOND_AT_ONCE;

export const options: Options = {
  setupTimeout,
  scenarios: {
    burst: {
      executor: 'shared-iterations',
      vus: Math.min(connections, COUNT),
      iterations: COUNT,
      maxDuration: '60s',
    },
  },
  thresholds: thresholdsOf(COUNT),
};

export const setup = awaitWholeWindow;

/** Each virtual user stops at its own first refusal: what refuses too early gets no more than one of each. */
let isRefused = false;

export default function burst(): void {
  iteration(() => {
    // It leaves what is left to the others, for as long as these need to send it.
    if (isRefused) return sleep(1);
    isRefused = askLittle({ scheduled: exec.scenario.startTime, isFast: true }).status === 429;
  });
}
