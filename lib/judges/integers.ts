import { isInt64 } from '../contract/pets.ts';
import type { ExactJson } from '../evidence/exact-json.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import { petFaults, type PetFault } from '../shapes/pet.ts';
import { requestLine } from './circumstances.ts';
import { makeFinding, nameOfFault, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { listedItems, memberOf, type Reading } from './reading.ts';
import { petsToJudge, tookInWrongValues } from './wrongly-stored.ts';

/** JSON-2: ids and categories are JSON integers within int64. */
export const integersJudge: ExchangeJudge = {
  name: 'integers',
  neededFor: 'id-as-text',
  rules: ['JSON-2'],
  judge: (reading, { wronglyStored }) =>
    reading.takenOver?.isText === true || tookInWrongValues(reading) ? [] : judgeIntegers(reading, wronglyStored),
};

/** Whether a fault of a Pet is about how an integer is represented, for which JSON-2 is blamed. */
export function isIntegerFault({ kind }: PetFault): boolean {
  return kind === 'not-integer' || kind === 'beyond-int64';
}

function judgeIntegers(reading: Reading, stored: JudgeKnowledge['wronglyStored']): Finding[] {
  const pets = petsToJudge(reading, stored);
  const { operation } = reading.expectation;
  if (pets.length === 0 || operation === undefined) return [];
  const base = { rule: 'JSON-2', shownBy: [reading.exchange.id], operation } as const;
  const wrong = firstIntegerFault(pets);
  if (wrong !== undefined) {
    const { pet, fault } = wrong;
    const which = nameInPage(pet, listedItems(reading));
    return [
      makeFinding(base, 'fail', `${requestLine(reading)}${which === '' ? '' : `, ${which}`}: ${fault.says}`, {
        expected: `${fault.field} is a JSON integer within int64`,
        actual: fault.says,
        ...nameOfFault(fault),
      }),
    ];
  }
  if (!pets.some(showsBoth)) return [];
  return [makeFinding(base, 'pass', 'id and categoryId are integers within int64')];
}

/** A pet without them does not show how they are written. */
function showsBoth(pet: ExactJson): boolean {
  return memberOf(pet, 'id') !== undefined && memberOf(pet, 'categoryId') !== undefined;
}

function firstIntegerFault(pets: readonly ExactJson[]): { pet: ExactJson; fault: PetFault } | undefined {
  for (const pet of pets) {
    const fault = petFaults(pet).find(isIntegerFault);
    if (fault !== undefined) return { pet, fault };
  }
  return undefined;
}

/** `item 3 (id 17)`; '' for a pet that is the whole answer. */
function nameInPage(pet: ExactJson, items: readonly ExactJson[] | undefined): string {
  if (items === undefined) return '';
  const id = memberOf(pet, 'id');
  const place = `item ${items.indexOf(pet) + 1}`;
  return typeof id === 'bigint' && isInt64(id) ? `${place} (id ${id})` : place;
}
