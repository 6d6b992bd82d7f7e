import type { MakeMeter, Meter } from './meter.ts';

/** Requests per minute and per day that a caller may send. */
export interface Figures {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The lengths of the two windows, in milliseconds. */
export interface Windows {
  readonly minute: number;
  readonly day: number;
}

/** How far one window is used up. */
export interface WindowReading {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/** What the limiter says of one request, and of the tighter one of its two windows. */
export interface Turn extends WindowReading {
  readonly admitted: boolean;
  /** Seconds until a request is surely let in again; 0 when this one was. */
  readonly retryAfter: number;
  readonly minute: WindowReading;
  readonly day: WindowReading;
}

/** One minute meter and one day meter per caller; a request must fit into both. Source: specification, section 8. */
export class Limiter {
  readonly #callers = new Map<string, { readonly minute: Meter; readonly day: Meter }>();
  readonly #windows: Windows;
  readonly #makeMinute: MakeMeter;
  readonly #makeDay: MakeMeter;

  constructor(windows: Windows, makeMinute: MakeMeter, makeDay: MakeMeter) {
    this.#windows = windows;
    this.#makeMinute = makeMinute;
    this.#makeDay = makeDay;
  }

  /**
   * Counts one request of a caller, unless it is over a limit: then only meters that count refusals take note.
   *
   * @param who - whose window it is; the figures of its first request stay
   */
  take(who: string, figures: Figures, now: number): Turn {
    const { minute, day } = this.#metersOf(who, figures);
    const opensAt = () => Math.max(minute.opensAt(now), day.opensAt(now));
    const admitted = opensAt() <= now;
    for (const meter of [minute, day]) {
      if (admitted) meter.use(now);
      else meter.refuse?.(now);
    }
    const readings = { minute: read(minute, now), day: read(day, now) };
    return {
      admitted,
      ...tighter(readings.minute, readings.day),
      retryAfter: admitted ? 0 : Math.max(1, Math.ceil((opensAt() - now) / 1_000)),
      ...readings,
    };
  }

  /** The minute and the day meter of a caller, new when it is seen for the first time. */
  #metersOf(who: string, { perMinute, perDay }: Figures): { readonly minute: Meter; readonly day: Meter } {
    const known = this.#callers.get(who);
    if (known !== undefined) return known;
    const meters = {
      minute: this.#makeMinute(perMinute, this.#windows.minute),
      day: this.#makeDay(perDay, this.#windows.day),
    };
    this.#callers.set(who, meters);
    return meters;
  }
}

function read(meter: Meter, now: number): WindowReading {
  return { limit: meter.limit, remaining: meter.remaining(now), resetAt: meter.resetAt(now) };
}

/** The window of which fewer requests are left; of two that are used up the one that resets later. */
function tighter(minute: WindowReading, day: WindowReading): WindowReading {
  if (minute.remaining === 0 && day.remaining === 0) return day.resetAt < minute.resetAt ? minute : day;
  return day.remaining < minute.remaining ? day : minute;
}
