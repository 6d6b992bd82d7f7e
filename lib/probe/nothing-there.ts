import { NothingThereError, UnavailableError } from '../errors.ts';
import { operationNamed } from '../contract/operations.ts';
import { headerValue, type Answer, type Exchange } from '../evidence/exchange.ts';

/** As many responses to the key show enough, when each operation that may be sent is among them. */
const ENOUGH = 5;

/** As many characters of a Location are shown. */
const MOST_SHOWN = 200;

/**
 * Tells an address at which there is nothing of the interface, or nothing that is up, by the first responses of a run. A service that conforms
 * never answers 404 or a redirect to a list with a valid key (section 4.1), and one that has at least one operation does not answer all requests
 * with 404, a redirect or HTML. With 502, 503 or 504 a gateway says that the service behind it is down (RFC 9110, section 15.6).
 */
export class NothingThere {
  readonly #writes: boolean;
  #answered = 0;
  #isListTried = false;
  #isCreationTried = false;
  #isSomething = false;
  #redirected = 0;
  #unavailable = 0;
  readonly #statuses = new Set<number>();
  #location: string | undefined;

  /** @param writes - whether the run creates pets: then a creation must be among what was answered so */
  constructor(writes: boolean) {
    this.#writes = writes;
  }

  /** Takes note of an exchange. @returns whether nothing of the interface is there, as far as all of them show */
  note({ request: { method, target, credential }, answer }: Exchange): boolean {
    if (this.#isSomething || credential !== 'primary') return false;
    if (answer === undefined || !isNothing(answer)) {
      this.#isSomething = true;
      return false;
    }
    this.#answered++;
    if (isRedirect(answer)) {
      this.#redirected++;
      this.#location ??= headerValue(answer.headers, 'Location')?.slice(0, MOST_SHOWN);
    }
    this.#statuses.add(answer.status);
    if (isUnavailable(answer)) this.#unavailable++;
    const operation = operationNamed(method, target);
    this.#isListTried ||= operation === 'listPets';
    this.#isCreationTried ||= operation === 'createPet';
    return this.#answered >= ENOUGH && this.#isListTried && (this.#isCreationTried || !this.#writes);
  }

  /** What ends the run. */
  errorAt(baseUrl: string): NothingThereError {
    if (this.#unavailable === this.#answered) return new UnavailableError(baseUrl, [...this.#statuses]);
    return new NothingThereError(baseUrl, this.redirectedTo);
  }

  /** Where the first request was redirected, if all of them were. */
  get redirectedTo(): string | undefined {
    return this.#redirected === this.#answered ? this.#location : undefined;
  }
}

/** A 404, a redirect, what says that the service is down, or a page for people. */
function isNothing(answer: Answer): boolean {
  const { status, body } = answer;
  if (status === 404 || isRedirect(answer) || isUnavailable(answer)) return true;
  if (status !== 200 || body.kind !== 'bytes') return false;
  return /^\s*<(?:!doctype|html)\b/i.test(Buffer.from(body.bytes.subarray(0, 200)).toString('latin1'));
}

function isUnavailable({ status }: Answer): boolean {
  return status >= 502 && status <= 504;
}

/** Source: RFC 9110, section 15.4. */
function isRedirect({ status, headers }: Answer): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headerValue(headers, 'Location') !== undefined;
}
