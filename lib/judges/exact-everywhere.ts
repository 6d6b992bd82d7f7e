import { isSettled, type Moment } from './alternation.ts';
import type { CallerLog, SeenPet } from './caller-log.ts';
import { judgeDeclaredDigits } from './declared-pets.ts';
import { disturbanceAround } from './disturbance.ts';
import { areRounded, isNarrowed, losesDigits } from './double-rounding.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { judgeRefusedCategories } from './refused-categories.ts';
import { ownCreations, uniqueNames, type OwnCreation, shownByName, type NamedPet } from './own-pets.ts';
import { petsSeen, sightsOf, type Sight } from './sights.ts';
import { strongest, uncertain } from './weighing.ts';

/**
 * JSON-3 over several answers: an integer beyond 2^53 is the same wherever it is shown. Two answers that show one pet
 * with an id, or a category, of which one is the other rounded, differ only in lost digits.
 * Source: section 2, format int64.
 */
export const exactEverywhereJudge: RelationJudge = {
  name: 'exact-everywhere',
  neededFor: 'category-rounded-in-lists',
  rules: ['JSON-3'],
  judge(view) {
    const { writes } = view;
    const named = shownByName(view.readings, uniqueNames(writes));
    const findings = view.callers.flatMap((log) => {
      const own = ownCreations(log, writes);
      const found = [
        ...judgeNames(own, named),
        ...judgeAsked(log),
        ...judgeCategories(own, log),
        ...judgeKept(own, log),
      ];
      return found.map((finding) => (finding.verdict === 'fail' ? uncertain(finding, log) : finding));
    });
    return [...strongest(findings), ...judgeRefusedCategories(view.readings), ...judgeDeclaredDigits(view)];
  },
};

/** Within this time after its creation, in milliseconds, no other client can have edited a pet. */
const SOON_MS = 1_000;

const LOST_DIGITS = 'lost digits';

const BASE = { rule: 'JSON-3' } as const;

/**
 * A pet that only this run can have made is shown under a rounded id, or was answered with one. Where one is shown
 * under any other id, ids are not rounded but wrong, which is CREATE-10's.
 */
function judgeNames(own: readonly OwnCreation[], named: readonly NamedPet[]): Finding[] {
  const shown = own.flatMap((creation) => {
    const { pet, name, from } = creation;
    return named.flatMap(({ id, ids, ...moment }) => {
      if (moment.name !== name || moment.to <= from || id === undefined || ids.has(pet.id)) return [];
      return [{ creation, moment, values: [pet.id, id] as const }];
    });
  });
  if (!shown.every(({ values: [answered, seen] }) => areRounded(answered, seen))) return [];
  return shown.map(({ creation, moment, values }) => different('id', creation, moment, values));
}

/** getPet answers a known id with a rounded one. */
function judgeAsked(log: CallerLog): Finding[] {
  return log.gets.flatMap((got) => {
    if (got.pet === undefined || !areRounded(got.id, got.pet.id)) return [];
    const known = sightsOf(got.id, log, 'getPet').find(({ to }) => to <= got.from);
    return known === undefined ? [] : [different('id', known, got, [got.id, got.pet.id])];
  });
}

/** A pet has its exact category in one response and a rounded one in another. */
function judgeCategories(own: readonly OwnCreation[], log: CallerLog): Finding[] {
  // Where the answer to a creation had another category than was sent, that is what is wrong.
  const unlikeSent = new Set(own.flatMap((one) => (isAsSent(one) ? [] : [one.number])));
  const pairs = [...petsSeen(log).values()].flatMap((sights) => {
    if (!sights.some(({ pet }) => isInLargeCategory(pet))) return [];
    const all = sights.filter(({ number, pet }) => pet.categoryId !== undefined && !unlikeSent.has(number));
    const pair = differentPair(all);
    if (pair === undefined) return [];
    const isEdited = isRenamed(pair);
    return [{ ...pair, isEdited, isFresh: !isEdited && isFresh(pair, all, log) }];
  });
  const fresh = pairs.filter((pair) => pair.isFresh);
  const isNoEdit = fresh.length > 0 && isUnedited(fresh, log);
  return pairs.map((pair) => {
    const { exact, rounded } = pair;
    const values = [exact, rounded].flatMap(({ pet }) => pet.categoryId ?? []);
    const finding = different('categoryId', exact, rounded, values);
    const isLater = isSettled(exact, rounded) && !pair.isEdited;
    if (isLater || (pair.isFresh && isNoEdit)) return finding;
    const says = 'a pet was shown with its category and with a rounded one, which another client may have edited';
    return makeFinding({ ...BASE, shownBy: finding.shownBy }, 'inconclusive', says, { fault: LOST_DIGITS });
  });
}

