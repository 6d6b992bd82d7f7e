import { randomBytes } from 'node:crypto';

/** A name for a run: short, so that names of created animals stay short; lower-case letters and digits. */
export function newRunId(): string {
  return BigInt(`0x${randomBytes(5).toString('hex')}`)
    .toString(36)
    .padStart(8, '0')
    .slice(-6);
}
