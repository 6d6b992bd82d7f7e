import { createAnnounced } from './announced.ts';
import { learnFigures } from './learned-figures.ts';
import type { LimitReading } from './limit-reading.ts';
import { createOwnCount } from './own-count.ts';
import type { Figures } from './plan-figures.ts';

/** What one caller may still send in the minute window, by the service's headers where they can be trusted, else by our own count. */
export interface Minute {
  /** Tells that a request leaves; `waited` when it does so although nothing seemed to remain. */
  leave(ticket: number, now: number, waited: boolean): void;
  /** Tells that it ended at an instant; without a reading when no answer came. `isCurrent`: it left after the last wait. */
  arrive(ticket: number, at: number, inFlight: number, isCurrent: boolean, reading?: LimitReading): void;
  /** What remains besides the requests on their way, 0 or less when nothing does; undefined when unknown. */
  left(inFlight: number, now: number): number | undefined;
  /** When something remains again, ms since 1970, while nothing is on its way; undefined when unknown. */
  opensAt(now: number): number | undefined;
  /**
   * When more may be left than now, ms since 1970: at Reset; where nobody knows one, when our own requests leave that much of a window, but not
   * before a unit may have come back.
   *
   * @param reserve - how much of a window is reserved for others
   */
  renewsAt(now: number, reserve: number): number;
  /** While nothing is on its way: whether the service said that nothing remains; else our own count says so. */
  isToldUsedUp(now: number): boolean;
  /** The figures that were declared or that the answers show. */
  readonly figures: () => Figures;
  /** The smaller of what was declared and what the answers show. */
  readonly smallest: () => Figures;
}

/**
 * After a Reset: whole seconds, clocks that are not exact, and a little more, because a weighted counter of 60 a minute
 * admits its first request only a second after the turn.
 */
export const RESET_GUARD_MS = 1_100;

/**
 * A 429 within this many admitted requests shows that Remaining 0 was true: a sliding window frees one unit at a time. A header
 * that is always 0 lets a whole window pass first.
 */
const BRIEF_DOUBT = 2;

/** After a window that somebody else used: no earlier than a Reset that is a whole window ahead, so that this is tried first. */
const SHARED_GUARD_MS = 2 * RESET_GUARD_MS;

/** A Remaining that stays the same over this many answers means nothing; refused bodies in a row may well not be counted. */
const MOST_SAME = 24;

/** Announced and counted figures may differ by one without another client: fractions of a bucket. */
const ROUNDING = 1;

/**
 * @param window - its length in milliseconds
 * @param declared - figures that count whatever the answers show
 * @param assumed - figures that count as long as the answers show no others
 */
