import { sameJson, type ExactJson } from '../evidence/exact-json.ts';
import { isSuccess } from '../evidence/exchange.ts';
import type { WronglyStored } from '../expectation/expectation.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { readSentJson } from '../expectation/sent-json.ts';
import { petFaults } from '../shapes/pet.ts';
import { isOwnName } from './pet-names.ts';
import { petsShown, memberOf, type Reading } from './reading.ts';

/**
 * Pets that petvet created and that the service accepted with values that it had to refuse, or should have refused. That is one fault
 * (CREATE-5, -6 or -7; CREATE-8 where it refused them and stored them all the same; CREATE-1 where it assigned an undocumented status;
 * CREATE-3 where it used an id that is a string): responses that show such a pet later are not blamed again.
 */
export class WronglyStoredPets implements WronglyStored {
  readonly ids = new Set<bigint>();
  readonly textIds: WronglyStored['textIds'];
  readonly names = new Set<string>();
  /** A name that a valid request sent as well does not identify a wrongly stored pet, nor does an id that such a request's pet was given. */
  readonly #validNames = new Set<string>();
  readonly validIds = new Set<bigint>();

  /** @param textIds - see {@link WronglyStored} */
  constructor(textIds: WronglyStored['textIds']) {
    this.textIds = textIds;
  }

  /** Notes what a createPet request sent and how it was answered. */
  see(reading: Reading): void {
    const { exchange, expectation, body } = reading;
    const { newPet, operation } = expectation;
    if (operation !== 'createPet' || newPet === undefined) return;
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

/** Whether the status that a service assigned to a pet is an undocumented one: only CREATE-1 is blamed for that, wherever it is shown. */
function hasWrongStatus(body: Reading['body']): boolean {
  if (body.kind !== 'json' || body.value === undefined) return false;
  return petFaults(body.value).some(({ field, kind }) => field === 'status' && kind !== 'null');
}

/**
 * Whether a body that may be refused or accepted was accepted, and its pet has the sent values although no Pet may have them: an unknown
 * status in a body that is not UTF-8, a null category under a duplicate key. The service does not check values well enough, which
 * CREATE-5 and CREATE-6 report where nothing else is unusual about the request.
 */
export function tookInWrongValues({ exchange, expectation: { newPet }, body }: Reading): boolean {
  if (newPet?.kind !== 'open' || !isSuccess(exchange.answer.status) || body.kind !== 'json') return false;
  if (exchange.request.body.kind !== 'bytes') return false;
  const { value } = body;
  const sent = readSentJson(exchange.request.body);
  if (!sent.ok) return false;
  const faults = petFaults(value).filter(({ kind }) => kind !== 'null');
  const isAsSent = (name: string) => {
    const shown = memberOf(value, name);
    return typeof shown !== 'number' && sameJson(shown, memberOf(sent.value, name));
  };
  return faults.length > 0 && faults.every(({ field }) => field !== 'id' && field !== 'pet' && isAsSent(field));
}

/** Whether a service had to refuse a body, or should have. */
export function isToBeRefused(newPet: NewPetReading | undefined): boolean {
  return newPet !== undefined && TO_BE_REFUSED.has(newPet.kind);
}

const TO_BE_REFUSED: ReadonlySet<string> = new Set(['missing', 'wrong-type', 'not-an-object', 'should-refuse']);

/** Whether a pet in a response is one that was wrongly stored. */
export function isWronglyStored(pet: ExactJson | undefined, stored: WronglyStored | undefined): boolean {
  if (stored === undefined) return false;
  const id = memberOf(pet, 'id');
  if (typeof id === 'bigint' && stored.ids.has(id)) return true;
  if (typeof id === 'string' && stored.textIds.has(id)) return true;
  const name = memberOf(pet, 'name');
  return typeof name === 'string' && stored.names.has(name);
}

/** The pets that an allowed response shows, except those that were wrongly stored. */
export function petsToJudge(reading: Reading, stored: WronglyStored | undefined): readonly ExactJson[] {
  return petsShown(reading).filter((pet) => !isWronglyStored(pet, stored));
}
