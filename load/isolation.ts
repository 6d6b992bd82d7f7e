/*
 * Does one caller at its ceiling leave another one alone? The second key asks at a gentle pace, alone at first, then while
 * the first key goes three requests beyond its figure.
 *
 * petvet load isolation --plan free
 * API_KEY=… SECOND_API_KEY=… k6 run load/isolation.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=60
 */
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { scheduledAt } from './arrival.ts';
import { ask, askLittle, iteration } from './ask.ts';
import { objectives, perMinute, windowSeconds } from './settings.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

/** Requests of the first key beyond its figure. */
const BEYOND = 3;

/** The second key uses a third of the smallest plan's figure in each of the two halves. */
const GENTLE = Math.max(4, Math.floor(Math.min(perMinute, 60) / 3));

/** Each half lasts half a window. In milliseconds. */
const HALF_MS = (windowSeconds * 1_000) / 2;

const TICK_MS = HALF_MS / GENTLE;

const gentle = (exec_: string, startTime: number) => ({
  executor: 'constant-arrival-rate' as const,
  exec: exec_,
  startTime: `${startTime}ms`,
  rate: GENTLE,
  timeUnit: `${HALF_MS}ms`,
  duration: `${Math.round(HALF_MS - TICK_MS / 2)}ms`,
  preAllocatedVUs: 4,
  maxVUs: 4,
});

export const options: Options = {
  setupTimeout,
  scenarios: {
    alone: gentle('second', 0),
    together: gentle('second', HALF_MS),
    ceiling: {
      executor: 'per-vu-iterations',
      exec: 'first',
      startTime: `${HALF_MS}ms`,
      vus: 1,
      iterations: 1,
      maxDuration: `${Math.ceil(windowSeconds * 2)}s`,
    },
  },
  thresholds: {
    petvet_faults: ['count==0'],
    petvet_other: ['count==0'],
    dropped_iterations: ['count==0'],
    ...objectives,
  },
};

export const setup = awaitWholeWindow;

export function second({ animals }: Start): void {
  iteration(() => {
    const { iterationInTest, startTime } = exec.scenario;
    ask(iterationInTest, animals, { caller: 'second', scheduled: scheduledAt(startTime, iterationInTest, TICK_MS) });
  });
}

export function first({ animals }: Start): void {
  iteration(() => {
    let refusals = 0;
    for (let nth = 0; nth < perMinute + BEYOND && refusals < BEYOND; nth++) {
      const answer = nth < perMinute ? ask(nth, animals) : askLittle();
      if (answer.status === 429) refusals++;
    }
  });
}
