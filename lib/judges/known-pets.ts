import { getPetPhase } from '../contract/lifecycle.ts';
import type { Glance } from './alternation.ts';
import { describeFields, type CallerLog, type GotPet, type SeenPet } from './caller-log.ts';
import { judgeDeclared } from './declared-pets.ts';
import { isNarrowed } from './double-rounding.ts';
import { areOtherNames } from './pet-names.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { blameOn } from './blame.ts';
import { explain, explainByLag, explainTurns } from './explanations.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { differences, restOf } from './rest.ts';
import { petsSeen, sightsOf, type Sight } from './sights.ts';
import { amongClients, strongest, uncertain } from './weighing.ts';
import type { WholeSets } from './whole-sets.ts';

/**
 * GET-1: before its removal getPet answers a known id with that Pet. Another pet's id is wrong at once; that it is not
 * found, or has other fields, only where lists show it as before, again and again: others may delete and edit. What the
 * configuration says of a pet is held against it, too.
 * Source: sections 4.3 and 9.
 */
export const knownPetJudge: RelationJudge = {
  name: 'known-pet',
  neededFor: 'get-another',
  rules: ['GET-1'],
  judge(view) {
    const { asOf } = view.knowledge;
    if (getPetPhase(asOf) !== 'deprecated') return [];
    const logs = view.callers;
    const shown = firstShown(logs);
    return [...strongest(logs.flatMap((log) => judgeGets(log, shown, view))), ...judgeDeclared(view)];
  },
};

const BASE = { rule: 'GET-1', operation: 'getPet' } as const;

/** The number of the exchange that first listed or created a pet, whoever asked: its id is known from then on. */
function firstShown(logs: readonly CallerLog[]): Map<bigint, number> {
  const shown = new Map<bigint, number>();
  for (const [id, sights] of logs.flatMap((log) => [...petsSeen(log)]))
    for (const { view, number } of sights)
      if (view !== 'getPet') shown.set(id, Math.min(number, shown.get(id) ?? number));
  return shown;
}

function judgeGets(log: CallerLog, shown: ReadonlyMap<bigint, number>, view: LogView): Finding[] {
  const findings: Finding[] = [];
  if (log.gets.length === 0) return findings;
  const whole = view.wholeSets(log);
  for (const [id, gets] of Map.groupBy(log.gets, (got) => got.id)) {
    const stranger = gets.find(
      ({ pet, number }) => pet !== undefined && pet.id !== id && number > (shown.get(id) ?? number),
    );
    const sights = sightsOf(id, log, 'getPet');
    if (stranger) findings.push(uncertain(anotherPet(id, stranger), log));
    else if (sights.length > 0)
      for (const finding of judgePet({ id, gets, sights, log }, whole)) findings.push(finding);
  }
  return findings;
}

function anotherPet(id: bigint, { number, pet }: GotPet): Finding {
  const says = 'getPet returned a pet other than the requested one';
  return makeFinding({ ...BASE, shownBy: [number] }, 'fail', says, {
    expected: `the Pet with id ${id}`,
    actual: `200 with id ${pet?.id}`,
    fault: 'another pet',
  });
}

/** A pet that other responses of a caller than getPet's show, and what getPet returned for its id. */
interface KnownToCaller {
  readonly id: bigint;
  readonly gets: readonly GotPet[];
  readonly sights: readonly Sight[];
  readonly log: CallerLog;
}

function judgePet(known: KnownToCaller, whole: WholeSets): Finding[] {
  const { id, gets, sights } = known;
  const missing = judgeMissing(known, whole);
  if (missing.length > 0) return missing;
  const got = gets.filter((one) => one.pet !== undefined && one.pet.id === id);
  const last = got.at(-1);
  if (last?.pet === undefined) return [];
  const agreeing = got.filter(({ pet }) => sights.some((sight) => pet && isSame(sight.pet, pet)));
  const [agreed] = agreeing;
  if (agreed === last || (agreed && agreeing.includes(last))) {
    const sight = sights.find(({ pet }) => last.pet && isSame(pet, last.pet)) ?? last;
    return [thatPet([sight.number, last.number].toSorted((a, b) => a - b))];
  }
  return judgeDifferent(known, last, last.pet);
}

