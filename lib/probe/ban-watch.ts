import { TargetError } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';

/** So many refusals of the key in a row, after a 429, look like a ban. */
const MOST_FORBIDDEN = 2;

/** Tells when the key seems to be banned: it is refused since the limit was reached. Source: section 8, "Behavior on exceeding", 3. */
export class BanWatch {
  #isLimited = false;
  #forbidden = 0;

  /** Takes note of an exchange, of the burst as well. */
  note({ answer, request }: Exchange): void {
    this.#isLimited ||= answer?.status === 429 && request.credential === 'primary';
  }

  /**
   * Looks at an exchange of the suites.
   *
   * @throws {TargetError} when the key seems to be banned: whatever is sent then makes it worse
   */
  watch({ answer, request }: Exchange): void {
    if (answer === undefined || request.credential !== 'primary') return;
    const isForbidden = this.#isLimited && (answer.status === 401 || answer.status === 403);
    this.#forbidden = isForbidden ? this.#forbidden + 1 : 0;
    if (this.#forbidden < MOST_FORBIDDEN) return;
    throw new TargetError(
      `the service answers ${answer.status} to the key since the limit was reached: it may be banned for a while`,
      'wait for the end of the ban; --no-burn leaves the limit alone',
    );
  }
}
