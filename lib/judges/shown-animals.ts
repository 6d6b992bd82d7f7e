import type { Moment } from './alternation.ts';
import type { CallerLog, ListedPage, SeenAnimal } from './caller-log.ts';

/** An animal as a list or getPet showed it. */
export interface ShownAnimal extends Moment {
  readonly animal: SeenAnimal;
  /** The page, when it was a list. */
  readonly page?: ListedPage;
}

/** Every animal that lists and getPet showed to one caller and that fits, in order of time. */
export function shownAnimals({ pages, gets }: CallerLog, fits: (animal: SeenAnimal) => boolean): ShownAnimal[] {
  const shown: ShownAnimal[] = [];
  for (const page of pages) {
    const { number, from, to } = page;
    for (const animal of page.animals.values()) if (fits(animal)) shown.push({ number, from, to, animal, page });
  }
  for (const { number, from, to, animal } of gets) {
    if (animal !== undefined && fits(animal)) shown.push({ number, from, to, animal });
  }
  return shown.toSorted((a, b) => a.from - b.from);
}
