import { getPetPhase } from '../contract/lifecycle.ts';
import { confirmedBy, type Glance, type Moment } from './alternation.ts';
import { describeFields, type CallerLog, type GotAnimal, type SeenAnimal } from './caller-log.ts';
import { judgeDeclared } from './declared-animals.ts';
import { isNarrowed } from './double-rounding.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { blameOn } from './blame.ts';
import { makeFinding, toDoubt, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { differences, isAtRest } from './rest.ts';
import { readTurns } from './turns.ts';
import { strongest, uncertain } from './weighing.ts';
import type { WholeSets } from './whole-sets.ts';

/**
 * GET-1: before its removal getPet answers a known id with that Pet. Another animal's id is wrong at once; that it is not
 * found, or has other fields, only where lists show it as before, again and again: others may delete and edit. What the
 * configuration says of a pet is held against it, too.
 * Source: sections 4.3 and 9.
 */
export const knownAnimalJudge: RelationJudge = {
  name: 'known-animal',
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

type Sight = Moment & { readonly animal: SeenAnimal };

const BASE = { rule: 'GET-1', operation: 'getPet' } as const;

/** The number of the exchange that first listed or created an animal, whoever asked: its id is known from then on. */
function firstShown(logs: readonly CallerLog[]): Map<bigint, number> {
  const shown = new Map<bigint, number>();
  const show = (id: bigint, number: number) => shown.set(id, Math.min(number, shown.get(id) ?? number));
  for (const { pages, created } of logs) {
    for (const { animals, number } of pages) for (const id of animals.keys()) show(id, number);
    for (const { animal, number } of created) show(animal.id, number);
  }
  return shown;
}

function judgeGets(log: CallerLog, shown: ReadonlyMap<bigint, number>, view: LogView): Finding[] {
  const findings: Finding[] = [];
  if (log.gets.length === 0) return findings;
  const whole = view.wholeSets(log);
  for (const [id, gets] of Map.groupBy(log.gets, (got) => got.id)) {
    const stranger = gets.find(
      ({ animal, number }) => animal !== undefined && animal.id !== id && number > (shown.get(id) ?? number),
    );
    const sights = sightsOf(id, log);
    if (stranger) findings.push(uncertain(anotherAnimal(id, stranger), log));
    else if (sights.length > 0) for (const finding of judgeAnimal(id, gets, sights, log, whole)) findings.push(finding);
  }
  return findings;
}

function anotherAnimal(id: bigint, { number, animal }: GotAnimal): Finding {
  const says = 'getPet returned a pet other than the requested one';
  return makeFinding({ ...BASE, shownBy: [number] }, 'fail', says, {
    expected: `the Pet with id ${id}`,
    actual: `200 with id ${animal?.id}`,
    fault: 'another pet',
  });
}

function judgeAnimal(
  id: bigint,
  gets: readonly GotAnimal[],
  sights: readonly Sight[],
  log: CallerLog,
  whole: WholeSets,
): Finding[] {
  const missing = judgeMissing(id, gets, sights, log, whole);
  if (missing.length > 0) return missing;
  const got = gets.filter((one) => one.animal !== undefined && one.animal.id === id);
  const last = got.at(-1);
  if (last?.animal === undefined) return [];
  const agreeing = got.filter(({ animal }) => sights.some((sight) => animal && isSame(sight.animal, animal)));
  const [agreed] = agreeing;
  if (agreed === last || (agreed && agreeing.includes(last))) {
    const sight = sights.find(({ animal }) => last.animal && isSame(animal, last.animal)) ?? last;
    return [thatPet([sight.number, last.number].toSorted((a, b) => a - b))];
  }
  return judgeDifferent(id, last.animal, last, gets, sights, log);
}

function thatPet(shownBy: readonly number[]): Finding {
  return makeFinding({ ...BASE, shownBy }, 'pass', 'a known id gets 200 and that Pet');
}

/** 404, though lists show the animal before, between and after. */
function judgeMissing(
  id: bigint,
  gets: readonly GotAnimal[],
  sights: readonly Sight[],
  log: CallerLog,
  whole: WholeSets,
): Finding[] {
  const misses = gets.filter(({ animal }) => animal === undefined);
  const last = misses.at(-1);
  if (last === undefined) return [];
  const against = [
    ...gets.filter(({ animal }) => animal?.id === id),
    ...(whole.unfit === undefined ? whole.stores : []).filter((page) => !page.animals.has(id)),
  ];
  const glances = [...asGlances(sights, 'sight'), ...asGlances(misses, 'look'), ...asGlances(against, 'against')];
  const isOnePet = !idsGivenAgain(log).has(id);
  const proof = isOnePet ? confirmedBy(glances, true) : undefined;
  const confirmed =
    proof &&
    concluded(proof, log, 'getPet does not find a pet that lists show before and after', {
      fault: 'not found',
      expected: `200 with the Pet of id ${id}`,
      actual: '404, twice',
    });
  if (confirmed?.verdict === 'fail') return [confirmed];
  const byTurns = isOnePet ? (judgeTurns(id, gets, sights, log) ?? confirmed) : undefined;
  if (byTurns !== undefined) return [byTurns];
  const before = sights.filter(({ to }) => to <= last.from);
  if (before.length === 0 || against.some(({ from }) => from >= last.from)) return [];
  // A list can be looked at again, a creation cannot.
  const listed = sights.filter(({ number }) => log.pages.some((page) => page.number === number));
  const sight = listed.findLast(({ to }) => to <= last.from) ?? listed[0] ?? before.at(-1) ?? last;
  const says = 'getPet did not find a pet that was shown before, which another client or a lag may explain';
  const shownBy = [sight.number, last.number].toSorted((a, b) => a - b);
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: 'not found' })];
}

