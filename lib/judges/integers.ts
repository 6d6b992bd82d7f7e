import { isInt64 } from '../contract/pets.ts';
import type { ExactJson } from '../evidence/exact-json.ts';
import { petFaults, type PetFault } from '../shapes/pet.ts';
import { requestLine } from './circumstances.ts';
import { makeFinding, nameOfFault, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { listedItems, memberOf, type Reading } from './reading.ts';
import { animalsToJudge, tookInWrongValues } from './wrongly-stored.ts';

/** JSON-2: ids and categories are JSON integers within int64. */
export const integersJudge: ExchangeJudge = {
  name: 'integers',
  neededFor: 'id-as-text',
  rules: ['JSON-2'],
  judge: (reading) => (reading.takenOver?.isText === true || tookInWrongValues(reading) ? [] : judgeIntegers(reading)),
};

/** Whether a fault of a Pet is about how an integer is represented, for which JSON-2 is blamed. */
export function isIntegerFault({ kind }: PetFault): boolean {
  return kind === 'not-integer' || kind === 'beyond-int64';
}

function judgeIntegers(reading: Reading): Finding[] {
  const animals = animalsToJudge(reading);
  const { operation } = reading.expectation;
  if (animals.length === 0 || operation === undefined) return [];
  const base = { rule: 'JSON-2', shownBy: [reading.exchange.id], operation } as const;
  const wrong = firstIntegerFault(animals);
  if (wrong !== undefined) {
    const { animal, fault } = wrong;
    const which = nameInPage(animal, listedItems(reading));
    return [
      makeFinding(base, 'fail', `${requestLine(reading)}${which === '' ? '' : `, ${which}`}: ${fault.says}`, {
        expected: `${fault.field} is a JSON integer within int64`,
        actual: fault.says,
        ...nameOfFault(fault),
      }),
    ];
  }
  if (!animals.some(showsBoth)) return [];
  return [makeFinding(base, 'pass', 'id and categoryId are integers within int64')];
}

/** An animal without them does not show how they are written. */
function showsBoth(animal: ExactJson): boolean {
  return memberOf(animal, 'id') !== undefined && memberOf(animal, 'categoryId') !== undefined;
}

function firstIntegerFault(animals: readonly ExactJson[]): { animal: ExactJson; fault: PetFault } | undefined {
  for (const animal of animals) {
    const fault = petFaults(animal).find(isIntegerFault);
    if (fault !== undefined) return { animal, fault };
  }
  return undefined;
}

/** `item 3 (id 17)`; '' for an animal that is the whole answer. */
function nameInPage(animal: ExactJson, items: readonly ExactJson[] | undefined): string {
  if (items === undefined) return '';
  const id = memberOf(animal, 'id');
  const place = `item ${items.indexOf(animal) + 1}`;
  return typeof id === 'bigint' && isInt64(id) ? `${place} (id ${id})` : place;
}
