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
import { DOCUMENTED_STATUSES } from '../lib/contract/load-course.ts';
import { iteration } from './ask.ts';
import { PATIENCE_SECONDS, sendOnSchedule } from './schedule.ts';
import { connections, rate, seconds, trendStats } from './settings.ts';
import { awaitRoom, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

const COUNT = Math.max(1, Math.round(rate * seconds));

/** A figure of its own in the summary; it is always kept. */
const counted = (tags: string): Record<string, string[]> => ({ [`http_reqs{scenario:step${tags}}`]: ['count>=0'] });

export const options: Options = {
  setupTimeout,
  scenarios: {
    step: {
      executor: 'per-vu-iterations',
      vus: connections,
      iterations: 1,
      maxDuration: `${Math.ceil(seconds)}s`,
      gracefulStop: `${PATIENCE_SECONDS + 5}s`,
    },
  },
  thresholds: {
    petvet_faults: ['count==0'],
    'http_req_duration{scenario:step}': ['avg>=0'],
    ...counted(''),
    ...Object.assign({}, ...[...DOCUMENTED_STATUSES, 0, 429].map((status) => counted(`,status:${status}`))),
  },
  // Every other tag would be made and counted for each request.
  systemTags: ['scenario', 'status'],
  summaryTrendStats: trendStats,
};

export const setup = (): Start => awaitRoom(COUNT);

export default function go({ pets }: Start): void {
  iteration(() => sendOnSchedule(COUNT, pets));
}
