import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, createSecureContext, getCACertificates, TLSSocket } from 'node:tls';
import { readFailure } from '../wire/failure.ts';
import type { Breakage, Side } from './tee-messages.ts';

/** Told of what has passed, after it has. What it throws is its own affair. */
export interface Tap {
  readonly onBytes: (from: Side, bytes: Uint8Array) => void;
  readonly onEnd: (by: Side, broken?: Breakage) => void;
  readonly onClosed: () => void;
}

/**
 * Joins a client's connection to one of its own to the service: each byte, each end and each reset of one is passed to the other, and
 * neither is read faster than the other takes it. Nothing here knows HTTP. The listeners of `pipe` come first, so a byte has been
 * passed on before the tap is told of it.
 *
 * @param host - of the service, for words
 * @returns what cuts the connection off
 */
export function joinConnections(client: Socket, service: Socket, host: string, tap: Tap): () => void {
  let open = 2;
  const pass = (from: Side, own: Socket, other: Socket, words: (error: Error) => Breakage) => {
    const failureOf = readBeforeFailing(own);
    own.pipe(other, { end: false });
    own.on('data', (bytes: Buffer) => tap.onBytes(from, bytes));
    own.on('end', () => {
      // An end in place of a reset would make a broken body look complete.
      if (failureOf() !== undefined) return own.destroy(failureOf());
      tap.onEnd(from);
      return other.end();
    });
    own.on('error', (error) => {
      tap.onEnd(from, words(error));
      breakOff(other);
    });
    own.on('close', () => {
      open -= 1;
      if (open === 0) tap.onClosed();
    });
  };
  pass('client', client, service, () => ({ kind: 'interrupted', says: 'the client closed the connection' }));
  pass('service', service, client, (error) => readFailure(error, host, true));
  return () => {
    client.destroy();
    service.destroy();
  };
}

/**
 * Lets a socket be read to its end when nothing more can be written to it. A service that refuses an upload responds and closes the connection
 * while the client is still sending; to be destroyed at the first write that fails would cost the response, which has arrived.
 *
 * @returns what tells why writing failed
 */
function readBeforeFailing(socket: Socket): () => Error | undefined {
  let failure: Error | undefined;
  type Written = (error?: Error | null) => void;
  const held =
    (written: Written): Written =>
    (error) => {
      if (!(error instanceof Error) || socket.readableEnded) return written(error);
      // Never called back: nothing more is written, so nothing more is taken from the other side.
      failure ??= error;
    };
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, written) => write(chunk, encoding, held(written));
  const writeAll = socket._writev?.bind(socket);
  if (writeAll !== undefined) socket._writev = (chunks, written) => writeAll(chunks, held(written));
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

/** Passes a reset on, once what came before it is sent. */
function breakOff(socket: Socket): void {
  const reset = () => {
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  };
  if (socket.destroyed) return;
  if (!socket.writableEnded) socket.write('', reset);
  else if (socket.writableFinished) reset();
  else socket.once('finish', reset);
}
