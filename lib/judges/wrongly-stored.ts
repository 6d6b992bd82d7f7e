import { parseExactJson, sameJson, type ExactJson } from '../evidence/exact-json.ts';
import type { Body } from '../evidence/exchange.ts';
import type { JudgeKnowledge, WronglyStored } from '../expectation/expectation.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { petFaults } from '../shapes/pet.ts';
import { isSuccess } from './circumstances.ts';
import { isOwnName } from './own-creations.ts';
import { animalsShown, memberOf, type Reading } from './reading.ts';
import { textTakenOver } from './taken-over-ids.ts';

/**
 * Animals of petvet's own that the service took in with values that it had to refuse, or should have refused. That is one
 * fault (CREATE-5, -6 or -7, or CREATE-8 where it refused them and stored them all the same, or CREATE-1 where it gave them a status
 * of its own that is none, or CREATE-3 where it took over an id that is a text): what shows such an animal later is not blamed again.
 */
export class WronglyStoredAnimals implements WronglyStored {
  readonly ids = new Set<bigint>();
  readonly textIds = new Set<string>();
  readonly names = new Set<string>();
  /** A name that a valid request sent as well does not tell the two animals apart, nor does an id that one was given. */
  readonly #validNames = new Set<string>();
  readonly validIds = new Set<bigint>();

  /**
   * Notes what a createPet was about and what came of it.
   *
   * @param known - the pets that were shown before
   */
  see(reading: Reading, known: JudgeKnowledge['animals']): void {
    const { exchange, expectation, body } = reading;
    const { newPet, operation } = expectation;
    if (operation !== 'createPet' || newPet === undefined) return;
    const text = textTakenOver(reading, known);
    if (text !== undefined) this.textIds.add(text);
    if (newPet.kind === 'valid') {
      this.#validNames.add(newPet.name);
      this.names.delete(newPet.name);
      if (!isSuccess(exchange.answer.status)) return;
      if (newPet.status === undefined && hasWrongStatus(body)) this.#add(body);
      else this.#addValid(body);
      return;
    }
    if (tookInWrongValues(reading)) this.#add(body);
    if (!isToBeRefused(newPet)) return;
    const name = 'sentName' in newPet ? newPet.sentName : undefined;
    if (isOwnName(name) && !this.#validNames.has(name)) this.names.add(name);
    if (isSuccess(exchange.answer.status)) this.#add(body);
  }

  #add(body: Reading['body']): void {
    const id = idOf(body);
    if (id !== undefined && !this.validIds.has(id)) this.ids.add(id);
  }

  #addValid(body: Reading['body']): void {
    const id = idOf(body);
    if (id === undefined) return;
    this.validIds.add(id);
    this.ids.delete(id);
  }
}

function idOf(body: Reading['body']): bigint | undefined {
  const id = body.kind === 'json' ? memberOf(body.value, 'id') : undefined;
  return typeof id === 'bigint' ? id : undefined;
}

/** Whether the status that a service gave a pet itself is none of the documented ones: that is CREATE-1's alone, wherever it is shown. */
function hasWrongStatus(body: Reading['body']): boolean {
  if (body.kind !== 'json' || body.value === undefined) return false;
  return petFaults(body.value).some(({ field, kind }) => field === 'status' && kind !== 'null');
}

/**
 * Whether a body that may be refused or accepted was accepted, and its pet has the very values that no Pet may have: an unknown status
 * in a name that is no UTF-8, a category of null under a duplicate key. The service checks values too little, which CREATE-5 and CREATE-6
 * say where nothing else is odd.
 */
export function tookInWrongValues({ exchange, expectation: { newPet }, body }: Reading): boolean {
  if (newPet?.kind !== 'open' || !isSuccess(exchange.answer.status) || body.kind !== 'json') return false;
  const { value } = body;
  const sent = sentObject(exchange.request.body);
  const faults = petFaults(value).filter(({ kind }) => kind !== 'null');
  const isAsSent = (name: string) => {
    const shown = memberOf(value, name);
    return typeof shown !== 'number' && sameJson(shown, memberOf(sent, name));
  };
  return (
    sent !== undefined &&
    faults.length > 0 &&
    faults.every(({ field }) => field !== 'id' && field !== 'pet' && isAsSent(field))
  );
}

/** What a lenient reader makes of a body: bytes that are no UTF-8 are replaced, and the last of duplicate keys counts. */
function sentObject(body: Body): ExactJson | undefined {
  if (body.kind !== 'bytes') return undefined;
  const reading = parseExactJson(new TextDecoder().decode(body.bytes));
  return reading.ok ? reading.value : undefined;
}

/** Whether a service had to refuse a body, or should have. */
export function isToBeRefused(newPet: NewPetReading | undefined): boolean {
  return newPet !== undefined && TO_BE_REFUSED.has(newPet.kind);
}

const TO_BE_REFUSED: ReadonlySet<string> = new Set(['missing', 'wrong-type', 'not-an-object', 'should-refuse']);

/** Whether an animal, as an answer shows it, is one that was wrongly stored. */
export function isWronglyStored(animal: ExactJson | undefined, stored: WronglyStored | undefined): boolean {
  if (stored === undefined) return false;
  const id = memberOf(animal, 'id');
  if (typeof id === 'bigint' && stored.ids.has(id)) return true;
  if (typeof id === 'string' && stored.textIds.has(id)) return true;
  const name = memberOf(animal, 'name');
  return typeof name === 'string' && stored.names.has(name);
}

/** The animals that an allowed answer shows, but those that were wrongly stored. */
export function animalsToJudge(reading: Reading): readonly ExactJson[] {
  return animalsShown(reading).filter((animal) => !isWronglyStored(animal, reading.wronglyStored));
}
