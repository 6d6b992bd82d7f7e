import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { TLSSocket } from 'node:tls';
import { plainBytes } from '../evidence/decoded.ts';
import type { Answer } from '../evidence/exchange.ts';
import { InterruptedError } from '../errors.ts';
import type { Target } from '../targets/target.ts';
import type { Clock } from '../wire/clock.ts';
import type { Failure } from '../wire/failure.ts';
import { openLines } from '../wire/lines.ts';
import { composeHeaders } from '../wire/outgoing.ts';
import { transmit, type Bounds } from '../wire/transmit.ts';

/** What one request to the service showed. Its headers and its body may hold anything, the key too. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly answeredAt: number;
  readonly answer?: Answer;
  readonly failure?: Failure;
}

/** What the service showed: without the key, then with it. */
export interface Visits {
  readonly anonymous: Visit;
  /** Left out where the first response is none of the service, or asks to wait. */
  readonly withKey?: Visit;
  /** When the certificate of the service expires, in milliseconds since 1970; undefined without TLS. */
  readonly certificateUntil?: number;
}

/** What a visit goes by. */
export interface VisitSetup {
  readonly version: string;
  readonly clock: Clock;
  readonly interrupt: AbortSignal;
  readonly bounds?: Partial<Bounds>;
}

/** The bounds of a check, so that what passes here passes there. */
const BOUNDS: Bounds = { connect: 5_000, headers: 10_000, body: 10_000, bodyBytes: 1_048_576 };

/**
 * Asks the service for one pet: without the key, and with the key only if what answers there can be the service.
 *
 * @throws {InterruptedError} when it was interrupted
 */
export async function visitService(target: Target, setup: VisitSetup): Promise<Visits> {
  const { hostname } = new URL(target.baseUrl);
  let certificateUntil: number | undefined;
  const look = (message: unknown) => {
    const socket = socketOf(message, hostname);
    if (socket !== undefined) certificateUntil = Date.parse(socket.getPeerCertificate().valid_to);
  };
  subscribe(CONNECTED, look);
  try {
    const anonymous = await visit(target, undefined, setup);
    const withKey = canBeTheService(anonymous) ? await visit(target, target.apiKey, setup) : undefined;
    const until = certificateUntil;
    return {
      anonymous,
      ...(withKey !== undefined && { withKey }),
      ...(until !== undefined && !Number.isNaN(until) && { certificateUntil: until }),
    };
  } finally {
    unsubscribe(CONNECTED, look);
  }
}

/** Where undici tells of each connection that it made: the only place that shows the certificate of one that is in order. */
const CONNECTED = 'undici:client:connected';

function socketOf(message: unknown, hostname: string): TLSSocket | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const socket = 'socket' in message ? message.socket : undefined;
  const parameters = 'connectParams' in message ? message.connectParams : undefined;
  // A proxy may have a certificate, too.
  const isTarget =
    typeof parameters === 'object' &&
    parameters !== null &&
    'hostname' in parameters &&
    parameters.hostname === hostname;
  return isTarget && socket instanceof TLSSocket ? socket : undefined;
}

async function visit(
  target: Target,
  key: string | undefined,
  { version, clock, interrupt, bounds: given }: VisitSetup,
): Promise<Visit> {
  const bounds = { ...BOUNDS, ...given };
  const { origin, pathname } = new URL(target.baseUrl);
  const request = {
    method: 'GET',
    target: '/pets?limit=1',
    headers: key === undefined ? [] : ([['Authorization', `Bearer ${key}`]] as const),
  };
  const headers = composeHeaders(request, target.headers, `petvet/${version}`);
  const line = openLines(target, bounds.connect).kept;
  const startedAt = clock.now();
  try {
    const open = {
      method: 'GET',
      origin,
      path: `${pathname}${request.target}`,
      headers,
      body: undefined,
      chunked: false,
    };
    const { answer, failure, answeredAt = clock.now() } = await transmit(line, open, bounds, clock, interrupt);
    if (interrupt.aborted) throw new InterruptedError('the doctor was interrupted', 'start it again');
    return {
      startedAt,
      answeredAt,
      ...(answer !== undefined && { answer }),
      ...(failure !== undefined && { failure }),
    };
  } finally {
    await line.destroy();
  }
}

/** Whether the key may go there: a stranger's server at a mistyped address should not get it. */
function canBeTheService({ answer }: Visit): boolean {
  return answer !== undefined && (answer.status === 401 || answer.status === 403 || holdsPets(answer));
}

/** Whether a response is a list as the service gives it. */
export function holdsPets(answer: Answer): boolean {
  if (answer.status !== 200 || answer.body.kind !== 'bytes') return false;
  try {
    return Array.isArray(JSON.parse(new TextDecoder().decode(plainBytes(answer))));
  } catch {
    return false;
  }
}