/** 404 by turns: the pet is shown again after a 404 that no lag explains. */
function judgeTurns(
  id: bigint,
  gets: readonly GotAnimal[],
  sights: readonly Sight[],
  log: CallerLog,
): Finding | undefined {
  const found = gets.filter(({ animal }) => animal?.id === id);
  const misses = gets.filter(({ animal }) => animal === undefined);
  const shown = [...sights, ...found].toSorted((a, b) => a.from - b.from);
  const [first] = shown;
  if (first === undefined) return undefined;
  const turns = readTurns([...asGlances(shown, 'sight'), ...asGlances(misses, 'look')], first);
  if (turns === undefined) return undefined;
  const fault = 'not found by turns';
  if (turns.isProven) {
    const subject = { ...BASE, shownBy: turns.glances.map(({ number }) => number) };
    const fields = { fault, expected: `200 with the Pet of id ${id}`, actual: '404, twice' };
    const says = 'getPet does not find a pet that is shown before and after';
    return uncertain(makeFinding(subject, 'fail', says, fields), log);
  }
  const says = 'getPet did not find a pet that was shown before and after, which a lag may explain';
  const gone = turns.glances.filter(({ side }) => side === 'look');
  // A request that got both responses tells the most when it is sent again.
  const shownBy = [...gone, ...(found.length > 0 ? found.slice(-1) : turns.glances)].map(({ number }) => number);
  return makeFinding({ ...BASE, shownBy: [...new Set(shownBy)].toSorted((a, b) => a - b) }, 'inconclusive', says, {
    fault,
  });
}

