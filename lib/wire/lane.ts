import {
  DayShareSpentError,
  LimitSpentError,
  RefusedTooOftenError,
  WaitedInVainError,
  type HarnessError,
} from '../errors.ts';
import { createBackoff, RETRY_GUARD_MS } from './backoff.ts';
import { createDay } from './day.ts';
import type { LimitReading } from './limit-reading.ts';
import { createMinute, RESET_GUARD_MS } from './minute.ts';
import type { Figures } from './plan-figures.ts';
import { longWait, retryAfterWait, WAITS } from './wait-words.ts';
import { createWaitsInVain } from './waits-in-vain.ts';

/** Callers with a limit of their own: the two keys, and everything that a service may refuse without knowing who it is. */
export type LaneName = 'primary' | 'second' | 'other';

/** Whether a request may leave now. Instants in milliseconds since 1970. */
export type Permission =
  /** `burst`: as one of those that may leave although nothing remains. */
  | { readonly kind: 'go'; readonly burst: boolean }
  | { readonly kind: 'wait'; readonly until: number; readonly why: string }
  /** Wait until a request on its way ends: its answer tells what remains. */
  | { readonly kind: 'wait-for-answer' }
  /** No request of this caller will leave in this run. */
  | { readonly kind: 'stop'; readonly why: HarnessError };

/** The settings of a lane. Durations in milliseconds. */
export interface LaneOptions {
  readonly window: number;
  /** A longer wait ends the lane: most likely the day's limit is used up. */
  readonly longestWait: number;
  readonly declared: Figures;
  /** Applies until the answers show other figures. */
  readonly assumed: Figures;
  /** The share of the daily limit that may be used, by any client, before the run stops: 0 to 1. */
  readonly dayShare: number;
  /** The share of each window that may be used, by any client, before the run waits for the next one: 0 to 1. */
  readonly minuteShare: number;
  /** Whether what the answers announce is this caller's own. What an anonymous caller is told belongs to nobody in particular. */
  readonly isOwn: boolean;
  readonly random: () => number;
}

/** Keeps one caller within its limit. Has no clock and sends nothing: the sender asks, and reports back. */
export interface Lane {
  /** Whether a request may leave at an instant; changes nothing. `overLimit`: as one of the burst, if that is possible. */
  ask(now: number, overLimit: boolean): Permission;
  /** Tells that a request leaves now. @returns the ticket with which its end is reported */
  leave(now: number, burst: boolean): number;
  /** Tells that a request ended at an instant; without a reading when no answer came. */
  arrive(ticket: number, at: number, reading?: LimitReading): void;
  /** How many requests may still leave in the current window, as far as known; undefined before the first answer, and while one that goes ahead alone is not answered. */
  left(now: number): number | undefined;
  /** What a caller may send: as declared, or what the answers show, where that is less. */
  readonly figures: () => Figures;
  /** How many requests beyond what remains the next burst sends at most. */
  readonly mostOver: () => number;
}

/** How many requests beyond what remains a burst sends at most, where nothing is known to come back meanwhile. */
const MOST_OVER = 3;

/** Extra requests allowed for tokens restored during the previous burst, at most. */
const MOST_BACK = 12;

