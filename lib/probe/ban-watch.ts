import { TargetError } from '../errors.ts';
import { headerValues, type Exchange } from '../evidence/exchange.ts';
import type { Regularity } from '../expectation/expectation.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { VALID } from './credentials.ts';

/** This many refusals of the key in a row, after a 429, look like a ban. */
const MOST_FORBIDDEN = 2;

/** How many 401s in a row without any 429 call for a look whether the key is accepted at all, and how many looks a run takes at most. */
const MOST_REFUSED = 3;
const MOST_LOOKS = 4;

/** From this many failed authentications on, a service may lock the caller out for a while, to hinder guessing. */
const ENOUGH_FAILED = 3;

/** Refusals of the key in a row. */
interface Row {
  readonly first: number;
  /** The limit was reached before the first of them. */
  readonly afterLimit: boolean;
  length: number;
}

/**
 * Tells when the key is not accepted any more: after a 429 it may be banned (section 8, "Behavior on exceeding", 3), else it may
 * have expired or been revoked, or the run's own failed authentications have locked it out. Whatever is sent then says nothing of the service.
 */
export class BanWatch {
  #isLimited = false;
  /** Requests without a valid key that got 401. */
  #failed = 0;
  #row: Row | undefined;
  /** A request that the key was served with. */
  #known: OutgoingRequest | undefined;
  #looks = 0;
  #isLooking = false;

  /** Takes note of an exchange, of the burst as well. */
  note({ answer, request }: Exchange): void {
    this.#isLimited ||= answer?.status === 429 && request.credential === 'primary';
    if (answer?.status === 401 && (request.credential === 'none' || request.credential === 'wrong')) this.#failed++;
  }

  /**
   * Looks at an exchange of the suites. Only a documented request with the key as it is usually sent tells: a service may well
   * refuse another spelling of it, and what stands in front of the service hostile text.
   *
   * @param regularity - how usual its request is; found out only where it matters, which is hardly ever
   * @throws {TargetError} when the key seems to be banned: whatever is sent then makes it worse
   */
  watch({ answer, request, id }: Exchange, regularity: () => Regularity, sent: OutgoingRequest): void {
    if (answer === undefined || request.credential !== 'primary' || !sendsPlainKey(request)) return;
    const isRefused = answer.status === 401 || (answer.status === 403 && this.#isLimited);
    const isServed = answer.status === 200 && request.method === 'GET';
    const isNews = isRefused || this.#row !== undefined || (isServed && this.#known === undefined);
    if (!isNews || regularity() !== 'documented') return;
    if (isServed) this.#known ??= sent;
    if (!isRefused) {
      this.#row = undefined;
      return;
    }
    this.#row ??= { first: id, afterLimit: this.#isLimited, length: 0 };
    this.#row.length++;
    if (!this.#row.afterLimit || this.#row.length < MOST_FORBIDDEN) return;
    throw new TargetError(
      `the service returns ${answer.status} to a key that it accepted before`,
      'wait for the end of the ban; --no-burn does not use up the rate limit',
      'it may be banned for a while',
    );
  }

  /**
   * Looks whether the key is accepted for a request that it was served with before, when it was refused several times in a row.
   *
   * @param send - sends it, and has it watched
   * @throws {TargetError} when it is not: nothing can be judged without a valid key
   */
  async look(send: (request: OutgoingRequest) => Promise<Exchange>): Promise<void> {
    const row = this.#row;
    if (row === undefined || row.length < MOST_REFUSED || this.#isLooking || this.#looks >= MOST_LOOKS) return;
    if (this.#known === undefined) return;
    this.#looks++;
    this.#isLooking = true;
    try {
      const { answer } = await send(this.#known);
      if (answer?.status !== 401) return;
    } finally {
      this.#isLooking = false;
    }
    const says = `the service returns 401 to the key since request ${row.first}, though it accepted it before`;
    const hint = 'check the API key of this target, and start the run again with one that stays valid';
    if (this.#failed < ENOUGH_FAILED) throw new TargetError(says, hint, 'it may have expired or been revoked');
    throw new TargetError(
      says,
      `${hint}; where the service locks out whoever fails to authenticate, exempt this address from that`,
      `it may have expired or been revoked, or be locked out: ${this.#failed} requests without a valid key got 401 in this run`,
    );
  }
}

function sendsPlainKey({ headers }: Exchange['request']): boolean {
  const [usual] = VALID.headers.map(([, value]) => value);
  const [sent, ...others] = headerValues(headers, 'Authorization');
  return sent === usual && others.length === 0;
}
