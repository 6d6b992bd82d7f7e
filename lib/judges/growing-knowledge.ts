import { isPetStatus, type PetStatus } from '../contract/pets.ts';
import { createdId } from '../evidence/creation.ts';
import type { CredentialRole } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { JudgeKnowledge, KnownPet } from '../expectation/expectation.ts';
import { CollidedIds } from './shared-ids.ts';
import { memberOf, type Reading } from './reading.ts';
import { petsToJudge, WronglyStoredPets } from './wrongly-stored.ts';

/** What a judge may know at a point of the log: the knowledge of the run, and what the responses up to there showed. */
export class GrowingKnowledge {
  /** It grows with each response. */
  readonly known: JudgeKnowledge;
  readonly wronglyStored: WronglyStoredPets;
  readonly #pets = new Map<bigint, KnownPet>();
  readonly #categories = new Map<CredentialRole, Set<bigint>>();
  readonly #createdNames = new Set<string>();
  readonly #collidedIds = new CollidedIds();

  constructor(knowledge: Knowledge) {
    this.wronglyStored = new WronglyStoredPets(this.#collidedIds.takenOver.texts);
    this.known = {
      ...knowledge,
      pets: this.#pets,
      categories: this.#categoriesOf('primary'),
      othersCategories: this.#categories,
      wronglyStored: this.wronglyStored,
      createdNames: this.#createdNames,
      collidedIds: this.#collidedIds,
      takenOverIds: this.#collidedIds.takenOver,
      createdUnder: this.#collidedIds.created,
    };
    for (const { id, status } of knowledge.knownPets ?? []) this.#pets.set(id, { id, status, seenIn: 0 });
  }

  /** Takes in what one response shows. */
  see(reading: Reading): void {
    this.wronglyStored.see(reading);
    this.#collidedIds.see(reading);
    this.#learn(reading);
  }

  #learn(reading: Reading): void {
    if (reading.expectation.caller !== 'valid' && reading.expectation.caller !== 'unknown') return;
    const { exchange } = reading;
    // A pet that was accepted though it had to be refused is known as well: getPet must return it.
    const written = createdId(exchange);
    if (written !== undefined) {
      this.#pets.set(written, { id: written, status: undefined, seenIn: exchange.id });
      const { newPet } = reading.expectation;
      if (newPet?.kind === 'valid') this.#createdNames.add(newPet.name);
    }
    for (const pet of petsToJudge(reading, this.wronglyStored)) {
      const id = memberOf(pet, 'id');
      const categoryId = memberOf(pet, 'categoryId');
      const status = memberOf(pet, 'status');
      if (typeof id === 'bigint' && reading.expectation.operation !== 'getPet') {
        const shown = isPetStatus(status) ? status : undefined;
        this.#pets.set(id, {
          id,
          status: shown,
          seenIn: exchange.id,
          ...formerStatusesOf(this.#pets.get(id), shown),
        });
      }
      if (typeof categoryId === 'bigint') this.#categoriesOf(exchange.request.credential).add(categoryId);
    }
  }

  /** What one caller was shown says nothing about the categories of another one, who may have a separate store. */
  #categoriesOf(credential: CredentialRole): Set<bigint> {
    const known = this.#categories.get(credential) ?? new Set();
    this.#categories.set(credential, known);
    return known;
  }
}

/**
 * The statuses that a pet had before the current one, as far as they were seen.
 *
 * @param known - the pet as it was known until now
 */
function formerStatusesOf(known: KnownPet | undefined, shown: PetStatus | undefined): Pick<KnownPet, 'formerStatuses'> {
  if (known === undefined) return {};
  const { status, formerStatuses = [] } = known;
  if (status === undefined || status === shown) return formerStatuses.length === 0 ? {} : { formerStatuses };
  return { formerStatuses: [...new Set([...formerStatuses, status])] };
}
