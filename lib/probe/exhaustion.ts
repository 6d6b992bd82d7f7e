import type { LimitView } from './limit-view.ts';
import { GRACE_MS, looksAfter, tellingInstant } from './telling-instant.ts';

/** What came of a burst. */
interface BurstOutcome {
  /** All of its requests were answered, and none with 429. */
  readonly isAdmitted: boolean;
  /**
   * By the Remaining that was announced, none of them was over the limit and the last one used it up: the limit refilled meanwhile. Where
   * Remaining is the day's, nothing tells how much the minute refilled, and this holds whenever all were admitted.
   */
  readonly isJustUsedUp: boolean;
  /** When the limit resets by those that were refused, in milliseconds since 1970. */
  readonly resets: readonly number[];
}

/** The requests that tell how a limit is used up. */
export interface ExhaustionSender {
  /** Sends `count` requests at once, some over the limit. `creates`: one may be a creation; it comes last, where it is most likely refused. */
  burst(count: number, creates: boolean): Promise<BurstOutcome>;
  /** Sends the second caller's request, where there is a second caller. */
  second?(): Promise<unknown>;
}

/** How many requests are left when the burst leaves. */
const LEFT = 2;

/** Bursts of which a limit that refills may let all in, one after the other, and those of them that may create a pet. */
const MOST_BURSTS = 8;
const MOST_CREATING = 4;

/**
 * Rejected requests may have given back this many of a window's last requests, at most: then all of a burst is let in, and another one
 * follows. More are those of a window that began meanwhile, which the run uses up in its turn.
 */
const FEW = 8;

/** How often the limit is used up where all of a burst was let in and more were announced. */
const MOST_TRIES = 3;

/** A bucket may have given back this share of its figure while it was used up: that much more may be let in. */
const GIVEN_BACK = 1 / 6;

/** The number of requests after which the second caller's first request is sent. */
const BASELINE = 4;

/** A window of which others had used more than this when it was first seen is not fresh: what is admitted cannot be counted. */
const USED_BY_OTHERS = 3;

/**
 * A Retry-After is tried before Reset where it ends earlier by at least this many times the grace: rounding alone makes one end earlier by
 * less, where Reset is exact.
 */
const TRIED_FIRST = 1.5;

/** A window counts as new where at least this share of the limit is restored at once. */
const NEW_WINDOW = 0.1;

/**
 * A bucket gives back one place at a time: before this many of the last requests it gets the time for one, and a little more. What
 * gives back several at a time would not give back one each time.
 */
const LOOKS = 3;
const A_PLACE = 1.05;

/** After as many requests of a window one of them was answered. */
const ANSWERED = 3;

/** How many of a window's last requests leave late in it: more than a caller could have sent unseen, with odd spellings of its key. */
const LATE = 8;

/**
 * Uses the limit up with the run's own requests: looks at each before it leaves, and when two are left sends one burst of
 * five. That burst is all that a run ever sends over the limit, unless it leaves a doubt.
 */
