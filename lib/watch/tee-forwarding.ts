import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, createSecureContext, getCACertificates, TLSSocket } from 'node:tls';
import { systemClock } from '../wire/clock.ts';
import { readFailure } from '../wire/failure.ts';
import type { Breakage, Side } from './tee-messages.ts';

/** Told of what has passed, after it has. What it throws is its own affair. */
export interface Tap {
  /** @param at - when they came, before they were passed on; in milliseconds since 1970 */
  readonly onBytes: (from: Side, bytes: Uint8Array, at: number) => void;
  readonly onEnd: (by: Side, broken?: Breakage) => void;
  readonly onClosed: () => void;
}

/**
 * Joins a client's connection to one of its own to the service: each byte, each end and each reset of one is passed to the other, and
 * neither is read faster than the other takes it. Nothing here knows HTTP.
 *
 * @param host - of the service, for words
 * @returns what cuts the connection off
 */
export function joinConnections(client: Socket, service: Socket, host: string, tap: Tap): () => void {
  let open = 2;
  const pass = (from: Side, own: Socket, other: Socket) => {
    let at = 0;
    own.on('data', () => {
      at = systemClock.now();
    });
    own.pipe(other, { end: false });
    // After that of `pipe`: a byte has been passed on before anybody is told of it.
    own.on('data', (bytes: Buffer) => tap.onBytes(from, bytes, at));
    own.on('close', () => {
      open -= 1;
      if (open === 0) tap.onClosed();
    });
  };
  pass('client', client, service);
  pass('service', service, client);

  client.on('end', () => {
    tap.onEnd('client');
    service.end();
  });
  client.on('error', () => {
    tap.onEnd('client', { kind: 'interrupted', says: 'the client closed the connection' });
    reset(service);
  });
  const failureOfWriting = readBeforeFailing(service, client);
  service.on('end', () => {
    // An end in place of a reset would make a broken body look complete.
    if (failureOfWriting() !== undefined) return service.destroy(failureOfWriting());
    tap.onEnd('service');
    return client.end();
  });
  service.on('error', (error) => {
    tap.onEnd('service', readFailure(error, host, true));
    resetOnceSent(client);
  });
  return () => {
    client.destroy();
    service.destroy();
  };
}

/**
 * Lets a service be read to its end when nothing more can be written to it. One that refuses an upload responds and closes the connection
 * while the client is still sending; to be destroyed at the first write that fails would cost the response, which has arrived.
 *
 * @param client - what is read is written to it: where it takes nothing, there is nothing to wait for
 * @returns what tells why writing failed
 */
function readBeforeFailing(service: Socket, client: Socket): () => Error | undefined {
  let failure: Error | undefined;
  type Written = (error?: Error | null) => void;
  const held =
    (written: Written): Written =>
    (error) => {
      if (!(error instanceof Error) || service.readableEnded || client.writableNeedDrain) return written(error);
      // Never called back: nothing more is written, so nothing more is taken from the client.
      failure ??= error;
    };
  /* oxlint-disable no-underscore-dangle -- Node's names for what writes the pieces of a stream */
  const write = service._write.bind(service);
  service._write = (chunk, encoding, written) => write(chunk, encoding, held(written));
  const writeAll = service._writev?.bind(service);
  if (writeAll !== undefined) service._writev = (chunks, written) => writeAll(chunks, held(written));
  /* oxlint-enable no-underscore-dangle */
  return () => failure;
}

/**
 * Makes what connects to a service.
 *
 * @param ca - a certificate authority that is trusted besides the usual ones, as PEM
 */
export function makeConnector(url: URL, ca?: string): () => Socket {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port === '' ? (isSecure ? 443 : 80) : url.port);
  // No more than one piece is held back here, so that a reset is not noticed before what came ahead of it has been passed on.
  const options = { host, port, allowHalfOpen: true, readableHighWaterMark: 1 };
  const trust = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] };
  const secureContext = createSecureContext(trust);
  const name = isIP(host) === 0 ? { servername: host } : {};
  return () => {
    const socket = isSecure
      ? connectSecurely({ ...options, ...name, secureContext, ALPNProtocols: ['http/1.1'] })
      : connectPlain(options);
    return socket.setNoDelay(true);
  };
}

function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else if (!socket.destroyed) socket.resetAndDestroy();
}

/** What came ahead of the reset may be a whole response. */
function resetOnceSent(socket: Socket): void {
  if (socket.destroyed) return;
  if (!socket.writableEnded) socket.write('', () => reset(socket));
  else if (socket.writableFinished) reset(socket);
  else socket.once('finish', () => reset(socket));
}
