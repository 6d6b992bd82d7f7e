import { sleep } from 'k6';
import { RATE_LIMIT_HEADERS } from '../lib/contract/headers.ts';
import { AFTER_WAIT_SECONDS, MOST_LOOKS, MOST_REFUSED_LOOKS } from '../lib/contract/load-course.ts';
import { askedSeconds, askLittle, idsOf, isPageForPeople, stopRun, type Pets } from './ask.ts';
import { header } from './sample.ts';
import { perMinute, startAt, windowSeconds } from './settings.ts';

/** What a scenario begins with. */
export interface Start {
  /** The whole limit is there from this instant on, in milliseconds since 1970. */
  readonly at: number;
  readonly pets: Pets;
}

/** Reset has whole seconds, and two clocks may differ by as much. In milliseconds. */
const GUARD_MS = 1_000;

/** How long a refusal before the load is waited for, in seconds. */
const PATIENCE = windowSeconds + 5;

/**
 * Waits until nothing of the limit is used: asks once, waits for the announced Reset, and looks again when more than that
 * one request had been used. At most three requests, and about three windows. A refusal is waited for as it asks, once. Where
 * several machines begin together it asks nothing, and waits for their instant.
 */
export function awaitWholeWindow(): Start {
  return startAt > 0 ? { at: awaitInstant(startAt), pets: [] } : awaitWhole(look());
}

/** Waits until that many requests are left of the limit; not at all where the answer says that they are, or says nothing. */
export function awaitRoom(needed: number): Start {
  const answer = look();
  const remaining = Number(header(answer, RATE_LIMIT_HEADERS.remaining) ?? Number.NaN);
  const isEnough = answer.status === 200 && !(remaining < Math.min(needed, perMinute - 1));
  return isEnough ? { at: Date.now(), pets: idsOf(answer) } : awaitWhole(answer);
}

type Answer = ReturnType<typeof askLittle>;

const look = (): Answer => askLittle({ window: -1 });

function awaitWhole(first: Answer): Start {
  let answer = first;
  let pets: Pets = [];
  let refusals = 0;
  for (let looks = 1; ; looks++) {
    if (answer.status !== 200 && answer.status !== 429)
      stopRun(
        'no-use',
        answer.status === 0
          ? 'there was no response'
          : `the service responded with ${answer.status} before the load began`,
      );
    if (isPageForPeople(answer))
      stopRun('no-use', 'the response to GET /pets is an HTML page: another service is listening there');
    if (pets.length === 0) pets = idsOf(answer);
    pause(Math.max(untilWhole(answer), waitFor(answer, (refusals += answer.status === 429 ? 1 : 0))));
    const remaining = Number(header(answer, RATE_LIMIT_HEADERS.remaining));
    if (looks === MOST_LOOKS || (answer.status === 200 && remaining >= perMinute - 1)) return { at: Date.now(), pets };
    answer = look();
  }
}

/** Waits, and writes until when: petvet says so while nothing is sent. */
function pause(seconds: number): void {
  console.log(JSON.stringify({ waiting: { until: Date.now() + seconds * 1_000 } }));
  sleep(seconds);
}

/** How long until the window begins anew, by its Reset, in seconds. */
function untilWhole(answer: Answer): number {
  const reset = Number(header(answer, RATE_LIMIT_HEADERS.reset));
  const announced = Number.isFinite(reset) ? reset * 1_000 - Date.now() : windowSeconds * 1_000;
  // A Reset beyond the window is the day's, or none that can be kept: then only the window's length is known.
  const wait = announced > 0 && announced <= (windowSeconds + 2) * 1_000 ? announced : windowSeconds * 1_000;
  return (wait + GUARD_MS) / 1_000;
}

/** How long a refusal asks to wait, in seconds. A long one, or another one after a wait that was kept, ends the run. */
function waitFor(answer: Answer, refusals: number): number {
  if (answer.status !== 429) return 0;
  const wait = askedSeconds(answer);
  if (refusals >= MOST_REFUSED_LOOKS)
    stopRun(
      'refused',
      `${refusals} requests were refused with 429 before the load began, although the wait between them was kept`,
    );
  if (wait > PATIENCE)
    stopRun(
      'asked-to-wait',
      `the service said to wait longer than ${PATIENCE} s (Retry-After on a 429) before the load began: the run ends here`,
    );
  return wait + AFTER_WAIT_SECONDS;
}

/** Later than this, in milliseconds, a part would not fall in step with the others. */
const MOST_LATE_MS = 2_000;

function awaitInstant(instant: number): number {
  const late = Date.now() - instant;
  if (late > MOST_LATE_MS)
    stopRun(
      'no-use',
      `this part was ready ${Math.round(late / 1_000)} s after the instant at which all parts begin, and sent nothing: name a later one with --start-at`,
    );
  if (instant > Date.now()) pause((instant - Date.now()) / 1_000);
  return Date.now();
}

/** How long `setup` may take, as k6 wants it: its default is shorter than a window. */
export const setupTimeout = `${Math.ceil(MOST_LOOKS * (PATIENCE + 2) + 30 + Math.max(0, startAt - Date.now()) / 1_000)}s`;
