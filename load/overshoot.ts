/*
 * What happens at the end of the limit? The figure and at most three requests more, one after the other; then silence for
 * as long as Retry-After says, and one request that must be admitted again. The first refusals end the sending, so that no
 * service has a reason to ban the key.
 *
 * petvet load overshoot --plan free
 * API_KEY=… k6 run load/overshoot.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=60
 */
import { sleep } from 'k6';
import type { Options } from 'k6/options';
import { AFTER_WAIT_SECONDS, MOST_WAITS } from '../lib/contract/load-course.ts';
import { askLittle, iteration } from './ask.ts';
import { askBeyondTheFigure, waitOf } from './beyond.ts';
import { perMinute, windowSeconds } from './settings.ts';
import { thresholdsOf } from './thresholds.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

export const options: Options = {
  setupTimeout,
  scenarios: {
    overshoot: {
      executor: 'per-vu-iterations',
      vus: 1,
      iterations: 1,
      maxDuration: `${Math.ceil(5 * windowSeconds + 30)}s`,
    },
  },
  thresholds: thresholdsOf(perMinute),
};

export const setup = awaitWholeWindow;

export default function overshoot({ pets }: Start): void {
  iteration(() => {
    let wait = askBeyondTheFigure(pets);
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      if (wait === undefined || wait > windowSeconds * 2) return;
      sleep(wait + AFTER_WAIT_SECONDS);
      wait = waitOf(askLittle({ window: 1 }));
    }
  });
}
