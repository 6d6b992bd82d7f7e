import { SETTLING_MS } from './alternation.ts';
import type { CallerLog } from './caller-log.ts';
import type { Finding } from './finding.ts';
import type { OwnAnimal } from './own-animals.ts';
import { isAtRest } from './rest.ts';

/** So soon after its creation, in milliseconds, an animal must be looked for: later another client may have deleted it. */
const SOON_MS = 10_000;

/** One animal may have been deleted before it could be seen; not this many. */
const LEAST_LOST = 2;

const BASE = { rule: 'CREATE-10', operation: 'createPet' } as const;

/** Created animals that nobody ever saw: neither getPet nor a list that had room for them. */
export function judgeLost(own: readonly OwnAnimal[], log: CallerLog): Finding[] {
  const unseen = own.filter(({ sights, misses }) => sights.length === 0 && misses.length > 0);
  const lost = unseen.filter(isLookedForEnough);
  const [first, second] = lost;
  if (first !== undefined && second !== undefined && lost.length >= LEAST_LOST) {
    const moments = [first, second].flatMap(({ creation, misses }) => [creation, ...misses]);
    if (isAtRest(log.pages, moments, log.written)) {
      const shownBy = [first, second].flatMap(({ creation, misses }) => ends([creation, ...misses]));
      return [
        {
          ...BASE,
          verdict: 'fail',
          shownBy: [...new Set(shownBy)].toSorted((a, b) => a - b),
          says: `${lost.length} created animals are nowhere to be found afterwards`,
          expected: `the animals with ids ${first.creation.animal.id} and ${second.creation.animal.id}`,
          actual: `${describe(first)}; ${describe(second)}`,
        },
      ];
    }
  }
  return unseen.slice(0, 1).map(({ creation, misses }) => ({
    ...BASE,
    verdict: 'inconclusive',
    shownBy: ends([creation, ...misses.slice(0, 1)]),
    says: 'a created animal was not found afterwards, which another client or a lag may explain',
  }));
}

/** Looked for soon after the creation, and again when no lag explains its absence any more. */
function isLookedForEnough({ creation, misses }: OwnAnimal): boolean {
  const [first] = misses;
  const last = misses.at(-1);
  if (first === undefined || last === undefined || first.from - creation.to > SOON_MS) return false;
  return last.from - first.to >= SETTLING_MS;
}

/** The creation and the first and last of what came after it. */
function ends(moments: readonly { readonly number: number }[]): number[] {
  const [creation, first] = moments;
  const last = moments.at(-1);
  return [...new Set([creation, first, last])].flatMap((one) => one?.number ?? []);
}

function describe({ creation, misses }: OwnAnimal): string {
  const gets = misses.filter(({ by }) => by === 'getPet').length;
  return `id ${creation.animal.id}: ${gets > 0 ? '404' : 'in no list'}, ${misses.length} times`;
}
