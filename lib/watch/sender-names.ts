import { hash, randomBytes } from 'node:crypto';

/** As many digits of a hash tell a hundred thousand keys apart. */
const DIGITS = 12;

/**
 * Makes a name of each credential, which tells it from others and from which nobody can find it: its hash with a secret that is forgotten when
 * the watch ends.
 *
 * @returns takes the value of an Authorization header, a key, or what stands for one. A bare key is another credential than the bearer token
 *   with that key, which a service need not take
 */
export function nameKeys(): (credential: string) => string {
  const secret = randomBytes(32).toString('hex');
  return (credential) =>
    hash('sha256', `${secret} ${credential.trim().replace(/^bearer\s+/i, 'Bearer ')}`).slice(0, DIGITS);
}
