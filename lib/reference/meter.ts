/** Counts the requests of one caller against one figure. Instants are whole milliseconds since 1970. */
export interface Meter {
  readonly limit: number;
  /** How many requests are let in at an instant, one after the other. */
  remaining(now: number): number;
  /** The announced reset: when the window that an instant falls into is over, or what comes closest to it. */
  resetAt(now: number): number;
  /** From when on a request is let in again, at the earliest `now`; of a caller that is silent until then. */
  opensAt(now: number): number;
  /** Takes one request from what is left. */
  use(now: number): void;
  /** Takes note of a request that was refused, where those count too. */
  refuse?(now: number): void;
  /** Gives back a request that was taken at an instant, where the meter can. */
  forget?(at: number): void;
}

/** Makes the meter of one caller: `limit` requests per `length` milliseconds. */
export type MakeMeter = (limit: number, length: number) => Meter;
