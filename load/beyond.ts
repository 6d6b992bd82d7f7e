import type { RefinedResponse, ResponseType } from 'k6/http';
import { RETRY_AFTER } from '../lib/contract/headers.ts';
import { MOST_REFUSED } from '../lib/contract/load-course.ts';
import { ask, askedSeconds, askLittle, type Pets } from './ask.ts';
import { header } from './sample.ts';
import { perMinute, windowSeconds } from './settings.ts';

/**
 * Sends the window's figure and a few requests more, one after the other. A refusal before the figure ends it; beyond it the first refusals
 * do, so that no service has a reason to ban the key.
 *
 * @returns how long the refusals still ask to wait, in seconds: the longest; undefined where nothing was refused
 */
export function askBeyondTheFigure(pets: Pets): number | undefined {
  let until: number | undefined;
  for (let nth = 0, refusals = 0; nth < perMinute + MOST_REFUSED && refusals < MOST_REFUSED; nth++) {
    const isWithin = nth < perMinute;
    const asked = waitOf(isWithin ? ask(nth, pets) : askLittle());
    if (asked === undefined) continue;
    refusals++;
    until = Math.max(until ?? 0, Date.now() + asked * 1_000);
    if (isWithin) break;
  }
  return until === undefined ? undefined : Math.max(0, until - Date.now()) / 1_000;
}

/** How long a refusal asks to wait, in seconds; undefined where nothing was refused. */
export function waitOf(answer: RefinedResponse<ResponseType>): number | undefined {
  if (answer.status !== 429) return undefined;
  return header(answer, RETRY_AFTER) === undefined ? windowSeconds : askedSeconds(answer);
}
