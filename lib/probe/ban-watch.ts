import { TargetError } from '../errors.ts';
import { headerValues, type Exchange } from '../evidence/exchange.ts';
import type { Regularity } from '../expectation/expectation.ts';
import { VALID } from './credentials.ts';

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
   * Looks at an exchange of the suites. Only a documented request with the key as it is usually sent tells: a service may well
   * refuse another spelling of it, and what stands in front of the service hostile text.
   *
   * @throws {TargetError} when the key seems to be banned: whatever is sent then makes it worse
   */
  watch({ answer, request }: Exchange, regularity: Regularity): void {
    const isUsual = regularity === 'documented' && sendsPlainKey(request);
    if (answer === undefined || request.credential !== 'primary' || !isUsual) return;
    const isForbidden = this.#isLimited && (answer.status === 401 || answer.status === 403);
    this.#forbidden = isForbidden ? this.#forbidden + 1 : 0;
    if (this.#forbidden < MOST_FORBIDDEN) return;
    throw new TargetError(
      `the service returns ${answer.status} to the key since the limit was reached: it may be banned for a while`,
      'wait for the end of the ban; --no-burn leaves the limit alone',
    );
  }
}

function sendsPlainKey({ headers }: Exchange['request']): boolean {
  const [usual] = VALID.headers.map(([, value]) => value);
  const [sent, ...others] = headerValues(headers, 'Authorization');
  return sent === usual && others.length === 0;
}
