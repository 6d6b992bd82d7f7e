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

/**
 * The pauses before a request in trouble is sent again, in milliseconds, while others are served: behind a gateway one of several
 * instances may be away.
 */
const REPEAT_PAUSES_MS = [0, 1_000, 3_000];

/** Once this many requests have kept failing while others were served, a failing request is taken to be at fault itself. */
const MOST_ALONE = 2;

/**
 * Tells a request that the service cannot serve from a service that is away for a while: a deploy, a restart, a gateway
 * without its service. After a gateway's status, a 408, 421 or 425, a refused or a reset connection a request that was answered well before is
 * sent. Where it is answered, the trouble is the request's own; where it is not, the run waits until it is. Then the request
 * in trouble is sent once more, so that the evidence tells which it was.
 */
export class Interruption {
  readonly #surroundings: Surroundings;
  #known: OutgoingRequest | undefined;
  #alone = 0;
  #away: Promise<void> | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Resolves when the service is not known to be away. */
  async over(): Promise<void> {
    // Who asks while the run waits must not run into the next one unseen.
    while (this.#away !== undefined) await this.#away;
  }

  /** Whether {@link settled} learns anything from an exchange. */
  isNews(exchange: Exchange): boolean {
    return this.#known === undefined || isTrouble(exchange);
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
    if (this.#away === undefined && this.#alone >= MOST_ALONE) return exchange;
    // Several at once share one look.
    if (this.#away === undefined) await this.look(this.#known);
    else await this.over();
    let last = exchange;
    for (const pause of REPEAT_PAUSES_MS) {
      if (pause > 0) await this.#surroundings.wait(pause, `one request keeps failing: ${troubleOf(last)}`);
      last = await this.#surroundings.send(request, last);
      if (!isTrouble(last)) return last;
    }
    this.#alone++;
    return last;
  }

  #note({ answer, request: { credential } }: Exchange, request: OutgoingRequest): void {
    if (answer?.status === 200 && request.method === 'GET' && credential === 'primary') this.#known ??= request;
  }

  /**
   * Sends a request that was served before until it is served again.
   *
   * @returns its last exchange
   * @throws {TargetError} when the service does not come back
   */
  async look(known: OutgoingRequest): Promise<Exchange> {
    if (this.#away !== undefined) await this.over();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#away = promise;
    try {
      let look = await this.#surroundings.send(known);
      for (const pause of PAUSES_MS) {
        if (!isTrouble(look)) return look;
        await this.#surroundings.wait(pause, `the service is unavailable: ${troubleOf(look)}`);
        look = await this.#surroundings.send(known, look);
      }
      if (!isTrouble(look)) return look;
      throw new TargetError(
        'the service stopped responding',
        'check the service, then start the run again',
        troubleOf(look),
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
