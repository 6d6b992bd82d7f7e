import { createServer } from 'node:net';
import { parentPort as main, workerData } from 'node:worker_threads';
import { systemClock } from '../wire/clock.ts';
import { joinConnections, makeConnector } from './tee-forwarding.ts';
import { ForwardingSetup, Instruction, type Passing } from './tee-messages.ts';

/*
 * Forwards, and does nothing else: what reads and judges works in another thread, and however long that takes, or whatever becomes of it,
 * no byte waits for it. Started by `startTee`.
 */
const { host, port, upstream, ca, held, mostHeld } = ForwardingSetup.parse(workerData);
const connectToService = makeConnector(new URL(upstream), ca);
const bytesHeld = new Int32Array(held);
const told = new Set<number>();
const cutOff = new Map<number, () => void>();
let connections = 0;

const tell = (passing: Passing, transferred: readonly ArrayBuffer[] = []) =>
  main?.postMessage(passing, [...transferred]);

/** Whatever goes wrong in telling of a connection, the connection goes on. */
function tellOf(connection: number, one: () => void): void {
  if (!told.has(connection)) return;
  try {
    one();
  } catch {
    told.delete(connection);
    tell({ kind: 'untold', connection, reason: 'fault' });
  }
}

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const connection = ++connections;
  told.add(connection);
  tell({ kind: 'opened', connection });
  const cut = joinConnections(client, connectToService(), new URL(upstream).host, {
    onBytes: (from, bytes, at) =>
      tellOf(connection, () => {
        if (Atomics.load(bytesHeld, 0) + bytes.length > mostHeld) {
          told.delete(connection);
          return tell({ kind: 'untold', connection, reason: 'memory' });
        }
        Atomics.add(bytesHeld, 0, bytes.length);
        const copy = new Uint8Array(bytes);
        tell({ kind: 'bytes', connection, from, at, bytes: copy }, [copy.buffer]);
      }),
    onEnd: (by, broken) =>
      tellOf(connection, () =>
        tell({ kind: 'ended', connection, by, at: systemClock.now(), ...(broken !== undefined && { broken }) }),
      ),
    onClosed: () => {
      tellOf(connection, () => tell({ kind: 'closed', connection, at: systemClock.now() }));
      told.delete(connection);
      cutOff.delete(connection);
    },
  });
  cutOff.set(connection, cut);
});

const refuse = (error: Error) => {
  tell({ kind: 'not listening', code: 'code' in error ? String(error.code) : error.message });
  main?.close();
};
server.once('error', refuse);
server.listen({ host, port }, () => {
  server.off('error', refuse);
  // What cannot be accepted for want of files or memory is not the end of what was.
  server.on('error', () => undefined);
  const address = server.address();
  tell({ kind: 'listening', port: typeof address === 'object' && address !== null ? address.port : port });
});

main?.on('message', (message: unknown) => {
  const instruction = Instruction.parse(message);
  if (instruction.kind === 'leave') {
    told.delete(instruction.connection);
    return;
  }
  server.close();
  for (const cut of cutOff.values()) cut();
  main?.close();
});
