import type { RefinedResponse, ResponseType } from 'k6/http';
import { RETRY_AFTER } from '../lib/contract/headers.ts';
import { MOST_REFUSED } from '../lib/contract/load-course.ts';
import { ask, askedSeconds, askLittle, type Animals } from './ask.ts';
import { header } from './sample.ts';
import { perMinute, windowSeconds } from './settings.ts';

/**
 * Sends the window's figure and a few requests more, one after the other. The first refusals end it, so that no service has a
 * reason to ban the key.
 *
 * @returns how long the last refusal asks to wait, in seconds; undefined where nothing was refused
 */
export function askBeyondTheFigure(animals: Animals): number | undefined {
  let refusals = 0;
  let wait: number | undefined;
  for (let nth = 0; nth < perMinute + MOST_REFUSED && refusals < MOST_REFUSED; nth++) {
    const asked = waitOf(nth < perMinute ? ask(nth, animals) : askLittle());
    if (asked === undefined) continue;
    refusals++;
    wait = asked;
  }
  return wait;
}

/** How long a refusal asks to wait, in seconds; undefined where nothing was refused. */
export function waitOf(answer: RefinedResponse<ResponseType>): number | undefined {
  if (answer.status !== 429) return undefined;
  return header(answer, RETRY_AFTER) === undefined ? windowSeconds : askedSeconds(answer);
}
