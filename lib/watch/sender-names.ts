import { createHmac, randomBytes } from 'node:crypto';
import { keyIn } from './log-secrets.ts';

/** As many digits of a hash tell a hundred thousand keys apart. */
const DIGITS = 12;

/**
 * Makes a name of each credential, which tells it from others and from which nobody can find it: its hash with a secret that is forgotten when
 * the watch ends.
 *
 * @returns takes the value of an Authorization header, a key, or what stands for one; the scheme does not matter
 */
export function nameKeys(): (credential: string) => string {
  const secret = randomBytes(32);
  return (credential) => createHmac('sha256', secret).update(keyIn(credential)).digest('hex').slice(0, DIGITS);
}
