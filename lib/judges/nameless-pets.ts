import { isOwnCategory } from '../contract/own-category.ts';
import type { ExactJson } from '../evidence/exact-json.ts';
import { momentOf, type Moment } from './alternation.ts';
import { requestLine } from './circumstances.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { LogView } from './log-view.ts';
import type { Write } from './own-pets.ts';
import { petsShown, memberOf } from './reading.ts';
import { wasNotThereBefore, wouldBeSeen, type Surroundings } from './unseen-pets.ts';

/** A creation without a string as its name, which was refused with 400, and what else identifies its pet. */
interface NamelessWrite extends Write {
  readonly categoryId: bigint;
}

/** A pet that no creation made, when it was first shown. */
interface ShownPet extends Moment {
  readonly id: bigint;
  readonly categoryId: bigint;
  /** Whether it has no name, or a placeholder for none. */
  readonly isNameless: boolean;
  readonly request: string;
}

/**
 * Pets that were stored by a creation that was refused because its name was not a string: they have its category, no creation made them, and nobody saw
 * them before. A violation where petvet made that category up, and no other request and no earlier pet had it, whatever the service
 * calls the pet; where others may have made it, a pet without a name is a doubt.
 */
export function judgeNameless(
  view: Pick<LogView, 'readings' | 'writes' | 'callers'>,
  surroundings: readonly Surroundings[],
): Finding[] {
  const refused = view.writes.filter(isNamelessRefusal);
  if (refused.length === 0) return [];
  const sought = new Set(refused.map(({ categoryId }) => categoryId));
  const { pets, categories } = readShown(view, sought);
  return refused.flatMap((write) => {
    // Its status may be lost with its name.
    const left = pets.filter((pet) => pet.categoryId === write.categoryId && pet.from >= write.to);
    const isOfItsOwn =
      isOwnCategory(write.categoryId) &&
      view.writes.every((other) => other.number === write.number || other.categoryId !== write.categoryId) &&
      (categories.get(write.categoryId) ?? Infinity) >= write.to;
    const told = isOfItsOwn
      ? left.slice(0, 1)
      : left
          .filter(
            ({ id, isNameless }) => isNameless && surroundings.some((around) => wasNotThereBefore(id, write, around)),
          )
          .slice(0, 1);
    // A pet without a name that is new may be the one that was sent, in another category.
    const isAnyNew = pets.some(({ from, isNameless }) => isNameless && from >= write.to);
    if (told.length > 0 || !isOfItsOwn || isAnyNew) return told.map((pet) => finding(write, pet, isOfItsOwn));
    const proof = surroundings.map((around) => wouldBeSeen(write, around).proof).find((one) => one !== undefined);
    if (proof === undefined) return [];
    const says = 'a creation without a valid name that returned 400 leaves no pet behind';
    return [makeFinding({ rule: 'CREATE-8', operation: 'createPet', shownBy: proof }, 'pass', says)];
  });
}

/** Whether a creation was refused with 400 and had a category, but not a string as its name. */
export function isNamelessRefusal(write: Write): write is NamelessWrite {
  return write.answered === 400 && write.name === undefined && write.categoryId !== undefined;
}

/** The pets that no creation made and that have no name or one of some categories, and when a pet of each category was first shown. */
function readShown({ readings, callers }: Pick<LogView, 'readings' | 'callers'>, sought: ReadonlySet<bigint>) {
  const written = callers[0]?.written ?? new Set<bigint>();
  const categories = new Map<bigint, number>();
  const pets = new Map<bigint, ShownPet>();
  for (const reading of readings) {
    for (const pet of petsShown(reading)) {
      const [id, categoryId] = [memberOf(pet, 'id'), memberOf(pet, 'categoryId')];
      if (typeof id !== 'bigint' || typeof categoryId !== 'bigint') continue;
      const moment = momentOf(reading.exchange);
      if (sought.has(categoryId))
        categories.set(categoryId, Math.min(moment.from, categories.get(categoryId) ?? Infinity));
      const isNameless = isNoName(memberOf(pet, 'name'));
      if (written.has(id) || pets.has(id) || !(isNameless || sought.has(categoryId))) continue;
      pets.set(id, { ...moment, id, categoryId, isNameless, request: requestLine(reading) });
    }
  }
  return { pets: [...pets.values()], categories };
}

/** Nothing, and the strings that stand for it. */
function isNoName(name: ExactJson | undefined): boolean {
  return typeof name !== 'string' || /^\s*(?:null|none|nil|undefined)?\s*$/i.test(name);
}

function finding(write: NamelessWrite, pet: ShownPet, isOfItsOwn: boolean): Finding {
  const says = isOfItsOwn
    ? 'a creation without a valid name that returned 400 was carried out all the same: a pet of the category that only it had is shown afterwards'
    : 'a pet without a name is new since a creation without a valid one returned 400, and has its category; another client may have created it';
  return makeFinding(
    { rule: 'CREATE-8', operation: 'createPet', shownBy: [write.number, pet.number] },
    isOfItsOwn ? 'fail' : 'inconclusive',
    says,
    {
      expected: `no pet of category ${write.categoryId}${isOfItsOwn ? '' : ' without a name'}`,
      actual: `${pet.request} showed it, with id ${pet.id}`,
      fault: 'stored all the same',
      place: 'name',
    },
  );
}
