import { isOwnCategory } from '../contract/own-category.ts';
import { nameOfOtherValue } from '../shapes/fault-names.ts';
import { isSettled as isAfterLag, SETTLING_MS, type Moment } from './alternation.ts';
import { alteredFields, isMangled, isNarrowedCategory, isItself } from './alterations.ts';
import { PET_FIELDS, describeFields, type PetField, type CallerLog } from './caller-log.ts';
import { disagreeingFields } from './disagreeing-lists.ts';
import { disturbanceAround } from './disturbance.ts';
import { areRounded } from './double-rounding.ts';
import { blameOn } from './blame.ts';
import { explain } from './explanations.ts';
import { makeFinding, type Finding } from './finding.ts';
import { manglingOf, manglingOfTheRest } from './manglings.ts';
import { isNoHabit, shownByActs, soonestFirst, type Act } from './new-pets.ts';
import type { OwnPet, OwnSight } from './own-pets.ts';
import { areOtherNames, isOwnName } from './pet-names.ts';
import { differences, restOf } from './rest.ts';
import type { View } from './sights.ts';

/** A created pet was read back with another value; creating others of its kind shows whether that happens each time. */
export const ANOTHER_VALUE = 'another value';

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Created pets that are read back with other fields than the answer to their creation had. */
export function judgeAltered(own: readonly OwnPet[], log: CallerLog): Finding[] {
  const itself = own.map((pet) => ({ ...pet, sights: pet.sights.filter((sight) => isItself(pet, sight)) }));
  return [
    ...own.flatMap((pet) => judgeMixedUp(pet, own)),
    ...itself.flatMap((pet) => judgeMixedUpCategory(pet, own)),
    // Where lists of two kinds disagree on names by turns, the id of a pet with another name was not given to another pet.
    ...(disagreeingFields(log.pages).has('name') ? own : itself).flatMap((pet) => judgePet(pet, log)),
    ...judgeMangled(itself, log),
    ...judgeAlike(own, 'name', log),
    ...judgeAlike(itself, 'categoryId', log),
    ...judgeAlike(itself, 'status', log),
  ];
}

/** A pet is shown with the name of another one that the run created: nobody else knows both. */
function judgeMixedUp({ creation, sights }: OwnPet, own: readonly OwnPet[]): Finding[] {
  if (creation.name !== creation.pet.name) return [];
  const others = own.filter((other) => other.creation.pet.id !== creation.pet.id);
  const mixed = sights.flatMap((sight) => {
    const { name } = sight.pet;
    if (!isOwnName(name) || !areOtherNames(name, creation.name)) return [];
    const other = others.find((one) => one.creation.name === name && one.creation.pet.name === name);
    return other === undefined || areRounded(other.creation.pet.id, creation.pet.id)
      ? []
      : [altered(creation.pet, 'name', sight, [creation, other.creation, sight])];
  });
  return mixed.slice(0, 1);
}

/** A pet is shown with a category that the run made up for another one: nobody else knows both. */
function judgeMixedUpCategory({ creation, sights }: OwnPet, own: readonly OwnPet[]): Finding[] {
  const { id, categoryId: returned } = creation.pet;
  if (returned === undefined || returned !== creation.categoryId) return [];
  const others = own.filter((other) => other.creation.pet.id !== id);
  const mixed = sights.flatMap((sight) => {
    const { categoryId: shown } = sight.pet;
    if (shown === undefined || shown === returned || !isMadeUp(shown) || areRounded(shown, returned)) return [];
    const other = others.find(({ creation: { categoryId, pet } }) => categoryId === shown && pet.categoryId === shown);
    return other === undefined ? [] : [altered(creation.pet, 'categoryId', sight, [creation, other.creation, sight])];
  });
  return mixed.slice(0, 1);
}

/** Whether no category of a store is this one, but where petvet put it. */
function isMadeUp(category: bigint): boolean {
  return isOwnCategory(category) || !Number.isSafeInteger(Number(category));
}

/** What the responses show about one pet. */
function judgePet({ creation, sights }: OwnPet, log: CallerLog): Finding[] {
  const rounded = sights.find(({ pet }) => isNarrowedCategory(creation, pet));
  if (rounded !== undefined) {
    const shownBy = [creation.number, rounded.number];
    return [blameOn({ ...BASE, shownBy }, 'JSON-3')];
  }
  // Of the names only those that a machine mangled: any other may belong to another pet, whose id was given again.
  return PET_FIELDS.flatMap((field) => judgeViews({ creation, sights, misses: [] }, field, log));
}

