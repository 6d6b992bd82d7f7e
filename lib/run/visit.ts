import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { TLSSocket } from 'node:tls';
import { plainBytes } from '../evidence/decoded.ts';
import type { Answer } from '../evidence/exchange.ts';
import type { Target } from '../targets/target.ts';
import { createVisitor, isSilent, type Silent, type Visit, type VisitorSetup } from '../wire/visitor.ts';

/** What the service showed: without the key, then with it. */
export interface Visits {
  readonly anonymous: Visit;
  /** Why nothing was sent with the key, where the first response says to wait; left out where that is none of the service. */
  readonly withKey?: Visit | Silent;
  /** When the certificate of the service expires, in milliseconds since 1970; undefined without TLS. */
  readonly certificateUntil?: number;
}

/** A page of one pet is the cheapest question. */
const PATH = '/pets?limit=1';

/**
 * Asks the service for one pet: without the key, and with the key only if what answers there can be the service.
 *
 * @throws {InterruptedError} when it was interrupted
 */
export async function visitService(target: Target, setup: VisitorSetup): Promise<Visits> {
  const visitor = createVisitor(target, setup);
  const { hostname } = new URL(target.baseUrl);
  let certificateUntil: number | undefined;
  const look = (message: unknown) => {
    const socket = socketOf(message, hostname);
    if (socket !== undefined) certificateUntil = Date.parse(socket.getPeerCertificate().valid_to);
  };
  subscribe(CONNECTED, look);
  try {
    const anonymous = await visitor.get(PATH);
    if (isSilent(anonymous)) throw new Error('a first visit is never silent');
    const withKey = canBeTheService(anonymous) ? await visitor.get(PATH, target.apiKey) : undefined;
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
