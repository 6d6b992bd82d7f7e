import { isInt64 } from '../contract/pets.ts';
import { isSettled } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { explain } from './explanations.ts';
import { makeFinding, type Finding } from './finding.ts';
import { isItself } from './alterations.ts';
import { isNoHabit, shownByActs, soonestFirst } from './new-pets.ts';
import type { OwnPet, OwnSight, NamedPet } from './own-pets.ts';
import type { WholeSets } from './whole-sets.ts';

const UNLISTED = 'in no list';
/** The fault of a created pet on no list of all pets, where these may be cut after all: their number is a usual cap. */
export const UNLISTED_AT_A_CAP = 'in no list that may be capped';
export const MOVED = 'under another id';

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Created pets that getPet or a filter shows and no list of all pets does, or that are shown under another id than their creation was answered with. */
export function judgeUnlisted(
  own: readonly OwnPet[],
  named: readonly NamedPet[],
  { pages }: CallerLog,
  { unfit, stores, maybeStores }: WholeSets,
): Finding[] {
  const doubtful = unfit === undefined ? maybeStores : [];
  const moved = own.flatMap((pet) => readMoved(pet, named) ?? []);
  const isEach = !own.some((pet) => pet.sights.some((sight) => isItself(pet, sight)));
  const unmoved = own.filter(({ creation }) => !moved.some((one) => one.creation === creation));
  const unlisted = unmoved.flatMap((pet) => {
    const hidden = judgeHidden(pet, pages);
    return hidden.length > 0 ? hidden : judgeAtCap(pet, own, doubtful);
  });
  const findings = [...judgeMoved(moved, isEach), ...unlisted];
  return findings.length > 0 ? findings : judgeStandstill(own, stores, doubtful);
}

/** Fewer pets may be missing from a list that lags behind. */
const LEAST_UNLISTED = 3;

/**
 * The list of all pets was known to be the whole store, of a usual cap's size by chance, and holds the same pets after creations that
 * only filters show: either the cap is there, or the list lacks what is new. No response tells which.
 */
function judgeStandstill(
  own: readonly OwnPet[],
  stores: readonly ListedPage[],
  doubtful: readonly ListedPage[],
): Finding[] {
  const listed = own.flatMap((pet) => pet.sights.filter((sight) => sight.view !== 'getPet'));
  const filtered = own.flatMap((pet) =>
    pet.sights.filter((sight) => isFiltered(sight) && isItself(pet, sight)).slice(-1),
  );
  const [first] = own;
  const look = doubtful.at(-1);
  const sight = filtered.at(-1);
  if (first === undefined || look === undefined || sight === undefined || filtered.length < LEAST_UNLISTED) return [];
  if (!listed.every(isFiltered) || look.from < first.creation.to) return [];
  const before = stores.findLast(({ to, pets }) => to < first.creation.from && haveSame(pets, look.pets));
  if (before === undefined) return [];
  const says = `filters show ${filtered.length} created pets that a list of all pets lacks, which is as long as before: it may hold no more than ${look.pets.size}`;
  const shownBy = [before, first.creation, look, sight].map(({ number }) => number).toSorted((a, b) => a - b);
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: 'in no list that is full, or cut' })];
}

function haveSame(one: ListedPage['pets'], other: ListedPage['pets']): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id));
}

function isFiltered({ view }: OwnSight): boolean {
  return view === 'lists with a filter';
}

function judgeHidden(own: OwnPet, pages: CallerLog['pages']): Finding[] {
  const { creation, misses } = own;
  if (own.sights.some(({ view }) => view === 'lists without a filter')) return [];
  const sights = own.sights.filter((sight) => isItself(own, sight));
  const looks = misses.filter(({ by }) => by === 'store');
  const gone = misses.filter(({ by }) => by === 'getPet');
  const isByFilter = sights.some(isFiltered);
  const late = looks.filter((look) => isSettled(look, creation));
  const explained = explain({ sights, looks: late, against: gone });
  if (explained?.by === 'service') {
    return [
      makeFinding(
        { ...BASE, shownBy: [creation.number, ...explained.shownBy.map(({ number }) => number)] },
        'fail',
        isByFilter
          ? 'a created pet is in no list of all pets, though they have room for it and a filter shows it before and after'
          : 'a created pet is in no list, though lists have room for it and getPet shows it before and after',
        {
          expected: `id ${creation.pet.id} in the list`,
          actual: `no pet with id ${creation.pet.id}`,
          fault: UNLISTED,
        },
      ),
    ];
  }
  const sight = sights.at(-1);
  const look = looks.at(-1);
  if (sight === undefined || look === undefined || gone.some(({ from }) => from >= sight.to)) return [];
  // A page that was requested later, and was full then, shows nothing: the lag may explain everything.
  const isLater = pages.some((page) => page.status === undefined && isSettled(page, creation));
  if (isLater && !isSettled(look, creation)) return [];
  const by = isByFilter ? 'a filter' : 'getPet';
  const says = `${by} shows a created pet that a list of all pets lacked, which a lag may explain`;
  return [
    makeFinding({ ...BASE, shownBy: [sight.number, look.number].toSorted((a, b) => a - b) }, 'inconclusive', says, {
      fault: UNLISTED,
    }),
  ];
}