const VIEWS: readonly View[] = ['getPet', 'lists without a filter', 'lists with a filter'];

/** getPet and the lists, or lists of two kinds, disagree on a field: some show it as created, before, between and after. */
function judgeViews({ creation, sights }: OwnPet, field: PetField, log: CallerLog): Finding[] {
  const isAltered = (sight: OwnSight) => alteredFields(creation, sight).includes(field);
  const latest = VIEWS.flatMap((view) => sights.findLast((one) => one.view === view) ?? []);
  const wrong = latest.filter(isAltered);
  const right = latest.filter((sight) => !isAltered(sight) && sight.pet[field] !== undefined);
  const [bad] = wrong;
  const [good] = right;
  // Where lists of two kinds disagree on the field by turns, and no list shows an edit of it, what one kind shows of a new pet is not an edit.
  if (bad !== undefined && latest.length === 1 && bad.view !== 'getPet' && disagreeingFields(log.pages).has(field))
    return [altered(creation.pet, field, bad, [creation, bad])];
  if (bad === undefined || good === undefined) return [];
  const [wrongViews, rightViews] = [wrong, right].map((some) => new Set(some.map(({ view }) => view)));
  const sides = Map.groupBy(sights, (sight) => {
    if (rightViews?.has(sight.view) === true && !isAltered(sight)) return 'sights';
    return wrongViews?.has(sight.view) === true && sight.pet[field] === bad.pet[field] ? 'looks' : 'against';
  });
  const of = (side: 'sights' | 'looks' | 'against') => sides.get(side) ?? [];
  const explained = explain({ sights: of('sights'), looks: of('looks'), against: of('against') }, restOf(log));
  if (explained?.by === 'service') return [altered(creation.pet, field, bad, explained.shownBy)];
  const says = `${bothOf(good.view, bad.view)} do not show the same ${field} of a created pet, which another client or a lag may explain`;
  return [
    makeFinding({ ...BASE, shownBy: [good.number, bad.number].toSorted((a, b) => a - b) }, 'inconclusive', says, {
      fault: 'another value in one view',
      place: field,
    }),
  ];
}

function bothOf(one: View, other: View): string {
  return one === 'getPet' || other === 'getPet' ? 'getPet and a list' : 'lists with a filter and without one';
}

/** Several pets are altered alike from the first look on, and nothing shows other clients at work. */
function judgeAlike(own: readonly OwnPet[], field: PetField, log: CallerLog): Finding[] {
  const never = own.filter(
    ({ creation, sights }) =>
      sights.length > 0 &&
      sights.every(
        (sight) => alteredFields(creation, sight).includes(field) && !isNarrowedCategory(creation, sight.pet),
      ),
  );
  if (field === 'name' && never.some(({ creation, sights: [sight] }) => sight && isMangled(creation, sight.pet)))
    return [];
  // One name for all is the service's; names of their own belong to pets that were given the ids again.
  const alike = never.filter(isSoonAndSteady).filter(({ sights: [sight] }, _index, [first]) => {
    return field !== 'name' || sight?.pet.name === first?.sights[0]?.pet.name;
  });
  const sight = alike[0]?.sights[0];
  const isSystematic =
    field === 'status'
      ? alike.every((one) => isOfWholeKind(one, own))
      : own.every(
          ({ creation, sights }) =>
            creation.pet[field] === sight?.pet[field] || sights.every((seen) => isAlteredIn(field, creation, seen)),
        );
  return concludeAlike({ field, alike, never, isSystematic }, log);
}

/** Names that a machine mangled: so are all others that it would mangle, and none of them was ever seen as it was created. */
function judgeMangled(own: readonly OwnPet[], log: CallerLog): Finding[] {
  const never = own.filter(hasOtherName);
  const kinds = never.flatMap(({ creation, sights: [sight] }) => {
    const names = [creation.pet.name, sight?.pet.name] as const;
    // What looks truncated may have ended at a sign that others do not have.
    return [manglingOf(...names), manglingOfTheRest(...names)].flatMap((mangling) => {
      if (mangling === undefined) return [];
      const same = own.filter(
        ({ creation: { pet }, sights }) => sights.length > 0 && pet.name !== undefined && mangling.alters(pet.name),
      );
      const isOf = ({ sights: [seen] }: OwnPet) => mangling.isOf?.(seen?.pet.name) ?? true;
      const isSystematic = same.every((one) => hasOtherName(one) && isOf(one));
      // When the first of them were looked at does not matter: some were at once, and what they show is how the others look as well.
      return [{ alike: same.filter(hasOtherName).filter(isSteady), isSystematic }];
    });
  });
  const proof = kinds.find(({ alike, isSystematic }) => isSystematic && isNoEdit(alike, log));
  const kind = proof ?? kinds.find(({ isSystematic }) => isSystematic) ?? kinds[0];
  return kind === undefined ? [] : concludeAlike({ field: 'name', never, ...kind }, log);
}

