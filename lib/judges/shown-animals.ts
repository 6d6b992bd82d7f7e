import { momentOf, type Moment } from './alternation.ts';
import type { CallerLog, SeenAnimal } from './caller-log.ts';
import { requestLine } from './circumstances.ts';
import { animalsShown, memberOf, type Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';

/** An animal as a list or getPet showed it. */
export interface ShownAnimal extends Moment {
  readonly animal: SeenAnimal;
}

/** Every animal that lists and getPet showed to one caller and that fits, in order of time. */
export function shownAnimals({ pages, gets }: CallerLog, fits: (animal: SeenAnimal) => boolean): ShownAnimal[] {
  const shown: ShownAnimal[] = [];
  for (const { number, from, to, animals } of pages) {
    for (const animal of animals.values()) if (fits(animal)) shown.push({ number, from, to, animal });
  }
  for (const { number, from, to, animal } of gets) {
    if (animal !== undefined && fits(animal)) shown.push({ number, from, to, animal });
  }
  return shown.toSorted((a, b) => a.from - b.from);
}

/** An animal as any list or getPet showed it, however odd the request was and whoever sent it. */
export interface NamedAnimal extends Moment {
  readonly name: string;
  /** Undefined where it is not an integer. */
  readonly id: bigint | undefined;
  /** How a report names the request. */
  readonly request: string;
  /** The ids that the same answer showed. */
  readonly ids: ReadonlySet<bigint>;
}

/** Where animals with some names were shown, in the order of the log. */
export function shownByName(readings: Sequence<Reading>, names: ReadonlySet<string>): NamedAnimal[] {
  if (names.size === 0) return [];
  return readings.flatMap((reading) => {
    const { operation } = reading.expectation;
    if (operation !== 'listPets' && operation !== 'getPet') return [];
    const animals = animalsShown(reading);
    const named = animals.flatMap((animal) => {
      const name = memberOf(animal, 'name');
      return typeof name === 'string' && names.has(name) ? [{ name, id: integer(memberOf(animal, 'id')) }] : [];
    });
    if (named.length === 0) return [];
    const ids = new Set(animals.flatMap((animal) => integer(memberOf(animal, 'id')) ?? []));
    const request = requestLine(reading);
    return named.map((one) => ({ ...momentOf(reading.exchange), ...one, request, ids }));
  });
}

function integer(value: unknown): bigint | undefined {
  return typeof value === 'bigint' ? value : undefined;
}
