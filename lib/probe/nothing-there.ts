import { operationNamed } from '../contract/operations.ts';
import type { Answer, Exchange } from '../evidence/exchange.ts';

/** As many responses to the key show enough, when each operation that may be sent is among them. */
const ENOUGH = 5;

/**
 * Tells an address at which there is nothing of the interface by the first responses of a run. A service that conforms never answers
 * 404 to a list with a valid key (section 4.1), and one that has at least one operation does not answer all requests with 404 or HTML.
 */
export class NothingThere {
  readonly #writes: boolean;
  #answered = 0;
  #isListTried = false;
  #isCreationTried = false;
  #isSomething = false;

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
    const operation = operationNamed(method, target);
    this.#isListTried ||= operation === 'listPets';
    this.#isCreationTried ||= operation === 'createPet';
    return this.#answered >= ENOUGH && this.#isListTried && (this.#isCreationTried || !this.#writes);
  }
}

/** A 404, or a page for people. */
function isNothing({ status, body }: Answer): boolean {
  if (status === 404) return true;
  if (status !== 200 || body.kind !== 'bytes') return false;
  return /^\s*<(?:!doctype|html)\b/i.test(Buffer.from(body.bytes.subarray(0, 200)).toString('latin1'));
}