function thatPet(shownBy: readonly number[]): Finding {
  return makeFinding({ ...BASE, shownBy }, 'pass', 'a known id gets 200 and that Pet');
}

/** 404, though lists show the pet before, between and after, or by turns. */
function judgeMissing(known: KnownToCaller, whole: WholeSets): Finding[] {
  const { id, gets, sights, log } = known;
  const looks = gets.filter(({ pet }) => pet === undefined);
  const last = looks.at(-1);
  if (last === undefined) return [];
  const stores = whole.unfit === undefined ? whole.stores : [];
  const against = [...gets.filter(({ pet }) => pet?.id === id), ...stores.filter((page) => !page.pets.has(id))];
  const isOnePet = !idsGivenAgain(log).has(id);
  const all = { sights, looks, against };
  const explained = isOnePet ? explain(all, restOf(log)) : explainByLag(all);
  const fields = { fault: 'not found', expected: `200 with the Pet of id ${id}`, actual: '404, twice' };
  const says = 'getPet does not find a pet that lists show before and after';
  if (explained?.by === 'service') return [violation(explained.shownBy, says, fields, log)];
  const byTurns = isOnePet ? judgeTurns(known, looks) : undefined;
  if (byTurns !== undefined) return [byTurns];
  if (explained?.by === 'clients') return [amongClients(violation(explained.shownBy, says, fields, log))];
  if (explained === undefined) return [];
  // A list can be looked at again, a creation cannot.
  const listed = sights.filter(({ view }) => view !== 'createPet');
  const sight = listed.findLast(({ to }) => to <= last.from) ?? listed[0] ?? explained.shownBy[0] ?? last;
  const doubt = 'getPet did not find a pet that was shown before, which another client or a lag may explain';
  const shownBy = [sight.number, last.number].toSorted((a, b) => a - b);
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', doubt, { fault: 'not found' })];
}

/** 404 by turns: the pet is shown again after a 404 that no lag explains. */
function judgeTurns({ id, gets, log }: KnownToCaller, looks: readonly GotPet[]): Finding | undefined {
  const sights = sightsOf(id, log);
  const [first] = sights;
  const turns = first && explainTurns({ sights, looks }, first);
  if (turns === undefined) return undefined;
  const fault = 'not found by turns';
  if (turns.by === 'service') {
    const fields = { fault, expected: `200 with the Pet of id ${id}`, actual: '404, twice' };
    return violation(turns.shownBy, 'getPet does not find a pet that is shown before and after', fields, log);
  }
  const says = 'getPet did not find a pet that was shown before and after, which a lag may explain';
  const gone = turns.shownBy.filter(({ side }) => side === 'look');
  // A request that got both responses tells the most when it is sent again.
  const found = gets.findLast(({ pet }) => pet?.id === id);
  const shownBy = [...gone, ...(found === undefined ? turns.shownBy : [found])].map(({ number }) => number);
  return makeFinding({ ...BASE, shownBy: [...new Set(shownBy)].toSorted((a, b) => a - b) }, 'inconclusive', says, {
    fault,
  });
}

