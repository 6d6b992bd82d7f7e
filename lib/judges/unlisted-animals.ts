import { confirmedBy, SETTLING_MS, type Glance } from './alternation.ts';
import type { CallerLog } from './caller-log.ts';
import type { Finding } from './finding.ts';
import type { OwnAnimal } from './own-animals.ts';
import { isOwnName } from './own-creations.ts';
import { shownAnimals } from './shown-animals.ts';

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Created animals that getPet shows and no list does, or that are shown under another id than their creation was answered with. */
export function judgeUnlisted(own: readonly OwnAnimal[], log: CallerLog): Finding[] {
  return own.flatMap((animal) => {
    const moved = judgeMoved(animal, log);
    return moved.length > 0 ? moved : judgeHidden(animal);
  });
}

function judgeHidden({ creation, sights, misses }: OwnAnimal): Finding[] {
  if (sights.some(({ view }) => view === 'listPets')) return [];
  const looks = misses.filter(({ by }) => by === 'store');
  const glances: Glance[] = [
    ...sights.map(({ number, from, to }) => ({ number, from, to, side: 'sight' as const })),
    ...misses.flatMap(({ number, from, to, by }) =>
      by === 'filter' ? [] : [{ number, from, to, side: by === 'store' ? ('look' as const) : ('against' as const) }],
    ),
  ];
  const proof = confirmedBy(glances, true);
  if (proof) {
    return [
      {
        ...BASE,
        verdict: 'fail',
        shownBy: [creation.number, ...proof.map(({ number }) => number)],
        says: 'a created animal is in no list, though lists have room for it and getPet shows it before and after',
        expected: `id ${creation.animal.id} in the list`,
        actual: `no animal with id ${creation.animal.id}`,
      },
    ];
  }
  const sight = sights.at(-1);
  const look = looks.at(-1);
  if (sight === undefined || look === undefined || misses.some(({ by, from }) => by === 'getPet' && from >= sight.to)) {
    return [];
  }
  const says = 'getPet shows a created animal that a list lacked, which a lag may explain';
  return [{ ...BASE, verdict: 'inconclusive', shownBy: [sight.number, look.number].toSorted((a, b) => a - b), says }];
}

/** The name that only this creation sent is shown under another id, and never under the one that was answered. */
function judgeMoved({ creation, sights }: OwnAnimal, log: CallerLog): Finding[] {
  const { animal, name, to } = creation;
  if (!isOwnName(name) || animal.name !== name || sights.length > 0) return [];
  if (log.created.some((other) => other.animal.name === name && other.number !== creation.number)) return [];
  const namesakes = shownAnimals(log, (one) => one.name === name);
  const shown = namesakes.filter((one) => one.from >= to && one.animal.id !== animal.id);
  const settled = shown.find(({ from }) => from >= to + SETTLING_MS);
  const [first] = shown;
  if (first === undefined) return [];
  if (settled === undefined) {
    const says = 'a created animal was shown under another id than its creation was answered with';
    return [{ ...BASE, verdict: 'inconclusive', shownBy: [creation.number, first.number], says }];
  }
  return [
    {
      ...BASE,
      verdict: 'fail',
      shownBy: [creation.number, settled.number],
      says: 'a created animal is shown under another id than its creation was answered with',
      expected: `id ${animal.id} for "${name}"`,
      actual: `id ${settled.animal.id}`,
    },
  ];
}
