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
  if (url === null) return refused('must be an address such as https://pets.example/v1');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    return refused('must not contain a user name or a password; the API key has a setting of its own');
  if (text.includes('?')) return refused('must not have a query (no ?)');
  if (text.includes('#')) return refused('must not have a fragment (no #)');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith(VERSION_SEGMENT))
    return refused(`must end with ${VERSION_SEGMENT}, as both base addresses of the specification do (rule VER-1)`);
  const loopback = isLoopback(url.hostname);
  const plain = url.protocol === 'http:';
  if (plain && !loopback && !allowPlainHttp)
    return refused(
      'must use https: over plain http others could read the API key (--allow-plain-http permits it, for names inside a cluster)',
    );
  return { ok: true, baseUrl: `${url.origin}${path}`, loopback, plain };
}

/** Whether a host name, as `URL` writes it, is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(why: string): AddressReading {
  return { ok: false, why };
}
