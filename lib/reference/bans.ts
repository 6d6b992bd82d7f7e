import type { Turn } from './limiter.ts';

interface Conduct {
  /** Until when the last refusal asked to wait. */
  waitUntil: number;
  /** How many requests came although they were asked to wait. */
  strikes: number;
  bannedUntil: number;
}

/** Bans keys that keep sending after a 429, for a while. Source: specification, section 8, "Behavior on exceeding", 3. */
export class Bans {
  readonly #conducts = new Map<string, Conduct>();
  readonly #after: number;
  readonly #length: number;

  /**
   * @param after - so many requests during a Retry-After are forgiven, the next one bans; Infinity never bans
   * @param length - how long a ban lasts, in milliseconds
   */
  constructor(after: number, length: number) {
    this.#after = after;
    this.#length = length;
  }

  /** Seconds until the ban of a key is over; 0 when there is none. */
  secondsLeft(key: string, now: number): number {
    return Math.max(0, Math.ceil(((this.#conducts.get(key)?.bannedUntil ?? 0) - now) / 1_000));
  }

  /** Takes note of what the limiter said; an admitted request wipes the slate. */
  note(key: string, { admitted, retryAfter }: Turn, now: number): void {
    if (admitted) {
      this.#conducts.delete(key);
      return;
    }
    const conduct = this.#conducts.get(key) ?? { waitUntil: 0, strikes: 0, bannedUntil: 0 };
    conduct.strikes = now < conduct.waitUntil ? conduct.strikes + 1 : 0;
    conduct.waitUntil = now + retryAfter * 1_000;
    if (conduct.strikes > this.#after) conduct.bannedUntil = now + this.#length;
    this.#conducts.set(key, conduct);
  }
}
