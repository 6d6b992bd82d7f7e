import { TargetError } from '../errors.ts';
import { isTrouble } from '../evidence/trouble.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';

/** How a run reaches its target, and how it waits. */
export interface Surroundings {
  /**
   * Sends a request, once.
   *
   * @param repeats - the exchange of the same request that it repeats; absent for another request
   */
  send(request: OutgoingRequest, repeats?: Exchange): Promise<Exchange>;
  /** Waits. @param why - for those who watch */
  wait(milliseconds: number, why: string): Promise<void>;
}

/** The pauses between two looks at a service that is away, in milliseconds: it has 30 seconds in all to come back. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Where the run begins with trouble, its first request is tried again after these pauses, in milliseconds. */
const FIRST_PAUSES_MS = [1_000, 2_000];

/** After so many looks that found the service there, requests in trouble are taken for what they are. */
const MOST_LOOKS = 2;

/**
 * Tells a request that the service cannot serve from a service that is away for a while: a deploy, a restart, a gateway
 * without its service. After a 502, 503, 504, a refused or a reset connection a request that was answered well before is
 * sent. Where it is answered, the trouble is the request's own; where it is not, the run waits until it is. Then the request
 * in trouble is sent once more, so that the evidence tells which it was.
 */
export class Interruption {
  readonly #surroundings: Surroundings;
  #known: OutgoingRequest | undefined;
  #looks = 0;
  #away: Promise<void> | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Resolves when the service is not known to be away. */
  async over(): Promise<void> {
    // Who asks while the run waits must not run into the next one unseen.
    while (this.#away !== undefined) await this.#away;
  }

  /**
   * Looks after an exchange, and sends its request once more where that tells something.
   *
   * @returns the last exchange of the request
   * @throws {TargetError} when the service does not come back
   */
  async settled(exchange: Exchange, request: OutgoingRequest): Promise<Exchange> {
    if (!isTrouble(exchange)) {
      this.#note(exchange, request);
      return exchange;
    }
    // The wire has tried the first request twice.
    if (this.#known === undefined) return exchange.id > 2 ? exchange : this.#insist(exchange, request);
    if (this.#away === undefined && this.#looks >= MOST_LOOKS) return exchange;
    await this.#look(this.#known);
    return this.#surroundings.send(request, exchange);
  }

  #note({ answer, request: { credential } }: Exchange, request: OutgoingRequest): void {
    if (answer?.status === 200 && request.method === 'GET' && credential === 'primary') this.#known ??= request;
  }

  async #look(known: OutgoingRequest): Promise<void> {
    if (this.#away !== undefined) return this.over();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#away = promise;
    try {
      let look = await this.#surroundings.send(known);
      if (!isTrouble(look)) {
        this.#looks++;
        return;
      }
      for (const pause of PAUSES_MS) {
        await this.#surroundings.wait(pause, `the service is away: ${troubleOf(look)}`);
        look = await this.#surroundings.send(known, look);
        if (!isTrouble(look)) return;
      }
      throw new TargetError(
        `the service stopped answering: ${troubleOf(look)}`,
        'look at the service, then start the run again',
      );
    } finally {
      this.#away = undefined;
      resolve();
    }
  }

  async #insist(exchange: Exchange, request: OutgoingRequest): Promise<Exchange> {
    let last = exchange;
    for (const pause of FIRST_PAUSES_MS) {
      await this.#surroundings.wait(pause, `the service may be starting: ${troubleOf(last)}`);
      last = await this.#surroundings.send(request, last);
      if (!isTrouble(last)) break;
    }
    this.#note(last, request);
    return last;
  }
}

function troubleOf({ answer, failure }: Exchange): string {
  return failure?.says ?? `the response was ${answer?.status}`;
}
