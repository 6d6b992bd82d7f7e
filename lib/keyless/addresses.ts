import { UsageError } from '../errors.ts';
import { isLoopback } from '../targets/base-address.ts';

/** The public instances of Sigstore. */
const PUBLIC = { fulcio: 'https://fulcio.sigstore.dev', rekor: 'https://rekor.sigstore.dev' } as const;

/** What the command line says of the services that sign without a key. */
export interface AddressFlags {
  readonly fulcio?: string;
  /** `false`: no transparency log. */
  readonly rekor?: string | false;
  readonly tsa?: string;
}

/** The services that a keyless signature comes from. */
export interface Addresses {
  /** Issues the signing certificate. */
  readonly fulcio: string;
  /** Records the signature for all to see. */
  readonly rekor: string | undefined;
  /** Says when the signature was there. */
  readonly tsa: string | undefined;
}

/**
 * Reads the addresses of the services that sign without a key.
 *
 * @throws {UsageError} when one is none that a token may be sent to, or nothing would say when the signature was made
 */
export function readAddresses(
  { fulcio = PUBLIC.fulcio, rekor = PUBLIC.rekor, tsa }: AddressFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Addresses {
  if (rekor === false && tsa === undefined)
    throw new UsageError(
      'with --no-rekor nothing says when the certificate was signed',
      'name a timestamp authority with --tsa, or leave --no-rekor out',
    );
  const addresses = {
    fulcio: readAddress('--fulcio', fulcio),
    rekor: rekor === false ? undefined : readAddress('--rekor', rekor),
    tsa: tsa === undefined ? undefined : readAddress('--tsa', tsa),
  };
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 must not be set: anyone on the network path could read the identity token',
      'name the certificate of a private instance in NODE_EXTRA_CA_CERTS',
    );
  return addresses;
}

/** No sentence repeats the address, which may hold a password. */
function readAddress(flag: string, text: string): string {
  const url = URL.parse(text);
  const refused = (why: string) => new UsageError(`${flag} ${why}`, 'give an address such as https://fulcio.example');
  if (url === null || !/^https?:$/.test(url.protocol)) throw refused('must be an address that begins with https://');
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user name or a password');
  if (text.includes('?') || text.includes('#')) throw refused('must not have a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw refused('must use https: over plain http others could read the identity token');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
