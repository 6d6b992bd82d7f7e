import { createHmac, randomBytes } from 'node:crypto';
import { AlikeValues } from '../evidence/alike-values.ts';

/** As many digits of a hash tell a hundred thousand keys apart. */
const DIGITS = 12;

/**
 * Makes a name of each credential, which tells it from others and from which nobody can find it: its hash with a secret that is forgotten when
 * the watch ends.
 *
 * @returns takes the value of an Authorization header, or what stands for one. How the scheme is written does not matter; a key without its
 *   scheme is another credential, which is refused.
 */
export function nameKeys(): (credential: string) => string {
  const secret = randomBytes(32);
  const names = new AlikeValues<string>();
  return (credential) =>
    names.of(credential, () =>
      createHmac('sha256', secret)
        .update(credential.trim().replace(/^bearer\s+/i, 'Bearer '))
        .digest('hex')
        .slice(0, DIGITS),
    );
}
