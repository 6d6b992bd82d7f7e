import { makeFinding, type Finding } from './finding.ts';
import type { OwnAnimal } from './own-animals.ts';
import type { NamedAnimal } from './shown-animals.ts';

/** One creation may have been sent twice by a gateway on the way; not this many. */
const LEAST_DOUBLED = 2;

const TWICE = 'two pets of one creation';

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Creations that left two animals: one page shows the name that only one request sent under the answered id and under another. */
export function judgeDoubled(own: readonly OwnAnimal[], named: readonly NamedAnimal[]): Finding[] {
  const doubled = own.flatMap(({ creation }) => {
    const shown = named.filter(({ name }) => name === creation.name);
    const underIt = new Set(shown.flatMap(({ id, number }) => (id === creation.animal.id ? [number] : [])));
    const twin = shown.find(({ id, number }) => id !== creation.animal.id && underIt.has(number));
    return twin?.id === undefined ? [] : [{ creation, twin: twin.number, other: twin.id }];
  });
  const [first] = doubled;
  if (first === undefined) return [];
  const { creation, twin, other } = first;
  const shownBy = [creation.number, twin];
  if (doubled.length < LEAST_DOUBLED) {
    const says = 'a creation left two pets, which a gateway that sent it twice may explain';
    return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: TWICE })];
  }
  return [
    makeFinding({ ...BASE, shownBy }, 'fail', `${doubled.length} creations left two pets each`, {
      expected: `one pet named ${JSON.stringify(creation.name)}, with id ${creation.animal.id}`,
      actual: `a second one with id ${other}`,
      fault: TWICE,
    }),
  ];
}
