import { SETTLING_MS, type Moment } from './alternation.ts';
import { readCallers, type CallerLog, type SeenAnimal } from './caller-log.ts';
import { isRoundedOf, losesDigits } from './double-rounding.ts';
import type { Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { isOwnName, ownCreations, readWrites, type OwnCreation } from './own-creations.ts';
import { isAtRest } from './rest.ts';
import { shownAnimals, type ShownAnimal } from './shown-animals.ts';
import { strongest, uncertain } from './weighing.ts';

/**
 * JSON-3 over several answers: an integer beyond 2^53 is the same wherever it is shown. Two answers that show one animal
 * with an id, or a category, of which one is the other after a double, are told apart by nothing but lost digits.
 * Source: section 2, format int64.
 */
export const exactEverywhereJudge: RelationJudge = {
  rules: ['JSON-3'],
  judge(readings) {
    const writes = readWrites(readings);
    const findings = readCallers(readings).flatMap((log) => {
      const own = ownCreations(log, writes);
      const found = [...judgeNames(own, log), ...judgeAsked(log), ...judgeCategories(own, log), ...judgeKept(own, log)];
      return found.map((finding) => (finding.verdict === 'fail' ? uncertain(finding, log) : finding));
    });
    return strongest(findings);
  },
};

/** So soon after its creation, in milliseconds, no other client has edited an animal. */
const SOON_MS = 1_000;

const BASE = { rule: 'JSON-3' } as const;

/** An animal that only this run can have made is shown under a rounded id, or was answered with one. */
function judgeNames(own: readonly OwnCreation[], log: CallerLog): Finding[] {
  const unique = new Map<string, OwnCreation>();
  for (const [name, sharing] of Map.groupBy(own, (one) => one.name)) {
    const [creation] = sharing;
    if (isOwnName(name) && creation !== undefined && sharing.length === 1) unique.set(name, creation);
  }
  if (unique.size === 0) return [];
  return shownAnimals(log, ({ name }) => name !== undefined && unique.has(name)).flatMap((shown) => {
    const creation = unique.get(shown.animal.name ?? '');
    if (creation === undefined || shown.page?.animals.has(creation.animal.id) === true) return [];
    return roundedPair(creation.animal.id, shown.animal.id)
      ? [different('id', creation, shown, [creation.animal.id, shown.animal.id])]
      : [];
  });
}

/** getPet answers a known id with a rounded one. */
function judgeAsked(log: CallerLog): Finding[] {
  return log.gets.flatMap((got) => {
    if (got.animal === undefined || !roundedPair(got.id, got.animal.id)) return [];
    const known = firstShown(got.id, log);
    return known !== undefined && known.to <= got.from ? [different('id', known, got, [got.id, got.animal.id])] : [];
  });
}

function firstShown(id: bigint, { created, pages }: CallerLog): Moment | undefined {
  return created.find(({ animal }) => animal.id === id) ?? pages.find(({ animals }) => animals.has(id));
}

/** An animal has its category exactly here and rounded there. */
function judgeCategories(own: readonly OwnCreation[], log: CallerLog): Finding[] {
  const shown = shownAnimals(log, ({ categoryId }) => categoryId !== undefined && isLarge(categoryId));
  const sights = Map.groupBy([...own.filter(isAsSent), ...shown], ({ animal }) => animal.id);
  return [...sights.values()].flatMap((of) => {
    const all = of.toSorted((a, b) => a.from - b.from);
    const pair = differentPair(all);
    if (pair === undefined) return [];
    const [exact, rounded] = pair;
    const values = [exact, rounded].flatMap(({ animal }) => animal.categoryId ?? []);
    const finding = different('categoryId', exact, rounded, values);
    if (isNoEdit(exact, rounded, all, log)) return [finding];
    const says = 'an animal was shown with its category and with a rounded one, which another client may have edited';
    return [{ ...BASE, verdict: 'inconclusive', shownBy: finding.shownBy, says }];
  });
}

type Sight = Moment & { readonly animal: SeenAnimal };

/** The latest exact sight and the rounded one that tells most: an earlier one than that, if there is any. */
function differentPair(all: readonly Sight[]): readonly [Sight, Sight] | undefined {
  for (const exact of all.toReversed()) {
    const rounded = all.filter(
      ({ animal: { categoryId: shown } }) =>
        shown !== undefined && exact.animal.categoryId !== undefined && isRoundedOf(shown, exact.animal.categoryId),
    );
    const [first] = rounded;
    if (first !== undefined) return [exact, first];
  }
  return undefined;
}

/** Nobody edits lost digits back; nor is an animal edited as soon as it is there. */
function isNoEdit(exact: Sight, rounded: Sight, all: readonly Sight[], log: CallerLog): boolean {
  if (exact.from - rounded.to >= SETTLING_MS) return true;
  const creation = log.created.find(({ animal }) => animal.id === exact.animal.id);
  const next = all.find(({ from }) => creation !== undefined && from >= creation.to);
  if (creation === undefined || next !== rounded || rounded.from - creation.to > SOON_MS) return false;
  return isAtRest(log.pages, [creation, rounded], log.written);
}

/** What a creation was answered with was found again, every digit. */
function judgeKept(own: readonly OwnCreation[], log: CallerLog): Finding[] {
  for (const creation of own) {
    const { id, categoryId } = creation.animal;
    if (!losesDigits(id) && (categoryId === undefined || !losesDigits(categoryId))) continue;
    const [sight] = shownAnimals(log, (animal) => animal.id === id && animal.categoryId === categoryId);
    if (sight === undefined) continue;
    const shownBy = [creation.number, sight.number];
    return [{ ...BASE, verdict: 'pass', shownBy, says: 'integers beyond 2^53 are read back exactly' }];
  }
  return [];
}

/** Whether the answer to the creation had the category that was sent; if not, that is what is wrong. */
function isAsSent({ categoryId, animal }: OwnCreation): boolean {
  return categoryId === undefined || categoryId === animal.categoryId;
}

function isLarge(value: bigint): boolean {
  return value > 2n ** 53n || value < -(2n ** 53n);
}

function roundedPair(a: bigint, b: bigint): boolean {
  return isRoundedOf(a, b) || isRoundedOf(b, a);
}

function different(field: 'id' | 'categoryId', a: Moment, b: Moment | ShownAnimal, values: readonly bigint[]): Finding {
  return {
    ...BASE,
    verdict: 'fail',
    shownBy: [a.number, b.number].toSorted((one, other) => one - other),
    says: `one animal is shown with two values of ${field}, of which one is the other after it went through a double`,
    expected: `${field} ${values[0]} everywhere`,
    actual: `${field} ${values[1]}`,
  };
}
