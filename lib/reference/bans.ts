interface Conduct {
  /** When the first refusal was since a request was last admitted. */
  readonly since: number;
  /** Until when the last refusal asked to wait. */
  waitUntil: number;
  /** How many requests came although they were asked to wait. */
  strikes: number;
  bannedUntil: number;
}

/** What comes this soon after the first refusal was on its way before that was heard. In milliseconds. */
const IN_FLIGHT = 500;

/** Bans keys that keep sending after a 429, for a while. Source: specification, section 8, "Behavior on exceeding", 3. */
export class Bans {
  readonly #conducts = new Map<string, Conduct>();
  readonly #after: number;
  readonly #length: number;
  #imposed = 0;
  #early = 0;

  /**
   * @param after - how many requests during a Retry-After are forgiven before the next one bans; Infinity never bans
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

  /** How many bans there have been. */
  get imposed(): number {
    return this.#imposed;
  }

  /** How many requests, of all keys, came although they had been asked to wait and could have heard it. */
  get early(): number {
    return this.#early;
  }

  /**
   * Takes note of what the limiter said; an admitted request wipes the slate.
   *
   * @param waitUntil - until when the answer asks to wait; `undefined` when the request was admitted
   */
  note(key: string, waitUntil: number | undefined, now: number): void {
    const { since, strikes, bannedUntil, ...former } = this.#conducts.get(key) ?? {
      since: now,
      waitUntil: 0,
      strikes: 0,
      bannedUntil: 0,
    };
    const isEarly = now < former.waitUntil;
    if (isEarly && now >= since + IN_FLIGHT) this.#early++;
    if (waitUntil === undefined) {
      this.#conducts.delete(key);
      return;
    }
    const conduct: Conduct = { since, waitUntil, strikes: isEarly ? strikes + 1 : 0, bannedUntil };
    if (conduct.strikes > this.#after) {
      if (now >= bannedUntil) this.#imposed++;
      conduct.bannedUntil = now + this.#length;
    }
    this.#conducts.set(key, conduct);
  }
}
