import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Target } from '../../targets/target.ts';

/** Pauses between two looks at a port, in milliseconds: a restart takes longer. */
const LOOK_MS = 100;

/** A connection to this machine takes no longer, in milliseconds, where one is to be had. */
const CONNECT_MS = 1_000;

/** Why a watched service is tested again: what failed, every rule, or not at all. */
type Trigger = 'failed' | 'all' | 'restarted' | 'end';

/** What makes a watched service be tested again. */
export interface Triggers {
  /** The next one; what came before it was asked for is kept. */
  next(): Promise<Trigger>;
  close(): void;
}

/**
 * Enter, `a`, `q` on standard input, and a restart of a service on this machine: its port refuses connections, and then takes them.
 * No request is sent for that.
 *
 * @param onDown - told that the port refuses connections, once a trigger is waited for
 */
export function openTriggers(
  { baseUrl, loopback, proxy }: Target,
  interrupt: AbortSignal,
  onDown: () => void,
): Triggers {
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, interrupt]);
  const kept: Trigger[] = [];
  let waiting: ((trigger: Trigger) => void) | undefined;
  let isDown = false;
  const tell = (trigger: Trigger) => {
    if (waiting === undefined) kept.push(trigger);
    else waiting(trigger);
    waiting = undefined;
  };
  const input = createInterface({ input: process.stdin, terminal: false });
  input.on('line', (line) => tell(TYPED[line.trim().toLowerCase()] ?? 'failed'));
  input.on('close', () => tell('end'));
  signal.addEventListener('abort', () => tell('end'), { once: true });
  if (loopback && proxy === undefined)
    void watchPort(
      new URL(baseUrl),
      {
        onDown() {
          isDown = true;
          if (waiting !== undefined) onDown();
        },
        onUp() {
          isDown = false;
          tell('restarted');
        },
      },
      signal,
    );
  return {
    next() {
      const earlier = kept.shift();
      if (earlier !== undefined) return Promise.resolve(earlier);
      if (isDown) onDown();
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    close() {
      closing.abort();
      input.close();
    },
  };
}

const TYPED: Readonly<Record<string, Trigger>> = { a: 'all', all: 'all', q: 'end', quit: 'end' };

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
