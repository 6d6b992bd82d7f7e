import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import type { TrafficSource } from './log-source.ts';
import type { Observed } from './observed.ts';
import { nameKeys } from './sender-names.ts';
import { startTee, type Tee } from './tee.ts';
import type { TeeExchange } from './tee-watch.ts';

/** How long to wait where nothing passes, in milliseconds. */
const LOOK_EVERY_MS = 250;

/** As many exchanges may wait to be judged; further ones pass all the same and are counted. */
const MOST_WAITING = 20_000;

const NOT_IN_TIME = 'not judged in time';

/** What passed and waits to be judged. */
class Waiting {
  #observed: Observed[] = [];
  /** Exchanges that found no room. */
  late = 0;

  add(observed: () => Observed): void {
    if (this.#observed.length >= MOST_WAITING) this.late++;
    else this.#observed.push(observed());
  }

  taken(): readonly Observed[] {
    return this.#observed.splice(0);
  }
}

/** Traffic that passes through a proxy. */
export class TeeSource implements TrafficSource {
  readonly format = undefined;
  readonly #options: TeeSourceOptions;
  readonly #tee: Tee;
  readonly #waiting: Waiting;

  private constructor(options: TeeSourceOptions, tee: Tee, waiting: Waiting) {
    this.#options = options;
    this.#tee = tee;
    this.#waiting = waiting;
  }

  /** @throws {UsageError} when it cannot listen there */
  static async open(options: TeeSourceOptions): Promise<TeeSource> {
    const { listen, upstream } = options;
    const waiting = new Waiting();
    const nameOf = nameKeys();
    const onExchange = (passed: TeeExchange) => waiting.add(() => observedOf(passed, nameOf));
    const tee = await startTee({ listen, upstream, onExchange }).catch((error: unknown) => {
      throw new UsageError(
        `${listen.host}:${listen.port} cannot be listened at: ${systemWords(error)}`,
        'choose another address with --listen',
      );
    });
    return new TeeSource(options, tee, waiting);
  }

  /** The base address that clients use now. */
  get address(): string {
    return `http://${this.#tee.host}:${this.#tee.port}${this.#options.upstream.pathname}`;
  }

  get name(): string {
    return `${this.#tee.host}:${this.#tee.port}`;
  }

  get skipped(): ReadonlyMap<string, number> {
    const { skipped } = this.#tee.counts;
    const late = this.#waiting.late === 0 ? [] : [[NOT_IN_TIME, this.#waiting.late] as const];
    return new Map([...Object.entries(skipped), ...late]);
  }

  async *observed(): AsyncGenerator<readonly Observed[]> {
    const { interrupt } = this.#options;
    const ended = this.#tee.ended.then((error) => ({ error }));
    try {
      while (!interrupt.aborted) {
        yield this.#waiting.taken();
        const pause = setTimeout(LOOK_EVERY_MS, undefined, { signal: interrupt }).catch(() => undefined);
        const end = await Promise.race([ended, pause]);
        if (end?.error !== undefined) throw end.error;
        if (end !== undefined) break;
      }
    } finally {
      await this.#tee.close();
    }
    yield this.#waiting.taken();
  }
}

/** Where to listen, and what is behind. */
export interface TeeSourceOptions {
  readonly listen: { readonly host: string; readonly port: number };
  /** The base address of the service. */
  readonly upstream: URL;
  readonly interrupt: AbortSignal;
}

function observedOf({ exchange, caller }: TeeExchange, nameOf: (credential: string) => string): Observed {
  const { id: _id, ...rest } = exchange;
  return { exchange: rest, sender: caller === undefined ? { kind: 'nobody' } : { kind: 'key', name: nameOf(caller) } };
}
