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
import type { RefinedResponse, ResponseType } from 'k6/http';
import { RETRY_AFTER, retryAfterSeconds } from '../lib/contract/headers.ts';
import { ask, askLittle, iteration } from './ask.ts';
import { header } from './sample.ts';
import { objectives, perMinute, windowSeconds } from './settings.ts';
import { awaitWholeWindow, setupTimeout, type Start } from './window.ts';

export { handleSummary } from './summary.ts';

/** Refusals that are asked for: enough to see that they stay, too few for a ban. */
const MOST_REFUSED = 3;

/** A request is sent so much after the end of Retry-After, in seconds: clocks and whole seconds get as much. */
const AFTER = 1.1;

/** Waits that are kept: a first refusal afterwards may be bad luck, a second one is not. */
const MOST_WAITS = 2;

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
  thresholds: { petvet_faults: ['count==0'], petvet_other: ['count==0'], ...objectives },
};

export const setup = awaitWholeWindow;

export default function overshoot({ animals }: Start): void {
  iteration(() => {
    let refusals = 0;
    let wait: number | undefined;
    for (let nth = 0; nth < perMinute + MOST_REFUSED && refusals < MOST_REFUSED; nth++) {
      const asked = waitOf(nth < perMinute ? ask(nth, animals) : askLittle());
      if (asked === undefined) continue;
      refusals++;
      wait = asked;
    }
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      if (wait === undefined || wait > windowSeconds * 2) return;
      sleep(wait + AFTER);
      wait = waitOf(askLittle({ window: 1 }));
    }
  });
}

/** How long a refusal asks to wait, in seconds; undefined where nothing was refused. */
function waitOf(answer: RefinedResponse<ResponseType>): number | undefined {
  if (answer.status !== 429) return undefined;
  const date = Date.parse(header(answer, 'Date') ?? '');
  const now = Number.isNaN(date) ? Date.now() : date;
  return retryAfterSeconds(header(answer, RETRY_AFTER) ?? '', now) ?? windowSeconds;
}