/**
 * A page of all pets shows none with the status of a created pet, which a filter shows, and each other created one of a status that it has: a cap that
 * ends just there is unlikely. Another pet tells.
 */
function judgeAtCap(pet: OwnPet, own: readonly OwnPet[], doubtful: readonly ListedPage[]): Finding[] {
  const { creation, sights, misses } = pet;
  const { id, status } = creation.pet;
  const sight = sights.findLast((one) => isFiltered(one) && isItself(pet, one));
  if (status === undefined || sight === undefined) return [];
  if (sights.some(({ view }) => view === 'lists without a filter')) return [];
  if (misses.some(({ from }) => from >= sight.to)) return [];
  const look = doubtful.findLast(({ from, pets }) => {
    const shown = new Set([...pets.values()].map((one) => one.status));
    // A service that shows only the available pets leaves out two statuses.
    const isOfLacking = ({ creation: other }: OwnPet) => other.pet.status !== undefined && !shown.has(other.pet.status);
    return (
      from >= creation.to && !shown.has(status) && own.every((other) => isOfLacking(other) || isOn(pets, from, other))
    );
  });
  if (look === undefined || look.pets.has(id)) return [];
  const says = `a filter shows a created pet that a list of all pets lacked, which may hold no more than ${look.pets.size}`;
  const shownBy = [creation.number, look.number, sight.number].toSorted((a, b) => a - b);
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: UNLISTED_AT_A_CAP })];
}

/** Whether a created pet is on a page, or need not be. */
function isOn(pets: ListedPage['pets'], from: number, { creation, sights }: OwnPet): boolean {
  return pets.has(creation.pet.id) || creation.to > from || sights.length === 0;
}

/** A created pet that is shown under another id. */
interface Moved {
  readonly creation: OwnPet['creation'];
  readonly first: NamedPet;
  /** Where it was shown when a lag was over. */
  readonly settled: NamedPet | undefined;
}

/** The name that only this creation sent is shown under another id, and never under the one that was answered. */
function readMoved({ creation, sights }: OwnPet, named: readonly NamedPet[]): Moved | undefined {
  const { pet, name, to } = creation;
  if (pet.name !== name || sights.length > 0) return undefined;
  const shown = named.filter((one) => one.name === name && one.from >= to && one.id !== undefined && isInt64(one.id));
  const [first] = shown;
  if (first === undefined || shown.some(({ id, ids }) => id === pet.id || ids.has(pet.id))) return undefined;
  return { creation, first, settled: shown.find((one) => isSettled(one, creation)) };
}

/** @param isEach - no created pet was ever shown under the id of its creation */
function judgeMoved(moved: readonly Moved[], isEach: boolean): Finding[] {
  const actOf = ({ creation, first }: Moved) => ({ creation, look: first });
  const soonest = soonestFirst(moved, actOf);
  if (soonest.length === 0) return [];
  const [found] = soonest.filter(({ settled }) => settled !== undefined);
  const acts = moved.map(actOf);
  if (found?.settled === undefined || !isEach || !isNoHabit({ acts })) {
    const says =
      'a created pet was shown under another id than its creation returned, which another client may explain';
    const shownBy = shownByActs(acts);
    const fault = isEach ? MOVED : 'some under another id';
    return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault })];
  }
  const { creation, settled } = found;
  return [
    makeFinding(
      { ...BASE, shownBy: [creation.number, settled.number] },
      'fail',
      `${moved.length} created pets are shown under other ids than their creations returned`,
      { expected: `id ${creation.pet.id} for "${creation.name}"`, actual: `id ${settled.id}`, fault: MOVED },
    ),
  ];
}
