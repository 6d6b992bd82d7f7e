import type { CallerLog } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { isFull } from './listed-pages.ts';
import { isNoHabit, shownByActs, soonestFirst } from './new-pets.ts';
import type { OwnPet, OwnSight, NamedPet } from './own-pets.ts';

export const TWICE = 'two pets of one creation';

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/**
 * Creations that left two pets: one page shows the name that only one request sent under the answered id and under another. A
 * service does so each time and at once; another client that copies pets leaves some alone, or comes later.
 */
export function judgeDoubled(own: readonly OwnPet[], named: readonly NamedPet[], { pages }: CallerLog): Finding[] {
  const roomy = new Set(pages.filter((page) => !isFull(page)).map(({ number }) => number));
  const seen = own.map(({ creation, sights }) => {
    const shown = named.filter(({ name }) => name === creation.name);
    const twins = shown.filter(({ id }) => id !== creation.pet.id);
    // Only a name that one request sent, and that is shown as it was sent, shows that there is no other.
    const tells = new Set(shown.flatMap(({ id, number }) => (id === creation.pet.id ? [number] : [])));
    const listed = sights.filter(({ view }) => view !== 'getPet');
    const twinOf = ({ number }: OwnSight) => twins.find((twin) => twin.number === number);
    const first = listed.find(twinOf);
    const twin = first && twinOf(first);
    const isAlone = listed.some(
      (sight) => roomy.has(sight.number) && tells.has(sight.number) && twinOf(sight) === undefined,
    );
    return { creation, twin, isAlone };
  });
  const actOf = ({ creation, twin }: (typeof seen)[number]) => ({ creation, look: twin });
  const doubled = soonestFirst(
    seen.filter(({ twin }) => twin?.id !== undefined),
    actOf,
  );
  const [first] = doubled;
  if (first?.twin === undefined) return [];
  const isEach = !seen.some(({ isAlone }) => isAlone);
  const acts = doubled.map(actOf);
  if (!isEach || !isNoHabit({ acts })) {
    const says = `${doubled.length === 1 ? 'a creation' : 'some creations'} left two pets, which another client or a gateway may explain`;
    const shownBy = shownByActs(acts);
    const fault = isEach ? TWICE : 'two pets of some creations';
    return [makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault })];
  }
  const { creation, twin } = first;
  const shownBy = [creation.number, twin.number];
  return [
    makeFinding({ ...BASE, shownBy }, 'fail', `${doubled.length} creations left two pets each`, {
      expected: `one pet named ${JSON.stringify(creation.name)}, with id ${creation.pet.id}`,
      actual: `a second one with id ${twin.id}`,
      fault: TWICE,
    }),
  ];
}
