import { VERSION_SEGMENT } from '../contract/operations.ts';

/** A base address that petvet may send to, or why it may not; no sentence repeats the address, which may hold a password. */
export type AddressReading =
  | { readonly ok: true; readonly baseUrl: string; readonly loopback: boolean; readonly plain: boolean }
  | { readonly ok: false; readonly why: string };

/**
 * Reads a base address.
 *
 * @param text - as the user gave it; one trailing slash is tolerated
 * @param allowPlainHttp - whether http may be used to a host that is not this machine
 * @returns the address in its normal form, or a clause that says what is wrong with it (rule VER-1 and the key's safety)
 */
export function readBaseAddress(text: string, allowPlainHttp: boolean): AddressReading {
  if (text.trim() === '') return refused('must be an address such as https://pets.example/v1, and is empty');
  const url = URL.parse(text);
  if (url === null) return refused(`must be an address such as https://pets.example/v1${meantWords(text)}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused(`must begin with https:// or http://${meantWords(text)}`);
  if (url.username !== '' || url.password !== '')
    return refused('must not contain a user name or a password; the API key has a setting of its own');
  if (text.includes('?')) return refused('must not have a query (no ?)');
  if (text.includes('#')) return refused('must not have a fragment (no #)');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith(VERSION_SEGMENT))
    return refused(
      `must end with ${VERSION_SEGMENT}, as both base addresses of the specification do (rule VER-1)${meantWords(text)}`,
    );
  const loopback = isLoopback(url.hostname);
  const plain = url.protocol === 'http:';
  if (plain && !loopback && !allowPlainHttp)
    return refused(
      'must use https: over plain http others could read the API key (--allow-plain-http permits it, for names inside a cluster)',
    );
  return { ok: true, baseUrl: `${url.origin}${path}`, loopback, plain };
}

/** `pets.example`, `localhost:8080/v1`: what is no address because its scheme is missing. A key, which may stand in the wrong variable, is none. */
const WITHOUT_SCHEME =
  /^(?:localhost|\[[\da-f:]+\]|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:[a-z]{2,}|\d+)|[a-z\d-]+(?=:\d+(?:\/|$)))(?::\d+)?(?:\/[\w./~-]*)?$/;

/** The address that was most likely meant, as the end of a sentence. Of one that may hold a secret nothing is repeated. */
function meantWords(text: string): string {
  const trimmed = text.trim();
  const given = WITHOUT_SCHEME.test(trimmed) ? URL.parse(`https://${trimmed}`) : URL.parse(trimmed);
  if (given === null || !/^https?:$/.test(given.protocol)) return '';
  if (given.username !== '' || given.password !== '' || /[?#]/.test(trimmed)) return '';
  if (!trimmed.includes('://') && isLoopback(given.hostname)) given.protocol = 'http:';
  const path = given.pathname.replace(/\/+$/, '').replace(/\/v\d+(?:\.\d+)*$|(?<=\/v1)\/pets$/i, '');
  const meant = `${given.origin}${path.endsWith(VERSION_SEGMENT) ? path : `${path}${VERSION_SEGMENT}`}`;
  return `; did you mean ${meant}?`;
}

/** Whether a host name, as `URL` writes it, is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(why: string): AddressReading {
  return { ok: false, why };
}
