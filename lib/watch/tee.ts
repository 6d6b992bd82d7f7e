import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../wire/clock.ts';
import { Passing, type ForwardingSetup, type Instruction } from './tee-messages.ts';
import type { Skipped } from './tee-skipped.ts';
import { createTeeWatch, type TeeExchange, type TeeCounts } from './tee-watch.ts';

/** What a proxy that watches is started with. */
export interface TeeOptions {
  /** Port 0 is one of the system's choice. The listener speaks plain HTTP, on loopback unless a host is given. */
  readonly listen: { readonly host?: string; readonly port: number };
  /** The base address of the service, `/v1` included: what is requested outside of it passes, and is not judged. */
  readonly upstream: URL;
  /** A certificate authority that is trusted besides the usual ones, as PEM. */
  readonly ca?: string | undefined;
  readonly onExchange: (observed: TeeExchange) => void;
  readonly onSkipped?: (skipped: Skipped) => void;
  /** So much of each body is kept to be judged, in bytes. */
  readonly maxBody?: number;
  /** So much of the traffic may be held at a time, over all connections, in bytes: beyond it a connection is not judged any more. */
  readonly maxHeld?: number;
}

/** A proxy that watches. */
export interface Tee {
  readonly host: string;
  readonly port: number;
  readonly counts: TeeCounts;
  /** Settles when it has ended; with an error where it could not go on. */
  readonly ended: Promise<Error | undefined>;
  /** Cuts every connection off. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const MEGABYTE = 1_048_576;
const THREAD = join(import.meta.dirname, `tee-thread${extname(import.meta.filename)}`);

/**
 * Starts a proxy in front of a service, or of whatever a team sends requests to, that forwards every byte unchanged in both directions and
 * tells of each exchange that passed.
 *
 * - Each connection of a client has one of its own to the service. Forwarding happens in a thread of its own, which knows no HTTP.
 * - What is watched is a copy. Where it cannot be read with certainty, or petvet has a fault, the connection goes on and is not judged.
 * - A service that is down: the client's connection is reset. No response is invented, and neither is one to CONNECT: that passes, too.
 * - The Host header stays as the client sent it, so that a service with several virtual hosts sees the address of the proxy, unless the
 *   client names the service. To rewrite it, bytes would have to wait until they are understood.
 *
 * @throws Error with the system's code when it cannot listen there
 */
export async function startTee(options: TeeOptions): Promise<Tee> {
  const { listen, upstream, ca, onExchange, maxBody = 4 * MEGABYTE, maxHeld = 128 * MEGABYTE } = options;
  const host = listen.host ?? LOOPBACK;
  const held = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const setup: ForwardingSetup = { host, port: listen.port, upstream: upstream.href, ca, held, mostHeld: maxHeld };
  const thread = new Worker(THREAD, { workerData: setup });
  const instruct = (instruction: Instruction) => thread.postMessage(instruction);
  const watch = createTeeWatch({
    upstream,
    maxBody,
    maxHeld,
    held: new Int32Array(held),
    onExchange,
    onSkipped: options.onSkipped ?? (() => {}),
    instruct,
  });
  const ended = new Promise<Error | undefined>((resolve) => {
    thread.once('error', resolve).once('exit', () => resolve(undefined));
  });
  const port = await new Promise<number>((resolve, reject) => {
    thread.on('message', (message: unknown) => {
      const passing = Passing.parse(message);
      if (passing.kind === 'listening') resolve(passing.port);
      else if (passing.kind === 'not listening')
        reject(Object.assign(new Error(`no listening at ${host}:${listen.port}`), { code: passing.code }));
      else watch.see(passing);
    });
    void ended.then((error) => reject(error ?? new Error('the proxy ended before it listened')));
  });
  return {
    host,
    port,
    counts: watch.counts,
    ended,
    async close() {
      instruct({ kind: 'close' });
      await ended;
      watch.close(systemClock.now());
    },
  };
}