export function createMinute(window: number, declared: Figures, assumed: Figures): Minute {
  const announced = createAnnounced();
  const own = createOwnCount(window);
  const learned = learnFigures(window);
  let newestTicket = 0;
  /** When the latest answer came. */
  let latest = 0;
  let resetAt: number | undefined;
  /** The newest answer was about the minute in a way that makes sense. */
  let speaks = false;
  /** The window ended and a new one should have begun: the next answer shows whether Remaining can be trusted. */
  let renewed = false;
  /** Remaining stays at 0 although requests are admitted: for how many admitted ones it has been distrusted; undefined when it is trusted. */
  let doubt: number | undefined;
  /** The distrust was wrong once: a 429 followed at once. */
  let believed = false;
  let lastRemaining: number | undefined;
  let same = 0;
  /** Until Remaining has moved once, it is trusted only as far as our own count agrees. */
  let hasMoved = false;
  /** Another client uses the window, at least until then: our own count is incomplete. */
  let sharedUntil = 0;
  /** A request after the announced Reset was refused: the clocks differ more than we know. */
  let resetWasEarly = false;
  /** The one that goes ahead alone left before Reset, because our own count found room. */
  let leftBeforeReset = false;
  /** Such a request was refused: somebody else uses the window too, in a way that Remaining does not tell. */
  let countWasEarly = false;

  const figures = (): Figures => ({ ...assumed, ...learned.figures(), ...declared });
  const figure = () => figures().perMinute;
  const isLed = () => speaks && doubt === undefined && !(same >= MOST_SAME && figure() !== undefined);

  const speaksOfMinute = ({ limit, remaining, resetAt: near, farResetAt }: LimitReading) => {
    const most = figure();
    if (remaining === undefined) return false;
    if (most === undefined) return farResetAt === undefined;
    // Without a Reset that makes sense the figure itself tells which limit is meant.
    if (near === undefined) return farResetAt === undefined && limit === most && remaining <= most;
    return (limit ?? remaining) <= most;
  };

  /** Figures like the caller's own, and lower than before: the service may have counted what was refused in front of it. */
  const mayBeCounted = ({ saidInFront }: LimitReading) =>
    saidInFront !== undefined &&
    saidInFront.limit === figure() &&
    lastRemaining !== undefined &&
    saidInFront.remaining < lastRemaining;

  const weigh = (remaining: number, { at, limit }: LimitReading, inFlight: number) => {
    same = remaining === lastRemaining ? same + 1 : 0;
    hasMoved ||= lastRemaining !== undefined && remaining !== lastRemaining;
    lastRemaining = remaining;
    if (remaining > 0) doubt = undefined;
    else if (doubt !== undefined) doubt += 1;
    else if (renewed && limit !== 1 && !believed) doubt = 0;
    renewed = false;
    const most = figure();
    if (most !== undefined && remaining + ROUNDING < own.left(most, inFlight, at))
      sharedUntil = at + window + SHARED_GUARD_MS;
  };

  const refuse = () => {
    if (doubt !== undefined && doubt <= BRIEF_DOUBT) {
      believed = true;
      doubt = undefined;
    }
    resetWasEarly ||= renewed;
    renewed = false;
    countWasEarly ||= leftBeforeReset;
    announced.forget();
  };

  return {
    leave(ticket, now, waited) {
      if (waited) {
        renewed = resetAt !== undefined && now >= resetAt;
        leftBeforeReset = resetAt !== undefined && now < resetAt;
        announced.forget();
      }
      announced.leave(ticket);
    },
    arrive(ticket, at, inFlight, isCurrent, reading) {
      latest = Math.max(latest, at);
      if (reading?.inFront !== true || mayBeCounted(reading)) own.add(at);
      if (reading === undefined || reading.refused || reading.inFront === true) {
        announced.arrive(ticket);
        if (reading?.refused === true) refuse();
        return;
      }
      learned.see(reading);
      const says = speaksOfMinute(reading);
      const counts = announced.arrive(ticket, says ? reading.remaining : undefined);
      if (!isCurrent) return;
      leftBeforeReset = false;
      if (ticket > newestTicket) {
        newestTicket = ticket;
        speaks = says;
      }
      if (counts) {
        // A Reset that has passed when it is announced is not worth waiting for.
        const near = reading.resetAt;
        resetAt = near === undefined || near + RESET_GUARD_MS < at ? undefined : near + RESET_GUARD_MS;
      }
      if (says && reading.remaining !== undefined) weigh(reading.remaining, reading, inFlight);
    },
    left(inFlight, now) {
      const told = isLed() ? announced.left() : undefined;
      if (told !== undefined && hasMoved) return told - inFlight;
      const most = figure();
      const counted = most === undefined ? undefined : own.left(most, inFlight, now);
      return told === undefined ? counted : Math.min(told - inFlight, counted ?? Infinity);
    },
    opensAt(now) {
      const most = figure();
      const counted = most === undefined ? undefined : own.opensAt(most, 0, now);
      if (!isLed()) return counted;
      if (resetAt === undefined || counted === undefined) return resetAt ?? counted;
      if (resetWasEarly) return Math.max(resetAt, counted);
      return countWasEarly ? resetAt : Math.min(resetAt, Math.max(counted, sharedUntil));
    },
    renewsAt(now, reserve) {
      if (isLed() && resetAt !== undefined && resetAt > now) return resetAt;
      const most = figure() ?? 1;
      return Math.max(own.opensAt(Math.max(1, most - reserve), 0, now) ?? now, latest + window / most);
    },
    isToldUsedUp(now) {
      const told = isLed() ? announced.left() : undefined;
      if (told === undefined || told > 0) return false;
      const most = figure();
      return hasMoved || most === undefined || told <= own.left(most, 0, now);
    },
    figures,
    smallest: () => leastOf(figures(), learned.figures()),
  };
}

function leastOf(one: Figures, other: Figures): Figures {
  const perMinute = Math.min(one.perMinute ?? Infinity, other.perMinute ?? Infinity);
  const perDay = Math.min(one.perDay ?? Infinity, other.perDay ?? Infinity);
  return { ...(perMinute < Infinity && { perMinute }), ...(perDay < Infinity && { perDay }) };
}
