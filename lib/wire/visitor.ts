import { createWaitReader } from '../contract/asked-wait.ts';
import { InterruptedError } from '../errors.ts';
import type { Answer, Failure } from '../evidence/exchange.ts';
import type { Target } from '../targets/target.ts';
import { systemClock, type Clock } from './clock.ts';
import { readLimit } from './limit-reading.ts';
import { openLines } from './lines.ts';
import { composeHeaders } from './outgoing.ts';
import { transmit, type Bounds } from './transmit.ts';
import { retryAfterWait } from './wait-words.ts';

/** What one request outside of a run showed. Its headers and its body may hold anything, the key too. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly answeredAt: number;
  readonly answer?: Answer;
  readonly failure?: Failure;
}

/** Nothing was sent, because an earlier response said to wait: until when, in milliseconds since 1970, and why, in a clause. */
export interface Silent {
  readonly silentUntil: number;
  readonly why: string;
}

/** Whether nothing was sent. */
export function isSilent(visit: Visit | Silent): visit is Silent {
  return 'silentUntil' in visit;
}

/** Sends single requests to a service, outside of a run, and nothing within a Retry-After. */
export interface Visitor {
  /**
   * Sends a GET on a connection of its own.
   *
   * @param path - below the base address
   * @param key - goes into `Authorization`; without one there is no such header
   * @throws {InterruptedError} when it was interrupted
   */
  get(path: string, key?: string): Promise<Visit | Silent>;
  /** What a request would meet now: undefined where it may be sent. */
  silence(): Silent | undefined;
}

/** What a visitor goes by. */
export interface VisitorSetup {
  /** What the User-Agent says, e.g. `petvet/1.0.0`. */
  readonly userAgent: string;
  readonly interrupt: AbortSignal;
  readonly clock?: Clock;
  readonly bounds?: Partial<Bounds>;
}

/** The part of a target that visits need. */
export type Visited = Pick<Target, 'baseUrl' | 'ca' | 'clientCertificate' | 'proxy' | 'headers' | 'windows'>;

/** The bounds of a check, so that what passes here passes there. */
const BOUNDS: Bounds = { connect: 5_000, headers: 10_000, body: 10_000, bodyBytes: 1_048_576 };

/** Makes the visitor of a service. Source of the silence: specification, sections 7 and 8; RFC 9110, section 10.2.3. */
export function createVisitor(
  target: Visited,
  { userAgent, interrupt, clock = systemClock, bounds: given }: VisitorSetup,
): Visitor {
  const bounds = { ...BOUNDS, ...given };
  const { origin, pathname } = new URL(target.baseUrl);
  const isMeant = createWaitReader();
  let silent: Silent = { silentUntil: 0, why: '' };

  const hear = (answer: Answer, times: { startedAt: number; answeredAt: number }) => {
    const { at, retryAfter = 0 } = readLimit(answer, times, target.windows, isMeant);
    if (at + retryAfter > Math.max(silent.silentUntil, at))
      silent = { silentUntil: at + retryAfter, why: retryAfterWait(answer.status, retryAfter) };
  };
  const silence = () => (clock.now() < silent.silentUntil ? silent : undefined);

  return {
    silence,
    async get(path, key) {
      const waits = silence();
      if (waits !== undefined) return waits;
      const authorization = key === undefined ? [] : ([['Authorization', `Bearer ${key}`]] as const);
      const headers = composeHeaders(
        { method: 'GET', target: path, headers: authorization },
        target.headers,
        userAgent,
      );
      const line = openLines(target, bounds.connect).kept;
      const startedAt = clock.now();
      try {
        const request = { method: 'GET', origin, path: `${pathname}${path}`, headers, body: undefined, chunked: false };
        const { answer, failure, answeredAt = clock.now() } = await transmit(line, request, bounds, clock, interrupt);
        if (interrupt.aborted) throw new InterruptedError();
        if (answer !== undefined) hear(answer, { startedAt, answeredAt });
        return {
          startedAt,
          answeredAt,
          ...(answer !== undefined && { answer }),
          ...(failure !== undefined && { failure }),
        };
      } finally {
        await line.destroy();
      }
    },
  };
}
