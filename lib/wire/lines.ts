import { createRequire } from 'node:module';
import { createSecureContext, getCACertificates, type SecureContextOptions } from 'node:tls';
import type * as undici from 'undici';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import type { Target } from '../targets/target.ts';
import { passOverContinue } from './unasked-continue.ts';

/** The connections to a target. */
export interface Lines {
  /** Keeps connections for the next request. */
  readonly kept: Dispatcher;
  /** A connection to an origin for one request only; the caller destroys it. */
  fresh(origin: string): Dispatcher;
}

/**
 * A kept connection that is idle for this many milliseconds is closed by us: services close idle ones after a second or more,
 * and a request that crosses with such a close is lost without being the service's fault.
 */
export const IDLE_MS = 400;

/** The library's own limit on connecting is a safety net behind ours, so that no socket stays half open. */
const CONNECT_NET_MS = 1_000;

/** Loads all of undici: only there is its proxy agent assembled. */
const load: (name: 'undici') => typeof undici = createRequire(import.meta.url);

/**
 * Prepares connections to a target, through its proxy, with its trusted and client certificates where it has them. HTTP/1.1 only, so that
 * headers are seen as the service writes them; one request at a time on each connection.
 */
export function openLines(
  { ca, clientCertificate, proxy }: Pick<Target, 'ca' | 'clientCertificate' | 'proxy'>,
  connectMs: number,
): Lines {
  const trust = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] };
  const shown =
    clientCertificate === undefined ? {} : { cert: clientCertificate.certificate, key: clientCertificate.key };
  const connecting = (secure: SecureContextOptions) => ({
    allowH2: false,
    timeout: connectMs + CONNECT_NET_MS,
    ...(Object.keys(secure).length > 0 && { secureContext: createSecureContext(secure) }),
  });
  const connect = connecting({ ...trust, ...shown });
  const options = {
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // Ours are exact and bound the whole answer; see transmit.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy === undefined) {
    const connector = buildConnector(connect);
    const connectTo: undici.buildConnector.connector = (given, connected) =>
      connector(given, (...outcome) => {
        if (outcome[0] === null) passOverContinue(outcome[1]);
        connected(...outcome);
      });
    const direct = { ...options, connect: connectTo };
    return { kept: new Agent(direct), fresh: (origin) => new Client(origin, direct) };
  }
  const { Pool, ProxyAgent } = load('undici');
  const open = () =>
    new ProxyAgent({
      ...options,
      uri: proxy,
      requestTls: connect,
      // The certificate is for the service, not for a proxy on the way to it.
      proxyTls: connecting(trust),
      // The agent does not pass its options on to the connections of a forwarding proxy.
      factory: (origin, given: undici.Pool.Options) => new Pool(origin, Object.assign(given, options)),
    });
  const marked = () => {
    const agent = open();
    PROXIES.set(agent, URL.parse(proxy)?.host ?? '');
    return agent;
  };
  return { kept: marked(), fresh: marked };
}

const PROXIES = new WeakMap<object, string>();

/** Host and port of the proxy through which connections go; undefined where they go to the service itself. */
export function proxyOf(dispatcher: object): string | undefined {
  return PROXIES.get(dispatcher);
}
