import { createHash } from 'node:crypto';
import { UsageError } from '../errors.ts';

/** As many characters of the mark as a nonce decides; the rest tells two runs of one nonce apart. */
const MARK_LENGTH = 9;

/** With `petvet` before it and a number behind it, a name of a created pet stays within 20 characters. */
const RUN_LENGTH = 12;

/**
 * A run under a nonce draws some four values more of each kind than a usual one, where the plan does not allow for more anyway: most of what
 * a run of the Free plan sends is the same whatever the seed is, and could be learnt by heart.
 */
export const MORE_REQUESTS = 68;

/** A longer one says nothing more. */
const MOST_CHARACTERS = 200;

/** What follows from a nonce: nobody who did not know it could have sent these requests. */
export interface FollowedNonce {
  /** Of the draws of the run. */
  readonly seed: number;
  /** The beginning of the run's name: letters and digits, in lower case. It stands in the names of the created pets. */
  readonly mark: string;
}

/**
 * What a nonce decides of a run.
 *
 * @throws {UsageError} when it is empty, too long or cannot be printed
 */
export function readNonce(text: string): FollowedNonce {
  if (text.trim() === '' || text.length > MOST_CHARACTERS || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    throw new UsageError(
      `--nonce must be a text of 1 to ${MOST_CHARACTERS} printable characters`,
      'use a random one that was never used before, such as the output of: openssl rand -hex 16',
    );
  const digest = createHash('sha256').update(`challenge of a run\0${text}`).digest();
  return {
    seed: digest.readUInt32BE(0) % 1_000_000_000,
    mark: BigInt(`0x${digest.subarray(4, 16).toString('hex')}`)
      .toString(36)
      .padStart(MARK_LENGTH, '0')
      .slice(-MARK_LENGTH),
  };
}

/** The name of a run under a nonce. @param id - a random name, of which some characters are taken */
export function markedRunId({ mark }: Pick<FollowedNonce, 'mark'>, id: string): string {
  return `${mark}${id.slice(0, RUN_LENGTH - MARK_LENGTH)}`;
}

/** Whether a pet was named by a run under a nonce. */
export function isMarked(name: string, { mark }: Pick<FollowedNonce, 'mark'>): boolean {
  return name.startsWith(`petvet${mark.toUpperCase()}`);
}