/** An exact sight and a rounded one. Nobody edits lost digits back: where the exact one is the later by a lag, that is proof. */
interface Pair {
  readonly exact: Sight;
  readonly rounded: Sight;
}

/** If more than its category changed the pet was edited, whatever the new category is: 1 is the lower half of 2^53 + 1. */
function isRenamed({ exact, rounded }: Pair): boolean {
  const [one, other] = [exact.pet.name, rounded.pet.name];
  return one !== undefined && other !== undefined && one !== other;
}

/** The latest exact sight, and the earliest one of the same pet that is rounded. */
function differentPair(all: readonly Sight[]): Pair | undefined {
  // A long log is repetitive.
  const compared = new Set<bigint | undefined>();
  for (const exact of all.toReversed()) {
    const { categoryId } = exact.pet;
    if (compared.has(categoryId)) continue;
    compared.add(categoryId);
    const rounded = all.find(
      ({ pet: { categoryId: shown } }) =>
        shown !== undefined && categoryId !== undefined && isNarrowed(shown, categoryId),
    );
    if (rounded !== undefined) return { exact, rounded };
  }
  return undefined;
}

/** The pet was rounded when it was seen first, just after its creation. */
function isFresh({ exact, rounded }: Pair, all: readonly Sight[], { created }: CallerLog): boolean {
  const creation = created.find(({ pet }) => pet.id === exact.pet.id);
  const next = all.find(({ from }) => creation !== undefined && from >= creation.to);
  return creation !== undefined && next === rounded && rounded.from - creation.to <= SOON_MS;
}

/** One such pet may have been edited at once, where nothing shows that others are inactive; not this many. */
const LEAST_ROUNDED = 2;

function isUnedited(fresh: readonly Pair[], log: CallerLog): boolean {
  const moments = fresh.flatMap(({ exact, rounded }) => [exact, rounded]);
  const disturbance = disturbanceAround(moments, log, new Set(fresh.map(({ exact }) => exact.pet.id)));
  return disturbance === 'at rest' || (disturbance === 'unknown' && fresh.length >= LEAST_ROUNDED);
}

/** The values in the answer to a creation were found again, every digit. */
function judgeKept(own: readonly OwnCreation[], log: CallerLog): Finding[] {
  for (const creation of own) {
    const { id, categoryId } = creation.pet;
    if (!losesDigits(id) && (categoryId === undefined || !losesDigits(categoryId))) continue;
    const same = sightsOf(id, log, 'createPet').filter(({ pet }) => pet.categoryId === categoryId);
    const sight = same.find(({ from }) => from >= creation.to);
    if (sight === undefined) continue;
    const shownBy = [creation.number, sight.number];
    return [makeFinding({ ...BASE, shownBy }, 'pass', 'integers beyond 2^53 are read back exactly')];
  }
  return [];
}

/** Whether the answer to the creation had the category that was sent. */
function isAsSent({ categoryId, pet }: OwnCreation): boolean {
  return categoryId === undefined || categoryId === pet.categoryId;
}

function isInLargeCategory({ categoryId = 0n }: SeenPet): boolean {
  return categoryId > 2n ** 53n || categoryId < -(2n ** 53n);
}

function different(field: 'id' | 'categoryId', a: Moment, b: Moment, values: readonly bigint[]): Finding {
  return makeFinding(
    { ...BASE, shownBy: [a.number, b.number].toSorted((one, other) => one - other) },
    'fail',
    `one pet is shown with two values of ${field}: one is the other converted to a narrower number type`,
    { fault: LOST_DIGITS, place: field, expected: `${field} ${values[0]} everywhere`, actual: `${field} ${values[1]}` },
  );
}
