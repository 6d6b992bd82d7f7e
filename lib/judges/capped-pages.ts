import { PAGE } from '../contract/pets.ts';
import { largest } from '../evidence/extremes.ts';
import type { CallerLog, ListedPage, SeenPet } from './caller-log.ts';
import { isFull } from './listed-pages.ts';
import { itemCount } from '../shapes/observation-names.ts';

/**
 * What a log shows of lists that hold fewer pets than their limit and the store allow, as clauses that qualify a pass of LIST-11: a maximum of the service's
 * own, or a list that lacks pets for another reason. It violates nothing by itself, as section 4.1 says how many items a page has at most, not how further
 * ones are requested.
 */
export function sayWhatPagesLack(log: Pick<CallerLog, 'pages'>): string {
  const plain = largestPages(log, false);
  const filtered = largestPages(log, true);
  const most = ownMaximum(plain, log);
  const clauses = [
    ...(most === undefined ? [] : [`none without a filter has more than ${itemCount(most)}`]),
    ...sayFilteredMaximum(filtered, log),
  ];
  if (clauses.length > 0) return `, but ${clauses.join(', and ')}, though there are more pets`;
  const lacking = plain.slice(-LOOKED_AT).find((page) => !isFull(page) && lacksSome(page, log.pages));
  return lacking === undefined
    ? ''
    : `, but GET ${lacking.target} returned ${itemCount(lacking.pets.size)} and lacks pets that lists before and after it show`;
}

/** The pages that were requested with the largest limit. */
function largestPages({ pages }: Pick<CallerLog, 'pages'>, isFiltered: boolean): readonly ListedPage[] {
  return pages.filter(
    ({ status, explicit, limit }) => (status !== undefined) === isFiltered && explicit && limit === PAGE.maximum,
  );
}

/** The size of all these pages, where it is below the limit and some lack a pet. Undefined where they have different sizes, or may be all there is. */
function ownMaximum(all: readonly ListedPage[], { pages }: Pick<CallerLog, 'pages'>): number | undefined {
  const [size, another] = new Set(all.map(({ pets }) => pets.size));
  if (size === undefined || another !== undefined || size >= PAGE.maximum) return undefined;
  return all.slice(-LOOKED_AT).some((page) => lacksSome(page, pages)) ? size : undefined;
}

/** Of filtered lists, those of a status with few pets are smaller than a maximum. */
function sayFilteredMaximum(filtered: readonly ListedPage[], log: Pick<CallerLog, 'pages'>): readonly string[] {
  const size = largest(filtered.map(({ pets }) => pets.size));
  const full = filtered.filter(({ pets }) => pets.size === size);
  const areSeveral = new Set(full.map(({ status }) => status)).size > 1;
  return areSeveral && ownMaximum(full, log) !== undefined
    ? [`none with a filter has more than ${itemCount(size)}`]
    : [];
}

/** The last of many such lists show as much as all of them: they have the same size. */
const LOOKED_AT = 2;

/** Whether lists before and after a page show a pet that belongs on it. */
function lacksSome({ pets, status, from, to }: ListedPage, pages: readonly ListedPage[]): boolean {
  const belongs = (pet: SeenPet) => status === undefined || pet.status === status;
  const before = new Set(
    pages
      .filter((page) => page.to <= from)
      .flatMap((page) => [...page.pets.values()].filter(belongs).map(({ id }) => id)),
  );
  return pages.some(
    (page) =>
      page.from >= to && [...page.pets.values()].some((pet) => belongs(pet) && !pets.has(pet.id) && before.has(pet.id)),
  );
}
