import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Target } from '../targets/target.ts';

/** Why a watched service is tested again: what failed, every rule, or not at all. */
type Trigger = 'failed' | 'all' | 'restarted' | 'end';

/** What makes a watched service be tested again. */
export interface Triggers {
  /** The next one; what came before it was asked for is kept. */
  next(): Promise<Trigger>;
  close(): void;
}

/** Pauses between two looks whether a service of this machine takes connections, in milliseconds: a restart takes longer. */
const LOOK_MS = 100;

/**
 * Enter, `a`, `q` on standard input, and a restart of a service on this machine: its port takes no connection, and then does. No
 * request is sent for that.
 *
 * @param onDown - told when the port takes no connection any more, while a trigger is waited for
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
    void watchPort(new URL(baseUrl), { onDown: () => waiting && onDown(), onUp: () => tell('restarted') }, signal);
  return {
    next() {
      const earlier = kept.shift();
      if (earlier !== undefined) return Promise.resolve(earlier);
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

/** Looks at a port until the signal fires, and tells when it takes no connections any more, and when it does again. */
async function watchPort(
  { hostname, port, protocol }: URL,
  { onDown, onUp }: { readonly onDown: () => void; readonly onUp: () => void },
  signal: AbortSignal,
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const number = Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port);
  let wasUp = true;
  while (!signal.aborted) {
    const isUp = await takesConnections(host, number);
    if (isUp !== wasUp) (isUp ? onUp : onDown)();
    wasUp = isUp;
    await setTimeout(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const settle = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}
