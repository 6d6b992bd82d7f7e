import type { PetField, SeenPet } from './caller-log.ts';
import { isNarrowed } from './double-rounding.ts';
import { manglingOf } from './manglings.ts';
import type { OwnPet, OwnCreation, OwnSight } from './own-pets.ts';
import { differences } from './rest.ts';

/** A pet as it was read back. */
interface Look {
  readonly pet: SeenPet;
  /** The status that was sent is gone, though other pets show theirs. */
  readonly lacksStatus: boolean;
}

/**
 * The fields in which a pet was read back differently from the answer to its creation. Left out are those that the
 * answer to the creation had already altered (CREATE-2 is blamed for that), and names that were only tidied.
 */
export function alteredFields({ pet, ...sent }: OwnCreation, { pet: shown, lacksStatus }: Look): PetField[] {
  const altered: readonly PetField[] = [...differences(pet, shown), ...(lacksStatus ? (['status'] as const) : [])];
  return altered.filter((field) => {
    if (sent[field] !== undefined && pet[field] !== undefined && sent[field] !== pet[field]) return false;
    return field !== 'name' || !isTidied(pet.name ?? '', shown.name ?? '');
  });
}

/**
 * Trimmed and collapsed blanks, normal forms and control characters that were removed, or became blanks: a service may do that. Source:
 * rule CREATE-2.
 */
function isTidied(name: string, shown: string): boolean {
  return !name.isWellFormed() || ['', ' '].some((blank) => tidy(name, blank) === tidy(shown, blank));
}

function tidy(name: string, blank: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what may be removed
  const printed = name.replace(/[\u0000-\u001f\u007f]/g, blank);
  // The forms for compatibility are forms, too: ﬁ is fi in them.
  return printed.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** Whether a narrower number explains the difference between the category that was answered and the one shown, which JSON-3 covers. */
export function isNarrowedCategory({ pet }: OwnCreation, shown: SeenPet): boolean {
  const { categoryId } = shown;
  return pet.categoryId !== undefined && categoryId !== undefined && isNarrowed(categoryId, pet.categoryId);
}

/**
 * Whether a name shows how a machine mangled it; see {@link manglingOf}. Then it is the same pet. Another
 * client that tidies names may leave such marks, too.
 */
export function isMangled({ pet }: OwnCreation, shown: SeenPet): boolean {
  return manglingOf(pet.name, shown.name) !== undefined;
}

/** Whether a sight is of the created pet, judging by its name: a deleted one's id may be given to another. */
export function isItself({ creation }: OwnPet, sight: OwnSight): boolean {
  return !alteredFields(creation, sight).includes('name') || isMangled(creation, sight.pet);
}
