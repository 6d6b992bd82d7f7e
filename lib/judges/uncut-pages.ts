import { PET_STATUSES } from '../contract/pets.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { hasRoom, isNear } from './listed-pages.ts';

/**
 * The pages that no cap of the service cut, whatever their size, as they add up: the unfiltered one holds exactly the pets
 * of the three filtered ones. A cap of all pages cuts only the largest, and pets of it would be on the others; one of filtered pages alone
 * leaves the unfiltered one with more. Only two caps of different size, in a store that happens to have just as many of each
 * status before the first cut, would look the same.
 *
 * For services that filter first and cut then: others return such pages in any case.
 */
export function uncutPages({ pages, created }: CallerLog): ReadonlySet<ListedPage> {
  const roomy = pages.filter((page) => hasRoom(page) && !page.hasNext);
  const ofStatus = PET_STATUSES.map((status) => roomy.filter((page) => page.status === status));
  const uncut = new Set<ListedPage>();
  for (const plain of roomy) {
    if (plain.status !== undefined) continue;
    const parts = ofStatus.flatMap((all) => nearest(plain, all) ?? []);
    if (parts.length < PET_STATUSES.length || !makeUp(plain, parts) || mayBeHalves(parts)) continue;
    const together = [plain, ...parts];
    if (!created.every((creation) => areOnOneSide(creation, together))) continue;
    for (const page of together) uncut.add(page);
  }
  return uncut;
}

/** Whether the pages that have to show a created pet are all from before its creation, or all from after it. */
function areOnOneSide({ pet: { status }, from, to }: CallerLog['created'][number], together: readonly ListedPage[]) {
  const concerned = together.filter(
    (page) => status === undefined || page.status === undefined || page.status === status,
  );
  return concerned.every((page) => page.to < from) || concerned.every((page) => page.from > to);
}

function nearest(plain: ListedPage, pages: readonly ListedPage[]): ListedPage | undefined {
  const distance = ({ from }: ListedPage) => Math.abs(from - plain.from);
  return pages.filter((page) => isNear(page, plain)).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Whether the parts hold the same pets as the page together, and none of them all. */
function makeUp({ pets }: ListedPage, parts: readonly ListedPage[]): boolean {
  const together = new Set(parts.flatMap((part) => [...part.pets.keys()]));
  return (
    together.size === pets.size &&
    [...together].every((id) => pets.has(id)) &&
    parts.every((part) => part.pets.size < pets.size)
  );
}

/** Caps of 50 and 25 are usual, and so are pets that take turns in two statuses. */
function mayBeHalves(parts: readonly ListedPage[]): boolean {
  const sizes = parts.map(({ pets }) => pets.size).filter((size) => size > 0);
  return sizes.length === 2 && sizes[0] === sizes[1];
}
