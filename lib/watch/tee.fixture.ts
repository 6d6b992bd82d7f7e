import { connect, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import type { Skipped } from './tee-skipped.ts';
import { startTee, type Tee, type TeeOptions } from './tee.ts';
import type { TeeExchange } from './tee-watch.ts';

/** A proxy of a test, with all that it told. */
export interface TestTee extends Tee {
  readonly observed: TeeExchange[];
  readonly skipped: Skipped[];
}

/** A proxy in front of a port of this machine, closed when the test ends. */
export async function aTee(port: number, over: Partial<TeeOptions> = {}): Promise<TestTee> {
  const observed: TeeExchange[] = [];
  const skipped: Skipped[] = [];
  const tee = await startTee({
    listen: { port: 0 },
    upstream: new URL(`http://127.0.0.1:${port}/v1`),
    onExchange: (one) => observed.push(one),
    onSkipped: (one) => skipped.push(one),
    ...over,
  });
  onTestFinished(() => tee.close());
  return Object.assign(tee, { observed, skipped });
}

/** A request of a list, and a response. */
export const GET = 'GET /v1/pets HTTP/1.1\r\nHost: pets.example\r\n\r\n';
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

/** A raw client, closed when the test ends. */
export function client(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  return socket.on('error', () => {});
}

/** How a socket ended: `end`, or the code of its error; and what it got before. */
export function outcome(socket: Socket): Promise<{ how: string; got: string }> {
  let got = '';
  socket.on('data', (bytes: Buffer) => (got += bytes.toString('latin1')));
  return new Promise((resolve) => {
    socket.on('end', () => resolve({ how: 'end', got }));
    socket.on('error', (error) => resolve({ how: 'code' in error ? String(error.code) : error.message, got }));
  });
}

/** The first exchange of those that were told of. */
export function firstOf(observed: readonly TeeExchange[]): Exchange | undefined {
  return observed[0]?.exchange;
}

/** Waits until nothing is thrown: what passed is read in another thread, and the machine may be busy. */
export function eventually(holds: () => void): Promise<void> {
  return vi.waitFor(holds, { timeout: 30_000, interval: 20 });
}
