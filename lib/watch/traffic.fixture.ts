import { headerValue, type Exchange } from '../evidence/exchange.ts';
import type { Observed, Sender } from './observed.ts';

/** A minute of the clock at which traffic begins. */
export const NOON = Date.UTC(2026, 10, 29, 12);

/** How a client and the service behave; as they should unless told. */
export interface Habits {
  readonly sender?: Sender;
  readonly count?: number;
  /** Milliseconds from one request to the next. */
  readonly every?: number;
  /** What is added to that, differently each time, at most. */
  readonly jitter?: number;
  readonly from?: number;
  /** Units that the service takes for each request. */
  readonly units?: number;
  /** How many the service admits, of the 60 that it announces. */
  readonly admits?: number;
  /** When the service forgets what it has counted. */
  readonly restartsAt?: readonly number[];
  /** Whether the client waits for as long as a 429 says. */
  readonly waits?: boolean;
  readonly target?: (nth: number) => string;
}

/** The traffic of one caller at a service that counts by the minutes of the clock. */
export function trafficOf({
  sender = { kind: 'key', name: 'a' },
  count = 200,
  every = 700,
  jitter = 0,
  from = NOON,
  units = 1,
  admits = 60,
  restartsAt = [],
  waits = true,
  target = (nth) => `/pets?limit=${1 + (nth % 100)}`,
}: Habits = {}): Observed[] {
  const all: Observed[] = [];
  const restarts = [...restartsAt];
  let [at, used, reset] = [from, 0, 0];
  for (let nth = 0; nth < count; nth++) {
    if (at >= reset || (restarts[0] ?? Infinity) <= at) {
      if (at < reset) restarts.shift();
      [reset, used] = [Math.floor(at / 60_000) * 60_000 + 60_000, 0];
    }
    used += units;
    const isRefused = used > admits;
    const wait = Math.ceil((reset - at) / 1_000);
    all.push({
      sender,
      exchange: {
        request: {
          method: 'GET',
          target: target(nth),
          headers: [['User-Agent', 'demo/1']],
          body: { kind: 'none' },
          credential: 'unknown',
        },
        answer: {
          status: isRefused ? 429 : 200,
          headers: [
            ['X-RateLimit-Limit', '60'],
            ['X-RateLimit-Remaining', `${Math.max(0, 60 - used)}`],
            ['X-RateLimit-Reset', `${reset / 1_000}`],
            ...(isRefused ? [['Retry-After', `${wait}`] as const] : []),
          ],
          body: { kind: 'not-recorded' },
        },
        times: { startedAt: at, answeredAt: at + 12, endedAt: at + 12 },
      },
    });
    at += isRefused && waits ? 1_000 * wait + 200 : every + (jitter === 0 ? 0 : (nth * 7919) % jitter);
  }
  return all;
}

/**
 * An exchange as a gateway logs it in petvet's own format.
 *
 * @param key - what the gateway logs of the credential
 */
export function logLineOf({ request, answer, times }: Omit<Exchange, 'id'>, key: string) {
  const header = (name: string) => headerValue(answer?.headers ?? [], name) ?? '';
  const { startedAt, answeredAt: endedAt = times.endedAt } = times;
  return {
    begins: startedAt / 1_000,
    ends: endedAt / 1_000,
    seconds: (endedAt - startedAt) / 1_000,
    method: request.method,
    target: `/v1${request.target}`,
    status: answer?.status ?? 0,
    limit: header('X-RateLimit-Limit'),
    remaining: header('X-RateLimit-Remaining'),
    reset: header('X-RateLimit-Reset'),
    retryAfter: header('Retry-After'),
    date: header('Date'),
    key,
    agent: headerValue(request.headers, 'User-Agent') ?? '',
  };
}
