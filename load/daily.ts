/*
 * Does the daily limit hold? The day's figure at the pace that the minute permits, one request after the other, until the
 * refusal; then, where the day is over soon enough to wait for it, one request that must be admitted again.
 *
 * petvet load daily --plan free --yes
 * API_KEY=… k6 run load/daily.ts -e BASE_URL=http://127.0.0.1:8080/v1 -e PER_MINUTE=60 -e PER_DAY=1000
 *
 * Nobody announces when a day begins anew. Where nothing is refused it goes on to twice the figure: within less than a day no
 * limiter admits that.
 */
import { sleep } from 'k6';
import type { Options } from 'k6/options';
import { AFTER_WAIT_SECONDS, MOST_REFUSED, mostOfDay, periodSeconds } from '../lib/contract/load-course.ts';
import { spanMs, tickMs } from './arrival.ts';
import { ask, iteration } from './ask.ts';
import { waitOf } from './beyond.ts';
import { perDay, perMinute, windowSeconds } from './settings.ts';
import { thresholdsOf } from './thresholds.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

const MOST = mostOfDay(perDay);

/** A refusal that asks for this many windows of patience, or fewer, is waited for. */
const PATIENT_WINDOWS = 2;

export const options: Options = {
  setupTimeout,
  scenarios: {
    daily: {
      executor: 'per-vu-iterations',
      vus: 1,
      iterations: 1,
      maxDuration: `${Math.ceil((MOST / perMinute + 4 * PATIENT_WINDOWS) * periodSeconds(windowSeconds) + 60)}s`,
    },
  },
  thresholds: thresholdsOf(perDay),
};

export const setup = awaitWholeWindow;

export default function daily({ at, pets }: Start): void {
  iteration(() => {
    let start = at;
    let refusals = 0;
    let isOver = false;
    for (let nth = 0; nth < MOST && refusals < MOST_REFUSED; nth++) {
      const scheduled = start + dueMs(nth);
      if (scheduled > Date.now()) sleep((scheduled - Date.now()) / 1_000);
      const wait = waitOf(ask(nth, pets, { window: Math.floor(nth / perMinute), scheduled }));
      if (wait === undefined && isOver) return;
      if (wait === undefined) continue;
      refusals++;
      isOver ||= nth >= perDay;
      if (wait > PATIENT_WINDOWS * windowSeconds) return;
      sleep(wait + AFTER_WAIT_SECONDS);
      // What is left goes on at the same pace from here.
      start = Date.now() - dueMs(nth + 1);
    }
  });
}

/** When the nth request leaves, in milliseconds after the start: each window's figure evenly within a part of it. */
function dueMs(nth: number): number {
  return (
    Math.floor(nth / perMinute) * periodSeconds(windowSeconds) * 1_000 + Math.min(spanMs, (nth % perMinute) * tickMs)
  );
}