/** 200 with other fields than those that lists show before, between and after. */
function judgeDifferent(
  id: bigint,
  animal: SeenAnimal,
  last: GotAnimal,
  gets: readonly GotAnimal[],
  sights: readonly Sight[],
  log: CallerLog,
): Finding[] {
  const sight = sights.findLast(({ to }) => to <= last.from) ?? sights[0];
  if (sight === undefined) return [];
  const fields = differences(sight.animal, animal);
  const shownBy = [sight.number, last.number].toSorted((a, b) => a - b);
  const [field] = fields;
  if (field === undefined && sights.every((one) => isSameButForStatus(one.animal, animal))) {
    // Section 2 does not require a status: a service that omits it in lists says less there than in getPet, and contradicts nothing.
    if (sight.animal.status === undefined) return [thatPet(shownBy)];
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
  const agreed = sights.filter((one) => isSame(one.animal, sight.animal));
  const same = gets.filter((one) => one.animal?.id === id && isSame(one.animal, animal));
  const against = [...sights.filter((one) => !agreed.includes(one)), ...gets.filter((one) => !same.includes(one))];
  const proof = confirmedBy(
    [...asGlances(agreed, 'sight'), ...asGlances(same, 'look'), ...asGlances(against, 'against')],
    true,
  );
  if (proof && fields.length === 1 && areNarrowed(sight.animal.categoryId, animal.categoryId))
    return [blameOn({ ...BASE, shownBy }, 'JSON-3')];
  if (proof && fields.every((one) => listsAlter(one, log))) return [blameOn({ ...BASE, shownBy }, 'CREATE-10')];
  if (proof) {
    const [expected, actual] = describeFields(sight.animal, animal, field);
    return [
      concluded(proof, log, `getPet returns another ${fields.join(' and ')} than lists show before and after`, {
        fault: 'another value',
        place: field,
        expected: `${expected} for id ${id}`,
        actual,
      }),
    ];
  }
  const says = `getPet returned another ${fields.join(' and ')} than was shown before, which another client or a lag may explain`;
  return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: 'another value', place: field })];
}

/**
 * Whether lists, and not getPet, alter a field: of an animal that petvet created getPet shows it as the creation did, and a
 * list does not.
 */
function listsAlter(field: 'name' | 'categoryId' | 'status', { created, gets, pages }: CallerLog): boolean {
  return created.some(({ animal }) => {
    const kept = gets.some((got) => got.animal?.id === animal.id && got.animal[field] === animal[field]);
    const listed = pages.flatMap(({ animals }) => animals.get(animal.id) ?? []);
    return kept && listed.some((one) => one[field] !== undefined && one[field] !== animal[field]);
  });
}

/** Whether one of two categories is what a narrower number makes of the other. */
function areNarrowed(a: bigint | undefined, b: bigint | undefined): boolean {
  return a !== undefined && b !== undefined && (isNarrowed(a, b) || isNarrowed(b, a));
}

function concluded(
  proof: readonly Glance[],
  log: CallerLog,
  says: string,
  fields: Pick<Finding, 'expected' | 'actual' | 'place'> & { readonly fault: string },
): Finding {
  const finding = makeFinding({ ...BASE, shownBy: proof.map(({ number }) => number) }, 'fail', says, fields);
  if (isAtRest(log.pages, proof, log.written)) return uncertain(finding, log);
  return toDoubt(finding, `${finding.says}, but other clients may have written meanwhile`);
}

/** Where lists and creations showed an animal, in order of time. */
function sightsOf(id: bigint, { pages, created }: CallerLog): Sight[] {
  const sights: Sight[] = created.filter(({ animal }) => animal.id === id);
  for (const { number, from, to, animals } of pages) {
    const animal = animals.get(id);
    if (animal) sights.push({ number, from, to, animal });
  }
  return sights.toSorted((a, b) => a.from - b.from);
}

function asGlances(moments: readonly Moment[], side: Glance['side']): Glance[] {
  return moments.map(({ number, from, to }) => ({ number, from, to, side }));
}

/** The documented fields have the same values, and the same ones are there. */
function isSame(a: SeenAnimal, b: SeenAnimal): boolean {
  return a.name === b.name && a.categoryId === b.categoryId && a.status === b.status;
}

/** The same, except that one of them may show no status. */
function isSameButForStatus(a: SeenAnimal, b: SeenAnimal): boolean {
  const isOdd = a.hasOddStatus === true || b.hasOddStatus === true;
  return !isOdd && differences(a, b).length === 0 && a.name === b.name && a.categoryId === b.categoryId;
}
