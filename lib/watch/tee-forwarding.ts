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
  client.pipe(service).pipe(client);
  let open = 2;
  const watch = (from: Side, own: Socket, other: Socket, words: (error: Error) => Breakage) => {
    own.on('data', (bytes: Buffer) => tap.onBytes(from, bytes));
    own.on('end', () => tap.onEnd(from));
    own.on('error', (error) => {
      tap.onEnd(from, words(error));
      breakOff(other);
    });
    own.on('close', () => {
      open -= 1;
      if (open === 0) tap.onClosed();
    });
  };
  watch('client', client, service, () => ({ kind: 'interrupted', says: 'the client closed the connection' }));
  watch('service', service, client, (error) => readFailure(error, host, true));
  return () => {
    client.destroy();
    service.destroy();
  };
}

/**
 * Makes what connects to a service.
 *
 * @param ca - a certificate authority that is trusted besides the usual ones, as PEM
 * @throws Error when that is none
 */
export function makeConnector(url: URL, ca?: string): () => Socket {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port === '' ? (isSecure ? 443 : 80) : url.port);
  const options = { host, port, allowHalfOpen: true };
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

/** Passes a reset on, once what came before it is sent: an end in its place would make a broken body look complete. */
function breakOff(socket: Socket): void {
  if (socket.destroyed) return;
  socket.write('', () => {
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  });
}
