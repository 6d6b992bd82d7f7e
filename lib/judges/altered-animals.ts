import { confirmedBy, SETTLING_MS, type Glance, type Moment } from './alternation.ts';
import { alteredFields, isMangled, isRoundedCategory, type Field } from './alterations.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import type { Finding } from './finding.ts';
import type { OwnAnimal, OwnSight } from './own-animals.ts';
import { differences, isAtRest } from './rest.ts';

/** So soon after its creation, in milliseconds, an animal must be seen altered: later another client may have edited it. */
const SOON_MS = 5_000;

/** One animal may have been edited by another client as soon as it was there; not this many in the same field. */
const LEAST_ALTERED = 2;

/** So many need no other animals as witnesses that nobody edits. */
const MANY_ALTERED = 3;

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Created animals that are read back with other fields than their creation was answered with. */
export function judgeAltered(own: readonly OwnAnimal[], log: CallerLog): Finding[] {
  const findings = own.flatMap((animal) => judgeAnimal(animal, log));
  return [...findings, ...judgeAlike(own, log)];
}

/** What one animal shows by itself. */
function judgeAnimal({ creation, sights }: OwnAnimal, log: CallerLog): Finding[] {
  const rounded = sights.find(({ animal }) => isRoundedCategory(creation, animal));
  if (rounded !== undefined) {
    const shownBy = [creation.number, rounded.number];
    return [{ ...BASE, verdict: 'inconclusive', shownBy, says: 'see JSON-3', see: 'JSON-3' }];
  }
  const mangled = sights.find(
    ({ animal }) => alteredFields(creation, animal).includes('name') && isMangled(creation, animal),
  );
  if (mangled !== undefined) return [altered(creation.animal, 'name', mangled, [creation, mangled])];
  return FIELDS.flatMap((field) => judgeViews({ creation, sights, misses: [] }, field, log).slice(0, 1));
}

const FIELDS: readonly Field[] = ['name', 'categoryId', 'status'];

/** getPet and the lists do not agree on a field: one of them shows it as created, before, between and after. */
function judgeViews({ creation, sights }: OwnAnimal, field: Field, log: CallerLog): Finding[] {
  const isAltered = ({ animal }: OwnSight) => alteredFields(creation, animal).includes(field);
  const latest = (['getPet', 'listPets'] as const).flatMap((view) => sights.findLast((one) => one.view === view) ?? []);
  const bad = latest.find(isAltered);
  const good = latest.find((sight) => !isAltered(sight) && sight.animal[field] !== undefined);
  if (bad === undefined || good === undefined) return [];
  const glances = sights.map((sight) => ({ ...sight, side: sideOf(sight) }));
  const proof = confirmedBy(glances, true);
  if (proof && isAtRest(log.pages, proof, log.written)) {
    return [altered(creation.animal, field, bad, proof)];
  }
  const says = `getPet and a list show another ${field} of a created animal, which another client or a lag may explain`;
  return [{ ...BASE, verdict: 'inconclusive', shownBy: [good.number, bad.number].toSorted((a, b) => a - b), says }];

  function sideOf(sight: OwnSight): Glance['side'] {
    if (sight.view === good?.view && !isAltered(sight)) return 'sight';
    return sight.view === bad?.view && sight.animal[field] === bad.animal[field] ? 'look' : 'against';
  }
}

/** Several animals are altered alike from the first look on, and nothing shows other clients at work. */
function judgeAlike(own: readonly OwnAnimal[], log: CallerLog): Finding[] {
  return FIELDS.flatMap((field) => {
    const never = own.filter(
      ({ creation, sights }) =>
        sights.length > 0 &&
        sights.every(
          ({ animal }) => alteredFields(creation, animal).includes(field) && !isRoundedCategory(creation, animal),
        ),
    );
    const steady = never.filter(isSteady);
    const [first, second] = steady;
    if (first === undefined || second === undefined || !isUndisturbed(steady, log)) {
      return never.slice(0, 1).map(({ creation, sights }) => ({
        ...BASE,
        verdict: 'inconclusive' as const,
        shownBy: [creation.number, ...sights.slice(0, 1).map(({ number }) => number)],
        says: `a created animal was read back with another ${field}, which another client may have edited`,
      }));
    }
    const moments = [first, second].flatMap(({ creation, sights }) => [creation, ...sights.slice(0, 1)]);
    const [sight] = first.sights;
    return sight === undefined ? [] : [altered(first.creation.animal, field, sight, moments)];
  });
}

/** Seen altered as soon as it was there, and the same again when a lag is over. */
function isSteady({ creation, sights }: OwnAnimal): boolean {
  const [first] = sights;
  const last = sights.at(-1);
  if (first === undefined || last === undefined || first.from - creation.to > SOON_MS) return false;
  return (
    last.from - first.to >= SETTLING_MS && sights.every(({ animal }) => differences(animal, first.animal).length === 0)
  );
}

/** Nothing else changed while the animals were created and first seen, and something else was there to change. */
function isUndisturbed(alike: readonly OwnAnimal[], log: CallerLog): boolean {
  if (alike.length < LEAST_ALTERED) return false;
  const moments = alike.flatMap(({ creation, sights }) => [creation, ...sights.slice(0, 1)]);
  if (!isAtRest(log.pages, moments, log.written)) return false;
  const from = Math.min(...moments.map((moment) => moment.from));
  const to = Math.max(...moments.map((moment) => moment.to));
  const before = log.pages.filter((page) => page.to <= from);
  const after = log.pages.filter((page) => page.from >= to);
  const witnesses = [...animalsOn(before)]
    .filter(([id]) => !log.written.has(id))
    .flatMap(([id, animal]) => {
      const later = animalsOn(after).get(id);
      return later ? [differences(animal, later).length === 0] : [];
    });
  if (witnesses.includes(false)) return false;
  return witnesses.length > 0 || alike.length >= MANY_ALTERED;
}

function animalsOn(pages: readonly ListedPage[]) {
  return new Map(pages.flatMap(({ animals }) => [...animals]));
}

function altered(
  created: OwnAnimal['creation']['animal'],
  field: Field,
  shown: OwnSight,
  moments: readonly Moment[],
): Finding {
  const where = shown.view === 'getPet' ? 'getPet shows' : 'lists show';
  return {
    ...BASE,
    verdict: 'fail',
    shownBy: [...new Set(moments.map(({ number }) => number))].toSorted((a, b) => a - b),
    says: `${where} another ${field} of a created animal than its creation was answered with`,
    expected: `${field} ${shortened(created[field])} for id ${created.id}`,
    actual: `${field} ${shortened(shown.animal[field])}`,
  };
}

function shortened(value: string | bigint | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
}
