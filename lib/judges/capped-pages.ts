import { PAGE } from '../contract/pets.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';

/**
 * The number of items that no list without a filter exceeds with limit=100, though it lacks a pet that other lists show before and after it: a
 * maximum of the service's own. It violates nothing, as section 4.1 says how many items a page has at most, not how further ones
 * are requested.
 *
 * @returns undefined where such lists have different sizes, or may be all there is
 */
export function ownMaximum({ pages }: Pick<CallerLog, 'pages'>): number | undefined {
  const largest = pages.filter(
    ({ status, explicit, limit }) => status === undefined && explicit && limit === PAGE.maximum,
  );
  const [size, another] = new Set(largest.map(({ animals }) => animals.size));
  if (size === undefined || another !== undefined || size >= PAGE.maximum) return undefined;
  return largest.slice(-LOOKED_AT).some((page) => lacksSome(page, pages)) ? size : undefined;
}

/** The last of many such lists show as much as all of them: they have the same size. */
const LOOKED_AT = 2;

function lacksSome({ animals, from, to }: ListedPage, pages: readonly ListedPage[]): boolean {
  const before = new Set(pages.filter((page) => page.to <= from).flatMap((page) => [...page.animals.keys()]));
  return pages.some(
    (page) => page.from >= to && [...page.animals.keys()].some((id) => !animals.has(id) && before.has(id)),
  );
}