export class Exhaustion {
  readonly #limit: LimitView;
  readonly #send: ExhaustionSender;
  #seen = 0;
  #tries = 0;
  #before: number | undefined;
  #fresh = true;
  #baseline = false;
  /** What was left at each of the looks for places that came back. */
  readonly #looks: number[] = [];
  /** The Reset that was announced when the window was new, and the requests since it was. */
  #announced: number | undefined;
  #ofWindow = 0;
  #running: Promise<void> | undefined;
  #done = false;
  #opensBeforeReset = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(limit: LimitView, send: ExhaustionSender) {
    this.#limit = limit;
    this.#send = send;
  }

  /** The burst was sent. */
  get isDone(): boolean {
    return this.#done;
  }

  /** Lets a burst leave once more, when the limit is used up again: what the first one showed was in doubt. */
  again(): void {
    this.#done = false;
  }

  /** The burst was refused, and the limit opened again before the Reset that the refusals announced. */
  get opensBeforeReset(): boolean {
    return this.#opensBeforeReset;
  }

  /**
   * Sends the burst from where the run is: for a limit that refills as fast as one request after the other is answered. What
   * came back meanwhile may let all of it in: then another one follows at once.
   *
   * @returns false where it may not leave now
   */
  async leaveNow(): Promise<boolean> {
    return this.#inTurn(async () => {
      const left = this.#limit.left() ?? 0;
      if (this.#done || left < 1 || this.#limit.openAgainAt() !== undefined || !this.#hasRoomFor(left)) return false;
      await this.#holdingOthers(
        this.#bursts(left).finally(() => {
          this.#done = true;
        }),
      );
      return true;
    });
  }

  async #bursts(first: number): Promise<void> {
    const most = Math.max(MOST_BURSTS, ((this.#limit.perMinute() ?? 0) * GIVEN_BACK) / this.#limit.beyond());
    let sent = await this.#sendBurst(first);
    for (let bursts = 1; bursts < most && sent.isAdmitted; bursts++) {
      const left = this.#limit.left() ?? 0;
      if (!this.#hasRoomFor(left)) break;
      sent = await this.#sendBurst(left, bursts < MOST_CREATING);
    }
    await this.#lookAfterwards(sent);
  }

  /** Whether the run may send a whole burst, and look again after it. */
  #hasRoomFor(left: number): boolean {
    return this.#limit.rest() >= left + this.#limit.beyond() + 1;
  }

  /** Called before each request of the primary key: it leaves when this resolves. */
  async turn(): Promise<void> {
    await this.#inTurn(() => this.#decide());
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    // One at a time: those that come together must each see the ones before them leave.
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    try {
      return await act();
    } finally {
      setImmediate(resolve);
    }
  }

  async #decide(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    const left = this.#limit.left();
    this.#seen++;
    if (left === undefined) return;
    if (!this.#baseline && this.#seen > BASELINE) {
      this.#baseline = true;
      await this.#send.second?.();
    }
    const isDue = this.#isDue(left);
    if (this.#done) return;
    if (isDue) await this.#holdingOthers(this.#burst(left));
    else if (left >= LATE && left < LATE + LOOKS && this.#looks.length < LOOKS && this.#limit.underWay() === 0) {
      // A few times in a run: a bucket that got time before each request would never run dry.
      this.#looks.push(left);
      await this.#holdingOthers(this.#letBucketsRefill());
    }
  }

  /** Whoever comes meanwhile waits as well. */
  async #holdingOthers(busy: Promise<unknown>): Promise<void> {
    this.#running = busy
      .then(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
    await this.#running;
  }

  /** Whether just the last places of a window are left, and not one that has to go ahead alone after a wait. */
  #isDue(left: number): boolean {
    const before = this.#before;
    this.#before = left;
    const figure = this.#limit.perMinute();
    const isNewWindow = before === undefined || left > before + (figure ?? 0) * NEW_WINDOW;
    this.#ofWindow = isNewWindow ? 0 : this.#ofWindow + 1;
    // By then a response of this window has come.
    if (this.#ofWindow <= ANSWERED) this.#announced = this.#limit.resetsAt();
    if (isNewWindow) this.#fresh = figure !== undefined && left >= figure - USED_BY_OTHERS;
    const isLast = before !== undefined && before >= LEFT && left <= LEFT && left >= 1;
    if (!isLast || this.#limit.openAgainAt() !== undefined) return false;
    const isLastChance = figure === undefined || this.#limit.rest() < figure + LEFT + this.#limit.beyond();
    return (this.#fresh || isLastChance) && this.#hasRoomFor(left);
  }

  async #burst(left: number): Promise<void> {
    this.#tries++;
    // Whatever becomes of it: one that fails is not sent again.
    this.#done = true;
    if (this.#isResetInVain(left)) await this.#useUpAndWait(left);
    let sent = await this.#sendBurst(this.#limit.left() === 0 ? 0 : left);
    const more = this.#leftAfter(sent);
    if (more > 0 && more <= FEW && this.#hasRoomFor(more)) sent = await this.#sendBurst(more);
    // Where Remaining is the day's, what the minute gave back, and the refusals that it does not count, may be most of it.
    const most = Math.max(MOST_BURSTS, (this.#limit.perMinute() ?? 0) / this.#limit.beyond());
    for (let bursts = 1; bursts < most && this.#isReached(sent); bursts++)
      sent = await this.#sendBurst(0, bursts < MOST_CREATING);
    await this.#lookAfterwards(sent);
    this.#done = this.#leftAfter(sent) === 0 || this.#tries >= MOST_TRIES;
  }

  /**
   * A Reset that was announced has passed, nothing was restored, and the next one is about to pass: a request over the limit would be refused with a
   * Retry-After, and nobody could try the Reset any more.
   */
  #isResetInVain(left: number): boolean {
    const limit = this.#limit;
    const next = limit.resetsAt();
    if (this.#announced === undefined || next === undefined || !this.#isWindow) return false;
    const hasPassed = this.#looksAfter(this.#announced) <= limit.now();
    const isNear = next <= limit.now() + GRACE_MS;
    return isNear && next > this.#announced && hasPassed && this.#hasRoomFor(left);
  }

  /** Uses up what is left, and waits for the Reset that the last response announces. */
  async #useUpAndWait(left: number): Promise<void> {
    const limit = this.#limit;
    await this.#send.burst(left, false);
    const reset = limit.resetsAt();
    if (reset === undefined) return;
    const until = Math.max(this.#looksAfter(reset), limit.openAgainAt() ?? 0);
    await limit.hold(until, 'to see whether the limit resets as announced');
  }

  /** When the limit is looked at again after a Reset. */
  #looksAfter(reset: number): number {
    return looksAfter({ reset, window: this.#limit.window, figure: this.#limit.perMinute() ?? 1 });
  }

  /** Whether Remaining fell by one with every look: nothing was refilled between them. */
  get #isWindow(): boolean {
    return this.#looks.length === LOOKS && this.#looks.every((left, at) => left === LATE + LOOKS - 1 - at);
  }

  /** Whether a burst used what remained and what was refilled meanwhile: the limit is reached, and no request was seen to go over it. */
  #isReached({ isJustUsedUp }: BurstOutcome): boolean {
    return isJustUsedUp && this.#hasRoomFor(0);
  }

  /** What is left by what was announced, where all of a burst was let in. */
  #leftAfter({ isAdmitted }: BurstOutcome): number {
    return isAdmitted ? (this.#limit.left() ?? 0) : 0;
  }

  async #letBucketsRefill(): Promise<void> {
    const limit = this.#limit;
    const figure = limit.perMinute();
    if (figure === undefined) return;
    const until = limit.now() + (A_PLACE * limit.window) / figure;
    await limit.hold(until, 'to see whether the limit refills gradually');
    const reset = limit.resetsAt();
    // Where some came back it is no window; and one that others have used tells nothing.
    if (!this.#isWindow || !this.#fresh || reset === undefined) return;
    const late = tellingInstant(limit.now(), { reset, window: limit.window, figure });
    if (late !== undefined) await limit.hold(late, 'to tell a fixed window from a sliding one');
  }

  #sendBurst(left: number, creates = true): Promise<BurstOutcome> {
    return this.#send.burst(left + this.#limit.beyond(), creates);
  }

  async #lookAfterwards({ resets }: BurstOutcome): Promise<void> {
    const limit = this.#limit;
    await this.#send.second?.();
    const opens = limit.openAgainAt() ?? 0;
    const reset = Math.max(...resets);
    // A Retry-After that ends long before Reset is tried first.
    this.#opensBeforeReset = resets.length > 0 && reset + GRACE_MS - opens >= TRIED_FIRST * GRACE_MS;
    if (resets.length > 0 && !this.#opensBeforeReset)
      await limit.hold(this.#looksAfter(reset), 'for the rate limit to reset');
  }
}
