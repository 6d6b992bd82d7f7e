import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { createdId } from '../evidence/creation.ts';
import { headerValue, type Exchange } from '../evidence/exchange.ts';
import type { KnownPet } from '../expectation/expectation.ts';
import { AT_ONCE, type Moment, type PetSeen, type Surroundings } from './seen.ts';

/** Fewer requests than this are left of a limit that is near. */
const NEAR = 5;

/** A bucket gives back no more than this between two requests, mostly. */
const BACK_AT_ONCE = 10;

/** The pets that the responses so far have shown, by id, in the order in which they were first seen. */
export type KnownPets = ReadonlyMap<bigint, KnownPet>;

/** Follows a run, and tells what surrounds each of its requests. */
export class Followed {
  readonly #own = new Set<bigint>();
  #remaining: number | undefined;
  #until = -Infinity;
  #largest: bigint | undefined;
  #moments: readonly Moment[] = [];
  /** The ends of the known pets, and how many they were when they were looked at. */
  #ends: { readonly count: number; readonly first?: bigint; readonly last?: bigint } = { count: 0 };

  /** The moments of a plain request that would be sent now, after the response to the last one. */
  get moments(): readonly Moment[] {
    return this.#moments;
  }

  /** What surrounds such a request. */
  now(id: bigint | undefined, known: KnownPets): Surroundings {
    this.#lookAt(known);
    const pet = id === undefined ? undefined : this.#petOf(id, known);
    return {
      moments: this.moments,
      known,
      ...(pet !== undefined && { pet }),
      ...(this.#largest !== undefined && { largestId: this.#largest }),
    };
  }

  /** What surrounded a request that was sent. */
  around(exchange: Exchange, id: bigint | undefined, known: KnownPets): Surroundings {
    // Another caller has another limit.
    const isOwnLimit = exchange.request.credential === 'primary';
    const remaining = isOwnLimit ? remainingOf(exchange) : undefined;
    const isFirst =
      this.#remaining !== undefined && remaining !== undefined && remaining > this.#remaining + BACK_AT_ONCE;
    const isOverlapping = exchange.times.startedAt < this.#until;
    const { moments, ...rest } = this.now(id, known);
    // What came before one that overlaps was not yet answered.
    const before: readonly Moment[] = isOverlapping
      ? [AT_ONCE]
      : moments.filter((one) => (isOwnLimit && !isFirst) || one !== 'near the limit');
    return { ...rest, moments: isFirst ? [...before, 'first of a new window'] : before };
  }

  /** Takes an exchange as the last one. */
  follow(exchange: Exchange): void {
    const created = createdId(exchange);
    if (created !== undefined) {
      this.#own.add(created);
      this.#see(created);
    }
    if (exchange.request.credential === 'primary') this.#remaining = remainingOf(exchange) ?? this.#remaining;
    this.#until = Math.max(this.#until, exchange.times.endedAt);
    this.#moments = momentsAfter(exchange, this.#remaining);
  }

  #petOf(id: bigint, known: KnownPets): PetSeen | undefined {
    const pet = known.get(id);
    if (pet === undefined) return undefined;
    const { first, last } = this.#ends;
    return {
      status: pet.status,
      isOwn: this.#own.has(id),
      place: id === first ? 'first' : id === last ? 'last' : 'between',
    };
  }

  /** Pets only come to be known: where their number is the same, they are. */
  #lookAt(known: KnownPets): void {
    if (known.size === this.#ends.count) return;
    const ids = [...known.keys()];
    for (const id of ids) this.#see(id);
    const [first, last] = [ids[0], ids.at(-1)];
    this.#ends = { count: ids.length, ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
  }

  #see(id: bigint): void {
    if (this.#largest === undefined || id > this.#largest) this.#largest = id;
  }
}

function momentsAfter({ request, answer }: Exchange, remaining: number | undefined): readonly Moment[] {
  const status = answer?.status;
  const isRefused = status === 429;
  return [
    ...(request.method === 'POST' && status === 201 ? (['after a creation'] as const) : []),
    ...(isRefused ? (['after a 429'] as const) : []),
    ...(status === undefined || (status >= 400 && !isRefused) ? (['after an error'] as const) : []),
    ...(remaining !== undefined && remaining < NEAR && !isRefused ? (['near the limit'] as const) : []),
  ];
}

function remainingOf({ answer }: Exchange): number | undefined {
  const text = answer === undefined ? undefined : headerValue(answer.headers, RATE_LIMIT_HEADERS.remaining);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
