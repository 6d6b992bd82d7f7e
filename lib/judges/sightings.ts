import { plainRetryAfterSeconds, RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import type { Operation } from '../contract/operations.ts';
import { isExactObject } from '../evidence/exact-json.ts';
import { headerValue } from '../evidence/exchange.ts';
import { readRemaining, readReset } from '../shapes/rate-limit-headers.ts';
import { petsShown, isUnread, listedItems, memberOf, type Reading } from './reading.ts';

/** What a log contains, as far as it explains why a rule was not verified. Counts of responses unless noted otherwise. */
export interface Sightings {
  readonly answered: number;
  /** To requests for each documented operation, whoever sent them. */
  readonly perOperation: Readonly<Record<Operation, number>>;
  /** Pages of pets that a valid key got, how many pets the largest held, and how many pets all responses showed. */
  readonly pages: number;
  readonly largestPage: number;
  readonly pets: number;
  /** Whether any of these pets had an integer as its id. */
  readonly isIdTold: boolean;
  /** Pages that were not received, or not read, to their end; absent where there were none. */
  readonly unreadPages?: number;
  /** To lists whose `limit` is not one of 1 to 100, for a valid key. */
  readonly oddLimits: number;
  /** Of the primary key, or of one that may be it: those other than 401 and 429, and those with 429. */
  readonly admitted: number;
  readonly refused: number;
  /** The lowest X-RateLimit-Remaining that the primary key got, of those that are whole numbers. */
  readonly lowestRemaining?: number;
  /** Whether it got one that is none. */
  readonly isRemainingUnread?: true;
  /** Whether the primary key sent a request after a Retry-After that it got; absent where not every 429 has a readable one. */
  readonly isAfterRetryAfter?: boolean;
  /** Whether it sent one after an X-RateLimit-Reset that it got, by the service's own clock; absent where that is unknown. */
  readonly isAfterReset?: boolean;
  /** Whether the primary key got any X-RateLimit-Reset that is a Unix time. */
  readonly isResetTold: boolean;
  /** The shortest time from a response to the primary key to the X-RateLimit-Reset that it got, in milliseconds; absent where it got none. */
  readonly nearestReset?: number;
  readonly ofSecondKey: number;
}

/** Gathers {@link Sightings} from exchanges in any order. */
export class Sightseer {
  readonly #perOperation: Record<Operation, number> = { listPets: 0, createPet: 0, getPet: 0 };
  readonly #ids = new Set<bigint>();
  /** The most on one page: pets whose id is not an integer count, too. */
  #withoutId = 0;
  readonly #counts = {
    answered: 0,
    pages: 0,
    largestPage: 0,
    oddLimits: 0,
    admitted: 0,
    refused: 0,
    ofSecondKey: 0,
  };
  #unreadPages = 0;
  #lowestRemaining: number | undefined;
  #isRemainingUnread = false;
  #firstOpening = Infinity;
  #isEveryOpeningKnown = true;
  #lastStart = -Infinity;
  #firstReset = Infinity;
  #nearestReset = Infinity;
  #lastDate = -Infinity;
  #isEveryDateKnown = true;
  #dated = { text: '', instant: Number.NaN };

  /** Takes in one response. */
  see(reading: Reading): void {
    const { exchange, expectation } = reading;
    const counts = this.#counts;
    counts.answered++;
    const isValid = expectation.caller === 'valid' || expectation.caller === 'unknown';
    if (expectation.operation !== undefined) this.#perOperation[expectation.operation]++;
    const { credential } = exchange.request;
    if (credential === 'second') counts.ofSecondKey++;
    if (credential === 'primary' || credential === 'unknown')
      this.#seeLimit(exchange, expectation.caller === 'valid' || exchange.request.credential === 'unknown');
    if (!isValid) return;
    if (expectation.operation === 'listPets' && isUnread(reading.body)) this.#unreadPages++;
    const items = listedItems(reading);
    if (items !== undefined) {
      counts.pages++;
      counts.largestPage = Math.max(counts.largestPage, items.length);
      const withoutId = items.filter((item) => isExactObject(item) && typeof memberOf(item, 'id') !== 'bigint').length;
      this.#withoutId = Math.max(this.#withoutId, withoutId);
    }
    if (expectation.oddities.some(({ observedBy }) => observedBy === 'LIST-5')) counts.oddLimits++;
    for (const pet of petsShown(reading)) {
      const id = memberOf(pet, 'id');
      if (typeof id === 'bigint') this.#ids.add(id);
    }
  }

  /** What was seen so far. */
  get sightings(): Sightings {
    return {
      ...this.#counts,
      perOperation: { ...this.#perOperation },
      pets: this.#ids.size + this.#withoutId,
      isIdTold: this.#ids.size > 0,
      isResetTold: this.#firstReset < Infinity,
      ...(this.#nearestReset < Infinity && { nearestReset: this.#nearestReset }),
      ...(this.#unreadPages > 0 && { unreadPages: this.#unreadPages }),
      ...(this.#lowestRemaining !== undefined && { lowestRemaining: this.#lowestRemaining }),
      ...(this.#isRemainingUnread && { isRemainingUnread: true }),
      ...(this.#counts.refused > 0 &&
        this.#isEveryOpeningKnown && { isAfterRetryAfter: this.#lastStart >= this.#firstOpening }),
      ...(this.#firstReset < Infinity &&
        this.#isEveryDateKnown && { isAfterReset: this.#lastDate >= this.#firstReset }),
    };
  }

  /** Many responses in a row were written within one second. */
  #instantOf(text: string): number {
    if (text !== this.#dated.text) this.#dated = { text, instant: Date.parse(text) };
    return this.#dated.instant;
  }

  /** @param isTold - whether the limit headers are about this key: without a valid key they may be about another caller */
  #seeLimit({ answer, times }: Reading['exchange'], isTold: boolean): void {
    const { status, headers } = answer;
    if (status === 429) this.#counts.refused++;
    else if (status !== 401) this.#counts.admitted++;
    const date = this.#instantOf(headerValue(headers, 'Date') ?? '');
    if (Number.isNaN(date)) this.#isEveryDateKnown = false;
    else this.#lastDate = Math.max(this.#lastDate, date);
    this.#lastStart = Math.max(this.#lastStart, times.startedAt);
    const reset = readReset(headerValue(headers, RATE_LIMIT_HEADERS.reset) ?? '');
    if (isTold) this.#seeRemaining(headerValue(headers, RATE_LIMIT_HEADERS.remaining));
    const at = times.answeredAt ?? times.endedAt;
    const now = Number.isNaN(date) ? at : date;
    if (reset.ok) {
      this.#firstReset = Math.min(this.#firstReset, reset.value * 1_000);
      this.#nearestReset = Math.min(this.#nearestReset, reset.value * 1_000 - now);
    }
    if (status !== 429) return;
    const asked = headerValue(headers, RETRY_AFTER);
    const seconds = asked === undefined ? undefined : plainRetryAfterSeconds(asked, now);
    if (seconds === undefined) this.#isEveryOpeningKnown = false;
    else this.#firstOpening = Math.min(this.#firstOpening, at + seconds * 1_000);
  }

  #seeRemaining(text: string | undefined): void {
    if (text === undefined) return;
    const remaining = readRemaining(text);
    if (remaining.ok) this.#lowestRemaining = Math.min(this.#lowestRemaining ?? Infinity, remaining.value);
    else this.#isRemainingUnread = true;
  }
}
