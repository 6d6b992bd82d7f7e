import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Pauses between two looks at a port, in milliseconds: a restart takes longer. */
const LOOK_MS = 100;

/** A connection to this machine takes no longer, in milliseconds, where one is to be had. */
const CONNECT_MS = 1_000;

/** What follows from looks at a port: each is told once, when it changes. */
interface PortChanges {
  readonly onDown: () => void;
  readonly onUp: () => void;
}

/** Looks at a port of this machine until the signal fires, and tells when it refuses connections, and when it takes them again. */
export async function watchPort(
  { hostname, port, protocol }: URL,
  told: PortChanges,
  signal: AbortSignal,
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const number = Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port);
  let wasUp = true;
  while (!signal.aborted) {
    const isUp: boolean = (await takesConnections(host, number)) ?? wasUp;
    if (isUp !== wasUp) (isUp ? told.onUp : told.onDown)();
    wasUp = isUp;
    await setTimeout(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Whether a port takes a connection; no request is sent.
 *
 * @param longest - in milliseconds
 * @returns undefined where that cannot be told: a busy process notices a connection too late, and may have no socket left
 */
export function takesConnections(host: string, port: number, longest = CONNECT_MS): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: longest });
    const settle = (isUp: boolean | undefined) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', (error) => settle('code' in error && error.code === 'ECONNREFUSED' ? false : undefined));
    socket.once('timeout', () => settle(undefined));
  });
}
