import { PAGE, type PetStatus } from '../contract/pets.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { disagreeingFields } from './disagreeing-lists.ts';
import { hasRoom, isFull, isNear } from './listed-pages.ts';
import { pagesAreFilled } from './page-sizes.ts';
import { uncutPages } from './uncut-pages.ts';

/** How one caller's pages behave: needed before a pet's absence from one shows anything. Source: rules.md, LIST-7. */
export interface WholeSets {
  /** Why no page of this caller can be taken for a whole set; undefined where pages with room left can. */
  readonly unfit: string | undefined;
  /** The filtered pages that are the whole set of their status: with room left by their limit and by any cap of the service. */
  readonly sets: ReadonlySet<ListedPage>;
  /** The unfiltered pages that are the whole store. */
  readonly stores: readonly ListedPage[];
  /**
   * The pages on which a pet that belongs there would be seen: the sets and the stores, where pages are fit. Where some point to a following one,
   * those that point to none, provided that only full ones do.
   */
  readonly complete: ReadonlySet<ListedPage>;
  /** Those that leave out nothing that other pages show, but may still be cut, as their size is a usual cap. */
  readonly maybeStores: readonly ListedPage[];
}

const NONE: ReadonlySet<ListedPage> = new Set();

/** Reads from one caller's log how its pages behave. */
export function readWholeSets(log: CallerLog): WholeSets {
  const { pages } = log;
  const countLeftOut = leftOutOf(log);
  const filtersFirst = filtersBeforePaging(pages);
  // A service that filters a page after cutting it returns pages that add up to it, whatever else the store holds.
  const uncut = filtersFirst ? uncutPages(log) : NONE;
  const largest = pages.reduce((size, { pets }) => Math.max(size, pets.size), 0);
  const roomy = pages.filter(
    (page) => hasRoom(page) && (uncut.has(page) || !mayBeCapped(page, pages, countLeftOut(page))),
  );
  const stores = roomy.filter(({ status }) => status === undefined);
  /** Filtering what one page holds gives everything only where one page holds the whole store. */
  const storeFits = (page: ListedPage) => stores.some((store) => store.pets.size <= page.limit && isNear(page, store));
  const sets = roomy.filter(
    (page) => page.status !== undefined && page.pets.size < largest && (filtersFirst || storeFits(page)),
  );
  const unfilled = unfilledness(log, countLeftOut);
  const unfit = pages.some(({ hasNext }) => hasNext) ? 'the headers of a page point to a following one' : unfilled;
  const complete = unfilled === undefined ? [...stores, ...sets].filter((page) => isLast(page, pages)) : [];
  const maybeStores = pages.filter(
    (page) => page.status === undefined && hasRoom(page) && !stores.includes(page) && countLeftOut(page) === 0,
  );
  return {
    unfit,
    stores,
    maybeStores,
    complete: new Set(complete),
    sets: new Set(unfit === undefined ? sets : []),
  };
}

/**
 * Whether no page follows, as far as the service says of its pages: of those that are filtered as this one is, or are not, some point to a following
 * page, and all that do are full. Where none at all does, it says nothing.
 */
function isLast(page: ListedPage, pages: readonly ListedPage[]): boolean {
  const pointing = pages.filter(({ hasNext }) => hasNext);
  const isAlike = ({ status }: ListedPage) => (status === undefined) === (page.status === undefined);
  if (pointing.length === 0) return true;
  return !page.hasNext && pointing.some(isAlike) && pointing.every(isFull);
}

/** Why pages with room may lack some pets all the same; undefined where they are filled. */
function unfilledness(log: CallerLog, countLeftOut: LeftOut): string | undefined {
  const isCut = (page: ListedPage) => hasRoom(page) && areMany(countLeftOut(page), page);
  const isFilled = pagesAreFilled(log) && !log.pages.some((page) => page.status === undefined && isCut(page));
  return isFilled ? undefined : 'pages hold fewer pets than others show (see LIST-11)';
}

/**
 * A round size may be a cap, unless a larger page of its kind, filtered or not, shows that there is none of that size. So may one
 * that leaves out pets of others which other pages have, unless a larger page of any kind shows it.
 *
 * @param leftOut - how many pets of others the page leaves out
 */
function mayBeCapped(page: ListedPage, pages: readonly ListedPage[], leftOut: number): boolean {
  if (page.status === undefined && areMany(leftOut, page)) return true;
  const larger = pages.filter((other) => other.pets.size > page.pets.size);
  const isFiltered = page.status !== undefined;
  if (larger.some((other) => (other.status !== undefined) === isFiltered)) return false;
  if (isUsualSize(page)) return true;
  return larger.length === 0 && leftOut > 0;
}

/** A few pets that a page of all lacks may have been deleted meanwhile; more than this share of it is another part of the store. */
const MANY_LEFT_OUT = { share: 0.1, least: 3 };

/** Pages may be cut by the size of what they hold, in bytes: then each has another number of pets, and none has all of them. */
function areMany(leftOut: number, { pets }: ListedPage): boolean {
  return leftOut >= MANY_LEFT_OUT.least && leftOut > pets.size * MANY_LEFT_OUT.share;
}

/** Counts the pets that a page leaves out, as far as the log shows. */
type LeftOut = (page: ListedPage) => number;

/**
 * Counts the pets of other pages that no request of the log wrote and that belong on a page, while it has some of that status: a
 * service that leaves out all of one status cuts nothing off. Each page is counted once, however often it is asked about.
 */
function leftOutOf({ pages, written }: CallerLog): LeftOut {
  const statusesOf = new Map<bigint, Set<PetStatus>>();
  const disagree = disagreeingFields(pages).has('status');
  for (const { status: asked, pets } of pages) {
    // A status that only lists without a filter show says nothing about which filter the pet belongs under.
    if (disagree && asked === undefined) continue;
    for (const { id, status } of pets.values()) {
      if (status === undefined || written.has(id)) continue;
      const statuses = statusesOf.get(id) ?? new Set();
      statusesOf.set(id, statuses.add(status));
    }
  }
  const counted = new Map<ListedPage, number>();
  return (page) => {
    const known = counted.get(page);
    if (known !== undefined) return known;
    const shown = new Set([...page.pets.values()].map(({ status }) => status));
    let count = 0;
    for (const [id, statuses] of statusesOf)
      if (
        !page.pets.has(id) &&
        [...statuses].some((status) => shown.has(status) && (page.status === undefined || page.status === status))
      )
        count++;
    counted.set(page, count);
    return count;
  };
}

/**
 * A page may have a round size because the service has a cap of its own, for all pages or for filtered ones: then it is
 * not a whole set, though its limit has room left.
 */
function isUsualSize({ pets: { size } }: ListedPage): boolean {
  return size >= PAGE.default && (size % 10 === 0 || size % 25 === 0 || size % 16 === 0);
}

/**
 * Whether the log shows that the service filters first and pages then: a filtered page was full, though the unfiltered
 * list of the same length has other pets. A service that filters the page it cut would have returned fewer.
 */
function filtersBeforePaging(pages: readonly ListedPage[]): boolean {
  const plain = pages.filter(({ status }) => status === undefined);
  return pages.some(
    (page) =>
      page.status !== undefined &&
      page.explicit &&
      page.pets.size === page.limit &&
      plain.some(
        (other) =>
          other.pets.size >= page.limit &&
          isNear(page, other) &&
          [...other.pets.values()].slice(0, page.limit).some((pet) => pet.status !== page.status),
      ),
  );
}
