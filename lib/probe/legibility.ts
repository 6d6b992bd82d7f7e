import { TargetError } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { whyIllegible } from '../judges/reading.ts';

/** As many bodies that nobody can read show enough, while this share of all bodies, or less, can be read. */
const ENOUGH = 10;
const LARGEST_SHARE = 0.1;

/**
 * Tells a service nearly all of whose bodies are broken off, or in a coding that petvet cannot undo: nothing can be judged of it, as
 * nothing can of one that is down. What a few of them say of the service is for the judges.
 */
export class Legibility {
  #read = 0;
  #illegible = 0;

  /**
   * Takes note of an exchange.
   *
   * @throws {TargetError} when nearly no body can be read
   */
  note({ answer }: Exchange): void {
    if (answer === undefined || answer.body.kind === 'none' || answer.body.kind === 'not-recorded') return;
    const why = whyIllegible(answer);
    if (why === undefined) this.#read++;
    else this.#illegible++;
    const all = this.#read + this.#illegible;
    if (why === undefined || this.#illegible < ENOUGH || this.#read > LARGEST_SHARE * all) return;
    throw new TargetError(
      `${this.#illegible} of ${all} response bodies cannot be read`,
      'see what cuts responses off or encodes them, the service or what is in front of it, then start the run again',
      why,
    );
  }
}
