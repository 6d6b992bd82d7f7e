import { operationNamed, type Operation } from '../../contract/operations.ts';
import { headerValue, type CredentialRole, type Exchange } from '../../evidence/exchange.ts';
import { isRefusedInFront } from '../../evidence/refused-in-front.ts';
import { readLimit, readRemaining, readReset, type HeaderReading } from '../../shapes/rate-limit-headers.ts';

/** What charts show of one exchange. */
export interface Moment {
  readonly id: number;
  /** Instants in milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly operation: Operation | 'other';
  readonly caller: CredentialRole;
  /** What the headers of the rate limit say, as far as they can be read; `reset` in milliseconds since 1970, `remaining` a fraction where they say so. */
  readonly limit?: number;
  readonly remaining?: number;
  readonly reset?: number;
}

/** More are thinned out as they come: a chart of a few hundred points needs no more. */
const MOST_MOMENTS = 40_000;

/** What a run's charts are made of, gathered as its evidence is streamed. */
export class Course {
  #moments: Moment[] = [];
  readonly #durations = new Map<string, number[]>();

  take(exchange: Exchange): void {
    const moment = momentOf(exchange);
    this.#moments.push(moment);
    if (this.#moments.length > MOST_MOMENTS)
      this.#moments = this.#moments.filter(({ status }, index) => index % 2 === 0 || status === 429);
    if (moment.status === undefined) return;
    const durations = this.#durations.get(moment.operation) ?? [];
    durations.push(Math.max(0, moment.endedAt - moment.startedAt));
    this.#durations.set(moment.operation, durations);
  }

  /** In the order of sending. */
  get moments(): readonly Moment[] {
    return this.#moments;
  }

  /** By operation, in milliseconds, in the order of arrival: all that got an answer. */
  get durations(): ReadonlyMap<string, readonly number[]> {
    return this.#durations;
  }
}

function momentOf({ id, request, answer, times }: Exchange): Moment {
  // In front of the service other figures may hold.
  const own = answer !== undefined && isRefusedInFront(request, answer.status) ? undefined : answer;
  const read = (name: string, reader: (text: string) => HeaderReading, factor = 1) => {
    const text = own && headerValue(own.headers, name);
    const reading = text === undefined ? undefined : reader(text);
    return reading?.ok === true ? reading.value * factor : undefined;
  };
  const limit = read('X-RateLimit-Limit', readLimit);
  const remaining = read('X-RateLimit-Remaining', readAnyRemaining);
  const reset = read('X-RateLimit-Reset', readReset, 1_000);
  return {
    id,
    startedAt: times.startedAt,
    endedAt: times.endedAt,
    status: answer?.status,
    operation: operationNamed(request.method, request.target) ?? 'other',
    caller: request.credential,
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(reset !== undefined && { reset }),
  };
}

/** A chart shows what was announced, whether it may be or not: a fraction and a negative number, too. */
function readAnyRemaining(text: string): HeaderReading {
  return /^-?\d{1,15}\.\d{1,15}$|^-\d{1,15}$/.test(text) ? { ok: true, value: Number(text) } : readRemaining(text);
}
