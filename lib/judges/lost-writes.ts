import { largest, smallest } from '../evidence/extremes.ts';
import { isSettled, type Moment } from './alternation.ts';
import type { CallerLog } from './caller-log.ts';
import { disturbanceAround } from './disturbance.ts';
import { makeFinding, type Finding } from './finding.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { isItself } from './alterations.ts';
import { isAtOnce, isNoHabit, soonestFirst, type Act } from './new-pets.ts';
import type { OwnPet, OwnSight } from './own-pets.ts';

/** Within this time after its creation, in milliseconds, a pet must be searched for: later another client may have deleted it. */
const SOON_MS = 2_000;

/** The fault of a created pet that nobody ever saw, and of the corresponding doubt: creating others of its kind shows whether this happens each time. */
export const NOT_FOUND = 'not found';

/** The same for pets that were only searched for in lists, where getPet finds others. */
export const NOT_LISTED = 'in no list, and not asked for by id';

/** The most creations that a doubt names, besides the last one. */
const MOST_NAMED = 2;

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Created pets that nobody ever saw: neither getPet nor a list that had room for them. */
export function judgeLost(own: readonly OwnPet[], log: CallerLog): Finding[] {
  const unseen = own.filter(({ sights, misses }) => sights.length === 0 && misses.length > 0);
  const missed = unseen.filter(isLookedForEnough);
  // One that was missing at once may be proof by itself, whatever happened to the others.
  const alone = missed.filter((one) => isAtOnce(one.creation, one.misses[0])).map((one) => [one]);
  const lost = [missed, ...alone].find((some) => some.length > 0 && isNoDeletion(some, own, log));
  if (lost !== undefined) {
    const shown = lost.slice(0, 2);
    const shownBy = shown.flatMap(({ creation, misses }) => ends([creation, ...misses]));
    return [
      makeFinding(
        { ...BASE, shownBy: [...new Set(shownBy)].toSorted((a, b) => a - b) },
        'fail',
        `nowhere to be found afterwards: ${lost.length === 1 ? 'a created pet' : `${lost.length} created pets`}`,
        {
          expected: `a pet with id ${shown.map(({ creation }) => creation.pet.id).join(' and one with id ')}`,
          actual: shown.map(describe).join('; '),
          fault: NOT_FOUND,
        },
      ),
    ];
  }
  const lagging = own.some(isLate);
  const doubtful = unseen.filter(
    ({ creation, misses }) => !lagging || misses.some((miss) => isSettled(miss, creation)),
  );
  if (doubtful.length === 0) return [];
  const found = own.flatMap((pet) => pet.sights.filter((sight) => isItself(pet, sight)).slice(0, 1));
  // The last one may have been created for this comparison: what was seen by then was not deleted.
  const looks = [...new Set([...soonestFirst(doubtful, actOf).slice(0, MOST_NAMED), ...doubtful.slice(-1)])].flatMap(
    ({ creation, misses }) => ends([creation, ...misses.slice(0, 1)]),
  );
  const before = log.pages.findLast(({ status, number }) => status === undefined && number < (looks[0] ?? 0));
  const witnesses = [...(before ? [before] : []), ...found.slice(0, 1)].map(({ number }) => number);
  const shownBy = [...new Set([...witnesses, ...looks])];
  // Where getPet finds others and was not used for these, it may find them, too.
  const isUnlisted =
    own.some(({ sights }) => sights.some(({ view }) => view === 'getPet')) &&
    !doubtful.some(({ misses }) => misses.some(({ by }) => by === 'getPet'));
  const says = 'a created pet was not found afterwards, which another client or a lag may explain';
  return [
    makeFinding({ ...BASE, shownBy: shownBy.toSorted((a, b) => a - b) }, 'inconclusive', says, {
      fault: isUnlisted ? NOT_LISTED : NOT_FOUND,
    }),
  ];
}

/** The service was seen to show pets late: that explains those that were searched for only at once. */
function isLate(pet: OwnPet): boolean {
  const { creation, sights, misses } = pet;
  const [first] = misses;
  return (
    first !== undefined &&
    !isSettled(first, creation) &&
    sights.some((one) => one.from >= first.to && isItself(pet, one))
  );
}

