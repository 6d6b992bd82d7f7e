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

/** What the limiter says of one request. Instants are milliseconds since 1970. */
export interface Turn {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  /** Seconds until a request is let in again; 0 when this one was. */
  readonly retryAfter: number;
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
   * Counts one request of a caller, unless it is over a limit: then nothing is counted.
   *
   * @param who - whose window it is; the figures of its first request stay
   */
  take(who: string, figures: Figures, now: number): Turn {
    const { minute, day } = this.#metersOf(who, figures);
    const opensAt = Math.max(minute.opensAt(now), day.opensAt(now));
    const admitted = opensAt <= now;
    if (admitted) {
      minute.use(now);
      day.use(now);
    }
    const speaks = day.remaining(now) < minute.remaining(now) || day.remaining(now) === 0 ? day : minute;
    return {
      admitted,
      limit: speaks.limit,
      remaining: speaks.remaining(now),
      resetAt: speaks.resetAt(now),
      retryAfter: admitted ? 0 : Math.max(1, Math.ceil((opensAt - now) / 1_000)),
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