/** Makes the lane of one caller. A caller with its own limit first sends one request alone: nobody knows what remains of its window. */
export function createLane(options: LaneOptions): Lane {
  const { window, longestWait, declared, assumed, dayShare, minuteShare, isOwn, random } = options;
  const minute = createMinute(window, declared, assumed);
  const day = createDay();
  const backoff = createBackoff(window, random);
  const inVain = createWaitsInVain(window);
  let inFlight = 0;
  let nextTicket = 1;
  let answered = false;
  let blockedUntil = 0;
  let blockedBecause: string = WAITS.backoff;
  /** After a wait, one request goes ahead alone; answers to tickets from here on end that. */
  let alone = isOwn;
  let aloneSince = 0;
  /** The request that left after a wait for the limit to renew, and how long nothing had left or ended before it, in ms; until one is admitted. */
  let afterWait: { readonly ticket: number; readonly length: number } | undefined;
  let lastSeen = -Infinity;
  /** How many of the burst may still leave; undefined when no burst is under way. */
  let burst: number | undefined;
  let burstSince: number | undefined;
  /** Requests of the burst on their way, and whether one of them was refused or not answered: then there is no further burst. */
  const ofBurst = new Set<number>();
  let isBurstRefused = false;
  let burstLeftAt = 0;
  /** How long the first answer to the burst took, in ms; undefined until it is there. */
  let burstTook: number | undefined;
  /** How many a bucket gave back in that time, where all of the burst was let in. */
  let back = 0;

  const left = (now: number) => (isOwn ? minute.left(inFlight, now) : undefined);

  /** How much of a window is reserved for others. */
  const reserve = () => Math.ceil((minute.smallest().perMinute ?? 0) * (1 - minuteShare));

  const waitUntil = (until: number, now: number, why: string): Permission =>
    until - now > longestWait
      ? { kind: 'stop', why: new LimitSpentError(longWait(why, until, longestWait)) }
      : { kind: 'wait', until, why };

  const askDay = (now: number): Permission | undefined => {
    const rest = day.left();
    const limit = day.limit();
    const resetAt = day.resetAt();
    if (
      !isOwn ||
      rest === undefined ||
      limit === undefined ||
      (resetAt !== undefined && now >= resetAt + RESET_GUARD_MS)
    )
      return undefined;
    const ofOthers = Math.ceil(limit * (1 - dayShare));
    if (rest - inFlight > ofOthers) return undefined;
    if (inFlight > 0) return { kind: 'wait-for-answer' };
    if (ofOthers > 0)
      return { kind: 'stop', why: new DayShareSpentError(`the service says that ${rest} of ${limit} remain`) };
    return resetAt === undefined ? undefined : waitUntil(resetAt + RESET_GUARD_MS, now, WAITS.day);
  };

  const ask = (now: number, overLimit: boolean): Permission => {
    const refusedAgain = backoff.over();
    if (refusedAgain !== undefined) return { kind: 'stop', why: new RefusedTooOftenError(refusedAgain) };
    const vain = inVain.over();
    if (vain !== undefined) return { kind: 'stop', why: new WaitedInVainError(vain.times, vain.remaining) };
    if (now < blockedUntil) return waitUntil(blockedUntil, now, blockedBecause);
    if (alone) return inFlight > 0 ? { kind: 'wait-for-answer' } : { kind: 'go', burst: false };
    const today = askDay(now);
    if (today !== undefined) return today;
    if (burst !== undefined) return overLimit && burst > 0 ? { kind: 'go', burst: true } : { kind: 'wait-for-answer' };
    if (overLimit && burstSince === undefined)
      return inFlight > 0 ? { kind: 'wait-for-answer' } : { kind: 'go', burst: true };
    const rest = left(now);
    if (rest === undefined || rest > reserve()) return { kind: 'go', burst: false };
    if (inFlight > 0) return { kind: 'wait-for-answer' };
    const opens = rest > 0 ? minute.renewsAt(now, reserve()) : minute.opensAt(now);
    if (opens === undefined || now >= opens) return { kind: 'go', burst: false };
    if (rest > 0) return waitUntil(opens, now, WAITS.reserve);
    return waitUntil(opens, now, minute.isToldUsedUp(now) ? WAITS.remaining : WAITS.ownCount);
  };

  /** A refusal that names no time is read with what was known before: an earlier Reset, or our own count. */
  const withReset = (reading: LimitReading): LimitReading => {
    if (!isOwn || reading.retryAfter !== undefined || reading.resetAt !== undefined) return reading;
    const resetAt = minute.opensAt(reading.at);
    return resetAt === undefined || resetAt <= reading.at ? reading : { ...reading, resetAt };
  };

  const refuse = (ticket: number, reading: LimitReading) => {
    // Requests that were on their way together are refused together: that is one refusal.
    const until = ticket >= aloneSince ? backoff.refuse(withReset(reading)) : backoff.again(reading);
    if (until > blockedUntil) {
      blockedUntil = until;
      blockedBecause = reasonOf(reading, until);
    }
    alone = true;
    aloneSince = nextTicket;
  };

  const endWait = (length: number, at: number, { remaining }: LimitReading) => {
    afterWait = undefined;
    const rest = remaining === undefined ? undefined : left(at);
    // With a limit of one or two nothing remains after the first request, whenever it renews.
    const isEnough = rest === undefined || rest > reserve() || (minute.smallest().perMinute ?? 0) - 1 <= reserve();
    inVain.end(length, isEnough ? undefined : rest);
  };

  return {
    ask,
    leave(now, isBurst) {
      const ticket = nextTicket++;
      if (isBurst) {
        ofBurst.add(ticket);
        if (burst === undefined) {
          burst = Math.max(0, left(now) ?? 0) + MOST_OVER + back;
          burstSince = ticket;
          burstLeftAt = now;
          burstTook = undefined;
        }
        burst -= 1;
      }
      const rest = left(now);
      const waited = !isBurst && !alone && inFlight === 0 && rest !== undefined && rest <= reserve();
      if (waited) {
        alone = true;
        aloneSince = ticket;
        afterWait = { ticket, length: now - lastSeen };
      }
      minute.leave(ticket, now, waited);
      day.leave(ticket);
      inFlight += 1;
      return ticket;
    },
    arrive(ticket, at, reading) {
      inFlight -= 1;
      if (burstSince !== undefined && ticket >= burstSince) burst = undefined;
      if (ofBurst.delete(ticket)) {
        isBurstRefused ||= reading === undefined || reading.refused;
        burstTook ??= at - burstLeftAt;
        if (ofBurst.size === 0 && !isBurstRefused) {
          burstSince = undefined;
          back = Math.min(MOST_BACK, Math.floor((burstTook * (minute.smallest().perMinute ?? 0)) / window));
        }
      }
      const isCurrent = ticket >= aloneSince;
      minute.arrive(ticket, at, inFlight, isCurrent, reading);
      day.arrive(ticket, reading, minute.figures());
      lastSeen = at;
      if (reading === undefined) return;
      answered = true;
      if (reading.refused) refuse(ticket, reading);
      else if (isCurrent && reading.inFront !== true) {
        // One that left too early and was refused says nothing yet of what the wait brought.
        if (afterWait !== undefined && ticket >= afterWait.ticket) endWait(afterWait.length, at, reading);
        alone = false;
        backoff.admit();
      }
    },
    left(now) {
      if (!answered) return undefined;
      const permission = ask(now, false);
      if (permission.kind === 'stop' || permission.kind === 'wait') return 0;
      if (permission.kind === 'wait-for-answer') return 0;
      // The one that goes ahead alone finds out.
      if (alone) return undefined;
      const rest = [left(now), isOwn ? day.left() : undefined].flatMap((one, index) =>
        one === undefined ? [] : [index === 0 ? one : one - inFlight],
      );
      return rest.length === 0 ? undefined : Math.max(1, Math.min(...rest));
    },
    figures: minute.smallest,
    mostOver: () => MOST_OVER + back,
  };
}

/** What determines a wait after a refusal: the service's wait where it counts, else our own backoff. */
function reasonOf({ at, retryAfter }: LimitReading, until: number): string {
  const isAsked = retryAfter !== undefined && retryAfter > 0 && until <= at + retryAfter + RETRY_GUARD_MS;
  return isAsked ? retryAfterWait(429, retryAfter) : WAITS.backoff;
}
