import errors from 'undici/lib/core/errors.js';
import type { Failure, FailureKind } from '../evidence/exchange.ts';
import { tlsWords } from './tls-words.ts';

const LENGTH_MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const FAULTY_HEAD =
  'its headers are faulty from Content-Length on, as with a second Content-Length, or Transfer-Encoding beside it';

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  [LENGTH_MISMATCH]: 'protocol',
  EPROTO: 'tls',
  UND_ERR_PRX_TLS: 'tls',
};

const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|CRL_|INVALID_CA|PATH_LENGTH)/;

/**
 * Turns what the HTTP library threw into a kind and a sentence.
 *
 * @param host - host and port of the target, for the sentence
 * @param isBegun - whether the head of the response was read
 * @param proxy - those of the proxy on the way to it: where there is one, only to the proxy is a connection made
 */
export function readFailure(error: unknown, host: string, isBegun: boolean, proxy?: string): Failure {
  const { code, message } = innermost(error);
  const next = proxy === undefined ? host : proxyWords(proxy);
  const kind = kindOf(error, code, message);
  const isOfProxy = proxy !== undefined && { isOfProxy: true as const };
  const refusal = proxy === undefined ? undefined : tunnelRefusal(code, message);
  if (refusal !== undefined) return { kind, says: `${next} did not open the way to ${host}: ${refusal}`, ...isOfProxy };
  // Within a head, the library calls whatever it cannot read after Content-Length a body of another length.
  if (code === LENGTH_MISMATCH && !isBegun) return { kind, says: `${notHttp(host)}: ${FAULTY_HEAD}` };
  const reason = code !== '' && !message.includes(code) ? `${code}, ${message}` : message;
  switch (kind) {
    case 'dns':
      return {
        kind,
        says: `the name of ${proxy === undefined ? `the host ${host}` : next} cannot be resolved (${code})`,
        ...isOfProxy,
      };
    case 'refused':
      return { kind, says: `no connection to ${next}: ${refusedWords(code, reason)}`, ...isOfProxy };
    case 'tls': {
      const words = tlsWords(code, message);
      return {
        kind,
        says: `no trusted TLS connection to ${host}: ${words === undefined ? reason : `${words} (${code})`}`,
      };
    }
    case 'timeout':
      return { kind, says: `${host} took too long: ${reason}` };
    case 'reset':
      return { kind, says: `${host} closed the connection before the response was complete (${reason})` };
    case 'protocol':
      if (isTlsAlert(error))
        return { kind, says: `${host} speaks TLS there; should the base address begin with https:// instead?` };
      return { kind, says: `${notHttp(host)}: ${reason}` };
    default:
      if (/^UND_ERR_(INVALID_ARG|NOT_SUPPORTED)$/.test(code))
        return { kind, says: `this request cannot be sent: ${message}` };
      if (isUnreadInterim(code, message))
        return { kind, says: `${host} sent 100 Continue unasked, which petvet cannot read` };
      return { kind, says: `the exchange with ${host} failed: ${reason}` };
  }
}

function notHttp(host: string): string {
  return `what ${host} sent is not readable as HTTP/1.1`;
}

/** What a proxy did with a CONNECT; undefined for any other error. The library's error has no member for the status. */
function tunnelRefusal(code: string, message: string): string | undefined {
  if (code === 'UND_ERR_PRX_CONN') return 'it closed the connection';
  const [, status] = /^Proxy response \((\d{3})\) !== 200/.exec(message) ?? [];
  return status === undefined ? undefined : `it responded with ${status}`;
}

/** The proxy of a target, as sentences name it. */
export function proxyWords(proxy: string): string {
  return `the proxy ${proxy} (PETVET_PROXY)`;
}

/** Whether what could not be read as HTTP is an alert of TLS (RFC 8446, section 5.1): what a port of https answers to http. */
function isTlsAlert(error: unknown): boolean {
  if (!(error instanceof errors.HTTPParserError) || !('data' in error)) return false;
  return typeof error.data === 'string' && error.data.startsWith('\u0015\u0003');
}

/** Node's message names the call and repeats the address: `connect ECONNREFUSED 127.0.0.1:8080`. */
function refusedWords(code: string, reason: string): string {
  return code === 'ECONNREFUSED' ? 'connection refused (ECONNREFUSED)' : reason;
}

function isUnreadInterim(code: string, message: string): boolean {
  return code === 'UND_ERR_SOCKET' && message === 'bad response';
}

function kindOf(error: unknown, code: string, message: string): FailureKind {
  if (code.startsWith('EAI_')) return 'dns';
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) return 'protocol';
  // The library's error for an interim response that HTTP allows (RFC 9110, section 15.2) but the library does not read.
  if (isUnreadInterim(code, message)) return 'other';
  // The library's error for an upgrade that was not requested.
  if (code === 'UND_ERR_SOCKET' && message === 'bad upgrade') return 'protocol';
  if (TLS_CODE.test(code) || /secure TLS connection/.test(message)) return 'tls';
  return KIND_OF_CODE[code] ?? 'other';
}

/** The first error with a code among an error, its parts (several addresses tried) and its causes. */
function innermost(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof AggregateError && error.errors.length > 0) {
    const parts = error.errors.map(innermost);
    return { code: code === '' ? (parts[0]?.code ?? '') : code, message: parts.map((part) => part.message).join('; ') };
  }
  if (code === '' && error.cause !== undefined) return innermost(error.cause);
  return { code, message: oneLine(error.message) };
}

function oneLine(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? 'no reason given' : line.slice(0, 300);
}