/** Never seen with the name that it was created with. */
function hasOtherName({ creation, sights }: OwnPet): boolean {
  return sights.length > 0 && sights.every((sight) => alteredFields(creation, sight).includes('name'));
}

/** Pets that were never seen with the field value that they were created with. */
interface Alike {
  readonly field: PetField;
  /** Those that were looked at soon. */
  readonly alike: readonly OwnPet[];
  readonly never: readonly OwnPet[];
  /** Whether this happened to all that could have been altered like that. */
  readonly isSystematic: boolean;
}

function concludeAlike({ field, alike, never, isSystematic }: Alike, log: CallerLog): Finding[] {
  const [first, second] = soonestFirst(alike, actOf);
  const sight = first?.sights[0];
  if (first !== undefined && sight !== undefined && second !== undefined && isSystematic && isNoEdit(alike, log)) {
    const moments = [first, second].flatMap(({ creation, sights }) => [creation, ...sights.slice(0, 1)]);
    return [altered(first.creation.pet, field, sight, moments)];
  }
  if (never.length === 0) return [];
  const says = `a created pet was read back with another ${field}, which another client may have edited`;
  const shownBy = shownByActs(never.map(actOf));
  const fault = isSystematic ? ANOTHER_VALUE : 'another value of some';
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault, place: field })];
}

function actOf({ creation, sights: [look] }: OwnPet): Act {
  return { creation, look };
}

/** A service that alters a field does so each time; whoever edits new pets may have missed some. */
function isAlteredIn(field: PetField, creation: OwnPet['creation'], sight: OwnSight): boolean {
  return sight.pet[field] === undefined || alteredFields(creation, sight).includes(field);
}

/**
 * A service that stores another status does so each time; whoever moderates new pets may have missed some. The status that a
 * service gives pets created without one may be altered while those that were sent are not.
 */
function isOfWholeKind({ creation }: OwnPet, own: readonly OwnPet[]): boolean {
  const isSent = creation.status !== undefined;
  return own
    .filter(({ creation: other }) => (other.status !== undefined) === isSent)
    .filter(({ creation: other, sights }) => other.pet.status === creation.pet.status && sights.length > 0)
    .every(({ creation: other, sights }) =>
      sights.every((sight) => sight.pet.status === undefined || alteredFields(other, sight).includes('status')),
    );
}

/** Seen altered soon after its creation, as later another client may have edited it, and the same ever after. */
function isSoonAndSteady(own: OwnPet): boolean {
  const [first] = own.sights;
  return first !== undefined && first.from - own.creation.to <= SETTLING_MS && isSteady(own);
}

/** Seen, and the same each time. */
function isSteady({ sights }: OwnPet): boolean {
  const [first] = sights;
  return first !== undefined && sights.every(({ pet }) => differences(pet, first.pet).length === 0);
}

/** Seen again after a lag. */
function isSettled({ sights }: OwnPet): boolean {
  const [first] = sights;
  const last = sights.at(-1);
  return first !== undefined && last !== undefined && isAfterLag(last, first);
}

/** Whether only the service explains that they are altered alike: neither another client, nor a lag. */
function isNoEdit(alike: readonly OwnPet[], log: CallerLog): boolean {
  if (!isNoHabit({ acts: alike.map(actOf), settled: alike.filter(isSettled).length })) return false;
  const moments = alike.flatMap(({ creation, sights }) => [creation, ...sights.slice(0, 1)]);
  return disturbanceAround(moments, log, new Set()) !== 'others write';
}

function altered(
  created: OwnPet['creation']['pet'],
  field: PetField,
  shown: OwnSight,
  moments: readonly Moment[],
): Finding {
  const [expected, actual] = describeFields(created, shown.pet, field);
  const by = shown.view === 'getPet' ? 'getPet' : 'listPets';
  return makeFinding(
    { ...BASE, shownBy: [...new Set(moments.map(({ number }) => number))].toSorted((a, b) => a - b) },
    'fail',
    `${by === 'getPet' ? 'getPet shows' : 'lists show'} another ${field} of a created pet than its creation returned`,
    {
      fault: nameOfOtherValue(by),
      place: field,
      expected: `${expected} for id ${created.id}`,
      actual,
    },
  );
}
