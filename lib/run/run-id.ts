import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A name for a run: short, so that names of created pets stay short; of lower-case letters, which every service takes in a name. */
export function newRunId(): string {
  return Array.from({ length: 6 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
