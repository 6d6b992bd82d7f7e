import type { JudgeKnowledge } from '../expectation/expectation.ts';
import { isSuccess } from './circumstances.ts';
import { memberOf, type Reading } from './reading.ts';

/**
 * The ids that requests brought along and creations were answered with, as texts. That is one fault (CREATE-3): that a list then shows
 * such an id twice is not blamed again.
 */
export class TakenOverIds {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Notes the id of a creation where it is the one that was asked for. */
  see(reading: Reading): void {
    const id = takenOver(reading);
    if (id !== undefined) this.#ids.add(`${id}`);
  }
}

/**
 * The text with which a creation was answered for an id, where the request brought it along and the service gives integers to its own
 * pets: it writes what it was sent, so CREATE-3 is to blame and JSON-2 is not. Source: section 2, Pet.
 *
 * @param known - the pets that were shown with an integer
 */
export function textTakenOver(reading: Reading, known: JudgeKnowledge['animals']): string | undefined {
  const id = known.size > 0 ? takenOver(reading) : undefined;
  return typeof id === 'string' ? id : undefined;
}

function takenOver({ exchange, expectation, body }: Reading): bigint | string | undefined {
  const { newPet, caller } = expectation;
  if (newPet?.kind !== 'valid' || newPet.sentId === undefined || caller !== 'valid') return undefined;
  if (!isSuccess(exchange.answer.status) || body.kind !== 'json') return undefined;
  const got = memberOf(body.value, 'id');
  const isId = typeof got === 'bigint' || typeof got === 'string';
  return isId && `${got}` === `${newPet.sentId}` ? got : undefined;
}