/** 200 with other fields than those that lists show before, between and after. */
function judgeDifferent({ id, gets, sights, log }: KnownToCaller, last: GotPet, pet: SeenPet): Finding[] {
  const sight = sights.findLast(({ to }) => to <= last.from) ?? sights[0];
  if (sight === undefined) return [];
  const fields = differences(sight.pet, pet);
  const shownBy = [sight.number, last.number].toSorted((a, b) => a - b);
  const [field] = fields;
  if (field === undefined && sights.every((one) => isSameButForStatus(one.pet, pet))) {
    // Section 2 does not require a status: a service that omits it in lists says less there than in getPet, and contradicts nothing.
    if (sight.pet.status === undefined) return [thatPet(shownBy)];
    const says =
      'getPet shows a pet without the status that other responses show: section 2 does not require one, so nothing tells whether it is missing';
    return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: 'missing', place: 'status' })];
  }
  if (field === undefined) {
    return [
      makeFinding(
        { ...BASE, shownBy },
        'inconclusive',
        'a list and getPet could not be compared on every field of a pet: in one of them a field is missing or has no valid value',
        { fault: 'other fields' },
      ),
    ];
  }
  const agreed = sights.filter((one) => isSame(one.pet, sight.pet));
  const same = gets.filter((one) => one.pet?.id === id && isSame(one.pet, pet));
  const against = [...sights.filter((one) => !agreed.includes(one)), ...gets.filter((one) => !same.includes(one))];
  const explained = explain({ sights: agreed, looks: same, against }, restOf(log));
  if (explained !== undefined && explained.by !== 'lag') {
    if (fields.length === 1 && areNarrowed(sight.pet.categoryId, pet.categoryId))
      return [blameOn({ ...BASE, shownBy }, 'JSON-3')];
    if (fields.every((one) => listsAlter(one, log))) return [blameOn({ ...BASE, shownBy }, 'CREATE-10')];
    const [expected, actual] = describeFields(sight.pet, pet, field);
    const says = `getPet returns another ${fields.join(' and ')} than lists show before and after`;
    // A pet was created with the id that getPet shows another pet under: where ids are given twice, that is why.
    const isOther = log.created.some((one) => one.pet.id === id && areOtherNames(one.pet.name, pet.name));
    const place = isOther ? 'id' : field;
    const values = { fault: 'another value', place, expected: `${expected} for id ${id}`, actual };
    const found = violation(explained.shownBy, says, values, log);
    return [explained.by === 'service' ? found : amongClients(found)];
  }
  const says = `getPet returned another ${fields.join(' and ')} than was shown before, which another client or a lag may explain`;
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: 'another value', place: field })];
}

/**
 * Whether lists, and not getPet, alter a field: of a pet that petvet created getPet shows it as the creation did, and a
 * list does not.
 */
function listsAlter(field: 'name' | 'categoryId' | 'status', log: CallerLog): boolean {
  return log.created.some(({ pet }) => {
    const [gets, lists] = [true, false].map((isGet) =>
      sightsOf(pet.id, log, 'createPet').filter(({ view }) => (view === 'getPet') === isGet),
    );
    const isKept = gets?.some((one) => one.pet[field] === pet[field]) === true;
    return isKept && lists?.some((one) => one.pet[field] !== undefined && one.pet[field] !== pet[field]) === true;
  });
}

/** Whether one of two categories is what a narrower number makes of the other. */
function areNarrowed(a: bigint | undefined, b: bigint | undefined): boolean {
  return a !== undefined && b !== undefined && (isNarrowed(a, b) || isNarrowed(b, a));
}

function violation(
  proof: readonly Glance[],
  says: string,
  fields: Pick<Finding, 'expected' | 'actual' | 'place'> & { readonly fault: string },
  log: CallerLog,
): Finding {
  return uncertain(makeFinding({ ...BASE, shownBy: proof.map(({ number }) => number) }, 'fail', says, fields), log);
}

/** The documented fields have the same values, and the same ones are there. */
function isSame(a: SeenPet, b: SeenPet): boolean {
  return a.name === b.name && a.categoryId === b.categoryId && a.status === b.status;
}

/** The same, except that one of them may show no status. */
function isSameButForStatus(a: SeenPet, b: SeenPet): boolean {
  const isOdd = a.hasOddStatus === true || b.hasOddStatus === true;
  return !isOdd && differences(a, b).length === 0 && a.name === b.name && a.categoryId === b.categoryId;
}