/** Searched for soon after the creation, and again when no lag explains its absence any more. */
function isLookedForEnough({ creation, misses }: OwnPet): boolean {
  const [first] = misses;
  const last = misses.at(-1);
  if (first === undefined || last === undefined || first.from - creation.to > SOON_MS) return false;
  return isSettled(last, first);
}

/**
 * Other clients at work would show, a single deletion is ruled out only where there is no lag, and a client that deletes all that
 * petvet creates would have deleted the pets that were there before as well. Where no created pet was ever seen there is none to compare with: then the service is taken at its word.
 */
function isNoDeletion(lost: readonly OwnPet[], own: readonly OwnPet[], log: CallerLog): boolean {
  const moments = lost.flatMap(({ creation, misses }) => [creation, settledMiss(creation, misses)]);
  const ids = new Set(lost.map(({ creation }) => creation.pet.id));
  const disturbance = disturbanceAround(moments, log, ids);
  if (disturbance === 'others write') return false;
  // Where pets are seen late, those that are seen at once may be, too.
  const found = own.some(isLate) ? [] : own.filter(isSeenAtOnce);
  const kept = { old: disturbance === 'at rest', new: found.length };
  if (!isNoHabit({ acts: lost.map(actOf), kept })) return false;
  if (own.some((pet) => pet.sights.some((sight) => !isItself(pet, sight)))) return false;
  // Another client deletes what is created: a pet that was there is gone for good.
  const isFoundById = own.some(({ sights }) => sights.some(({ view }) => view === 'getPet'));
  if (own.some((pet) => wasDeleted(pet, isFoundById)) || hasGivenWay(log)) return false;
  const seen = own.filter(({ sights }) => sights.length > 0);
  if (seen.length === 0) return true;
  const created = largest(lost.map(({ creation }) => creation.to));
  const missed = smallest(lost.map(({ creation, misses }) => settledMiss(creation, misses).from));
  return seen.some((pet) => pet.creation.to <= created && pet.sights.some((sight) => sight.from >= missed));
}

/**
 * Seen, and not any more from some moment on: in the same view, as another view may never have had it; or listed, and then not found by
 * getPet, which finds others that were created.
 *
 * @param isFoundById - whether getPet finds any created pet
 */
function wasDeleted({ sights, misses }: OwnPet, isFoundById: boolean): boolean {
  if (sights.length === 0) return false;
  const isGoneFrom = (seen: readonly OwnSight[], isGet: boolean) =>
    seen.length > 0 &&
    misses.some((miss) => (miss.by === 'getPet') === isGet && miss.from >= largest(seen.map(({ to }) => to)));
  const [gets = [], lists = []] = [true, false].map((isGet) =>
    sights.filter(({ view }) => (view === 'getPet') === isGet),
  );
  return isGoneFrom(gets, true) || isGoneFrom(lists, false) || (isFoundById && isGoneFrom(sights, true));
}

/** An id under which a pet was seen belongs to another one since: pets are deleted. */
function hasGivenWay(log: CallerLog): boolean {
  const again = idsGivenAgain(log);
  return (
    log.gets.some(({ pet }) => pet !== undefined && again.has(pet.id)) ||
    log.pages.some(({ pets }) => [...again].some((id) => pets.has(id)))
  );
}

/** Where created pets are seen at once, there was no time to delete one unseen. */
function isSeenAtOnce({ creation, sights }: OwnPet): boolean {
  return sights.some(({ from }) => from - creation.to <= SOON_MS);
}

function actOf({ creation, misses: [look] }: OwnPet): Act {
  return { creation, look };
}

/** The first look that would have seen a pet whatever the lag: before that it may have been deleted unseen. */
function settledMiss(creation: Moment, misses: OwnPet['misses']): Moment {
  return misses.find((miss) => isSettled(miss, creation)) ?? misses.at(-1) ?? creation;
}

/** The creation, and the first and last of what came after it. */
function ends(moments: readonly { readonly number: number }[]): number[] {
  const [creation, first] = moments;
  const last = moments.at(-1);
  return [...new Set([creation, first, last])].flatMap((one) => one?.number ?? []);
}

function describe({ creation, misses }: OwnPet): string {
  const gets = misses.filter(({ by }) => by === 'getPet').length;
  return `id ${creation.pet.id}: ${gets > 0 ? '404' : 'in no list'}, ${misses.length} times`;
}
