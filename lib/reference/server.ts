import { getRequestListener } from '@hono/node-server';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERSION_SEGMENT } from '../contract/operations.ts';
import { createApp } from './app.ts';
import { Bans } from './bans.ts';
import { defects } from './defects/index.ts';
import { hooksOf } from './hooks.ts';
import { allNamed } from './named.ts';
import { settle, type ReferenceOptions } from './options.ts';
import { refuseUnreadable } from './parser-refusal.ts';
import { createSteps } from './steps.ts';
import { Store } from './store.ts';
import { variants } from './variants/index.ts';

export type { ReferenceOptions } from './options.ts';

/** A running reference server. */
export interface ReferenceServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** The first two accepted keys; `second` is the primary one again when there is only one. */
  readonly keys: { readonly primary: string; readonly second: string };
  readonly port: number;
  /** How many requests have come, whatever they were answered; without those that the HTTP parser refused. */
  requests(): number;
  /** How many bans there have been. */
  bans(): number;
  /** How many requests came although their key had been asked to wait; those under way when it was told do not count. */
  requestsDuringRetryAfter(): number;
  /** Ends the server and every open connection; resolves when the port is free. */
  close(): Promise<void>;
}

/** Clients keep idle connections for less than this, so that none of them sends into a closing one. In milliseconds. */
const KEEP_ALIVE = 75_000;

/**
 * Starts a small, conforming pet adoption service, or one with named defects or variants.
 *
 * Throws a RangeError for an unknown defect or variant, a figure out of range or a day that is none; rejects with the
 * system's error when the address cannot be listened on.
 */
export async function startReferenceServer(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const hooks = [
    ...allNamed('variant', variants, [options.variant, ...(options.variants ?? [])]),
    ...allNamed('defect', defects, [options.defect, ...(options.defects ?? [])]),
  ].map(hooksOf);
  const settings = settle(hooks.reduceRight((given, { options: defaults }) => withDefaults(given, defaults), options));
  const steps = createSteps(hooks, settings.limiter);
  const store = new Store(steps.seed(settings.pets, settings.seed), settings.seed);
  const bans = new Bans(settings.banAfter, settings.banLength);
  const app = createApp(steps, { settings, store, bans });

  const targets = new WeakMap<IncomingMessage, string>();
  const listener = getRequestListener(
    (request, { incoming, outgoing }) =>
      incoming instanceof IncomingMessage && outgoing instanceof ServerResponse
        ? app.fetch(request, { incoming, outgoing, target: targets.get(incoming) ?? '/' })
        : undefined,
    { overrideGlobalObjects: false },
  );
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, requireHostHeader: false });
  let requests = 0;
  server.on('request', (incoming, outgoing) => {
    requests++;
    targets.set(incoming, incoming.url ?? '/');
    makeRoutable(incoming);
    void listener(incoming, outgoing);
  });
  // Without this, Node itself answers an unknown Expect, and without the three headers.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, settings));
  const port = await listen(server, settings.port, settings.host);

  const [primary = '', second = primary] = settings.callers.map(({ key }) => key);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    baseUrl: `http://${host}:${port}${VERSION_SEGMENT}`,
    keys: { primary, second },
    port,
    requests: () => requests,
    bans: () => bans.imposed,
    requestsDuringRetryAfter: () => bans.early,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The options given, and the defaults of an alteration where none is. */
function withDefaults(given: ReferenceOptions, defaults: ReferenceOptions = {}): ReferenceOptions {
  const chosen = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(chosen) };
}

/** The router refuses targets and hosts that it cannot put into a URL; they are answered like any other, mostly with 404. */
function makeRoutable(incoming: IncomingMessage): void {
  incoming.headers.host = 'reference';
  const path = (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const printable = path.replace(/[^!#$%&-;=?-[\]_a-z~]/g, (character) => encodeURIComponent(character.toWellFormed()));
  incoming.url = printable.startsWith('/') ? printable : `/${printable}`;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(portOf(server.address()));
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return address.port;
}
