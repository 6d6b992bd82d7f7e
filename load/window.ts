import { sleep } from 'k6';
import exec from 'k6/execution';
import { RATE_LIMIT_HEADERS } from '../lib/contract/headers.ts';
import { MOST_LOOKS } from '../lib/contract/load-course.ts';
import { askLittle, idsOf, type Animals } from './ask.ts';
import { header } from './sample.ts';
import { perMinute, startAt, windowSeconds } from './settings.ts';

/** What a scenario begins with. */
export interface Start {
  /** The whole limit is there from this instant on, in milliseconds since 1970. */
  readonly at: number;
  readonly animals: Animals;
}

/** Reset has whole seconds, and two clocks may differ by as much. In milliseconds. */
const GUARD_MS = 1_000;

/**
 * Waits until nothing of the limit is used: asks once, waits for the announced Reset, and looks again when more than that
 * one request had been used. At most three requests, and about three windows. Where several machines begin together it asks
 * once, and waits for their instant.
 */
export function awaitWholeWindow(): Start {
  if (startAt > 0) return { at: awaitInstant(startAt), animals: [] };
  let animals: Animals = [];
  for (let look = 0; look < MOST_LOOKS; look++) {
    const answer = askLittle({ window: -1 });
    if (answer.status !== 200 && answer.status !== 429) exec.test.abort(`the service answered ${answer.status}`);
    if (animals.length === 0) animals = idsOf(answer);
    const reset = Number(header(answer, RATE_LIMIT_HEADERS.reset));
    const remaining = Number(header(answer, RATE_LIMIT_HEADERS.remaining));
    const now = Date.now();
    const announced = Number.isFinite(reset) ? reset * 1_000 - now : windowSeconds * 1_000;
    // A Reset beyond the window is the day's, or none that can be kept: then only the window's length is known.
    const wait = announced > 0 && announced <= (windowSeconds + 2) * 1_000 ? announced : windowSeconds * 1_000;
    sleep((wait + GUARD_MS) / 1_000);
    if (answer.status === 200 && remaining >= perMinute - 1) break;
  }
  return { at: Date.now(), animals };
}

/** Waits until so many requests are left of the limit; at once where the answer says so, or says nothing. */
export function awaitRoom(needed: number): Start {
  const answer = askLittle({ window: -1 });
  const remaining = Number(header(answer, RATE_LIMIT_HEADERS.remaining) ?? Number.NaN);
  const isEnough = answer.status === 200 && !(remaining < Math.min(needed, perMinute - 1));
  return isEnough ? { at: Date.now(), animals: idsOf(answer) } : awaitWholeWindow();
}

function awaitInstant(instant: number): number {
  if (instant > Date.now()) sleep((instant - Date.now()) / 1_000);
  return Date.now();
}

/** How long `setup` may take, as k6 wants it: its default is shorter than a window. */
export const setupTimeout = `${Math.ceil(MOST_LOOKS * (windowSeconds + 5) + 30 + Math.max(0, startAt - Date.now()) / 1_000)}s`;
