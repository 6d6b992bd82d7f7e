import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { createdId } from '../evidence/created.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import type { KnownAnimal } from '../expectation/expectation.ts';
import { AT_ONCE, type Moment, type PetSeen, type Surroundings } from './seen.ts';

/** Fewer requests than this are left of a limit that is near. */
const NEAR = 5;

/** A bucket gives back no more than this between two requests, mostly. */
const BACK_AT_ONCE = 10;

/** The pets that the responses so far have shown, by id, in the order in which they were first seen. */
export type KnownPets = ReadonlyMap<bigint, KnownAnimal>;

/** Follows a run, and tells what surrounds each of its requests. */
export class Followed {
  readonly #own = new Set<bigint>();
  #last: Exchange | undefined;
  #remaining: number | undefined;
  #until = -Infinity;
  #largest: bigint | undefined;

  /** What surrounds a request that would be sent now, after the response to the last one. */
  now(id: bigint | undefined, known: KnownPets): Surroundings {
    const pet = id === undefined ? undefined : this.#petOf(id, known);
    return {
      moments: this.#momentsNow(),
      ...(pet !== undefined && { pet }),
      ...(this.#largest !== undefined && { largestId: this.#largest }),
    };
  }

  /** What surrounded a request that was sent. */
  around(exchange: Exchange, id: bigint | undefined, known: KnownPets): Surroundings {
    const remaining = remainingOf(exchange);
    const isFirst =
      this.#remaining !== undefined && remaining !== undefined && remaining > this.#remaining + BACK_AT_ONCE;
    const isOverlapping = exchange.times.startedAt < this.#until;
    const { moments, ...rest } = this.now(id, known);
    // What came before one that overlaps was not yet answered.
    const before: readonly Moment[] = isOverlapping
      ? [AT_ONCE]
      : moments.filter((one) => !isFirst || one !== 'near the limit');
    return { ...rest, moments: isFirst ? [...before, 'first of a new window'] : before };
  }

  /** Takes an exchange as the last one. */
  follow(exchange: Exchange): void {
    const created = createdId(exchange);
    if (created !== undefined) {
      this.#own.add(created);
      this.#see(created);
    }
    this.#last = exchange;
    if (exchange.request.credential === 'primary') this.#remaining = remainingOf(exchange) ?? this.#remaining;
    this.#until = Math.max(this.#until, exchange.times.endedAt);
  }

  #momentsNow(): readonly Moment[] {
    const status = this.#last?.answer?.status;
    const created = this.#last?.request.method === 'POST' && status === 201;
    return [
      ...(created ? (['after a creation'] as const) : []),
      ...(status === 429 ? (['after a 429'] as const) : []),
      ...(status !== undefined && status >= 400 && status !== 429 ? (['after an error'] as const) : []),
      ...(this.#remaining !== undefined && this.#remaining < NEAR && status !== 429
        ? (['near the limit'] as const)
        : []),
    ];
  }

  #petOf(id: bigint, known: KnownPets): PetSeen | undefined {
    const pet = known.get(id);
    if (pet === undefined) return undefined;
    const ids = [...known.keys()];
    const place = id === ids[0] ? 'first' : id === ids.at(-1) ? 'last' : 'between';
    for (const one of ids) this.#see(one);
    return { status: pet.status, isOwn: this.#own.has(id), place };
  }

  #see(id: bigint): void {
    if (this.#largest === undefined || id > this.#largest) this.#largest = id;
  }
}

function remainingOf({ answer }: Exchange): number | undefined {
  const text = answer === undefined ? undefined : headerValue(answer.headers, RATE_LIMIT_HEADERS.remaining);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
