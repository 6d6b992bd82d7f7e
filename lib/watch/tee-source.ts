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

/** Traffic that passes through a proxy. */
export class TeeSource implements TrafficSource {
  readonly format = undefined;
  readonly #tee: Tee;
  readonly #interrupt: AbortSignal;
  readonly #upstream: URL;
  readonly #waiting: Observed[];
  readonly #late: { count: number };

  private constructor(
    tee: Tee,
    { upstream, interrupt }: TeeSourceOptions,
    { waiting, late }: { readonly waiting: Observed[]; readonly late: { count: number } },
  ) {
    [this.#tee, this.#upstream, this.#interrupt, this.#waiting, this.#late] = [tee, upstream, interrupt, waiting, late];
  }

  /** @throws {UsageError} when it cannot listen there */
  static async open(options: TeeSourceOptions): Promise<TeeSource> {
    const [waiting, late]: [Observed[], { count: number }] = [[], { count: 0 }];
    const nameOf = nameKeys();
    const { listen, upstream } = options;
    const tee = await startTee({
      listen,
      upstream,
      onExchange(passed) {
        if (waiting.length >= MOST_WAITING) late.count++;
        else waiting.push(observedOf(passed, nameOf));
      },
    }).catch((error: unknown) => {
      throw new UsageError(
        `${listen.host}:${listen.port} cannot be listened at: ${systemWords(error)}`,
        'choose another address with --listen',
      );
    });
    return new TeeSource(tee, options, { waiting, late });
  }

  /** The base address that clients use now. */
  get address(): string {
    return `http://${this.#tee.host}:${this.#tee.port}${this.#upstream.pathname}`;
  }

  get name(): string {
    return `${this.#tee.host}:${this.#tee.port}`;
  }

  get skipped(): ReadonlyMap<string, number> {
    const { skipped } = this.#tee.counts;
    const late = this.#late.count === 0 ? [] : [[NOT_IN_TIME, this.#late.count] as const];
    return new Map([...Object.entries(skipped), ...late]);
  }

  async *observed(): AsyncGenerator<readonly Observed[]> {
    const ended = this.#tee.ended.then((error) => ({ error }));
    try {
      while (!this.#interrupt.aborted) {
        yield this.#waiting.splice(0);
        const pause = setTimeout(LOOK_EVERY_MS, undefined, { signal: this.#interrupt }).catch(() => undefined);
        const end = await Promise.race([ended, pause]);
        if (end?.error !== undefined) throw end.error;
        if (end !== undefined) break;
      }
    } finally {
      await this.#tee.close();
    }
    yield this.#waiting.splice(0);
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
