import { median } from 'simple-statistics';
import type { Exchange } from '../evidence/exchange.ts';
import type { Target } from '../targets/target.ts';
import { readLimit, type LimitReading } from '../wire/limit-reading.ts';

/** How many of the newest durations tell how quickly a service answers. */
const NEWEST = 25;

/** Of fewer, nothing is known yet. */
const LEAST = 5;

/** How quickly a service answers, and when its limit resets, as far as the exchanges of a run show. */
export class Pace {
  readonly #target: Target;
  readonly #durations: number[] = [];
  #resetsAt: number | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Takes note of an exchange. */
  note(exchange: Exchange): void {
    const { answer, times, request } = exchange;
    if (answer === undefined) return;
    if (request.method === 'GET') this.#durations.push(times.endedAt - times.startedAt);
    if (this.#durations.length > NEWEST) this.#durations.shift();
    if (request.credential === 'primary') this.#resetsAt = resetOf(exchange, this.#target);
  }

  /** When the limit of the minute resets, in milliseconds since 1970; undefined where the newest answer to the primary key does not say. */
  get resetsAt(): number | undefined {
    return this.#resetsAt;
  }

  /** How many requests are answered within a window, one after the other; undefined before anything is known. */
  get oneByOne(): number | undefined {
    if (this.#durations.length < LEAST) return undefined;
    return (this.#target.windows.minute * 1_000) / Math.max(1, median(this.#durations));
  }
}

/** Reset of an answer in our clock's milliseconds, where it speaks of the minute. */
export function resetOf(exchange: Exchange, target: Pick<Target, 'windows'>): number | undefined {
  return readingOf(exchange, target)?.resetAt;
}

/** How many requests remain, as an answer says. */
export function remainingOf(exchange: Exchange, target: Pick<Target, 'windows'>): number | undefined {
  return readingOf(exchange, target)?.remaining;
}

/** Whether the headers of an answer describe the day: its Reset lies beyond the minute. */
export function speaksOfDay(exchange: Exchange, target: Pick<Target, 'windows'>): boolean {
  return readingOf(exchange, target)?.farResetAt !== undefined;
}

function readingOf({ answer, times }: Exchange, { windows }: Pick<Target, 'windows'>): LimitReading | undefined {
  if (answer === undefined) return undefined;
  const { startedAt, answeredAt = times.endedAt } = times;
  return readLimit(answer, { startedAt, answeredAt }, windows);
}
