import { createInterface } from 'node:readline';
import type { Target } from '../../targets/target.ts';
import { watchPort } from './port-watch.ts';

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
