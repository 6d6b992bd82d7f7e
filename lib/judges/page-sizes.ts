import { PAGE } from '../contract/pets.ts';
import { largest, smallest } from '../evidence/extremes.ts';
import { confirmedBy, LOOKS_APART_MS, type Glance } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { isOverfull } from './listed-pages.ts';
import { isAtRest } from './rest.ts';

/**
 * Whether `limit=n` gave as many items as expected from `limit=100`, wherever one caller's log allows a comparison:
 * a single page that did not, for whatever cause, means that a page with room left need not be the whole set.
 */
export function pagesAreFilled(log: CallerLog): boolean {
  return limitComparisons(log).every((comparison) => compare(comparison, log).disagreeing.length === 0);
}

/** Pages whose sizes must be related: `small` has as many items as `expected` derives from the size of `large`. */
export interface Comparison {
  readonly small: readonly ListedPage[];
  readonly large: readonly ListedPage[];
  readonly expected: (size: number) => number;
}

/** What a comparison of page sizes came to. */
export interface Compared {
  readonly agreeing: readonly ListedPage[];
  readonly disagreeing: readonly ListedPage[];
  /** The last comparable page disagreed. */
  readonly unresolved: boolean;
  /** The alternating pages that prove it, `look` the side with fewer items. */
  readonly proof?: readonly PageGlance[];
}

/** A page as a glance at which of two sizes pages have. */
export type PageGlance = Glance & { readonly page: ListedPage };

/** The pages of each limit, to be compared with those of `limit=100` under the same filter. */
export function limitComparisons(log: CallerLog): Comparison[] {
  return groupedByFilter(log.pages).flatMap((pages) => {
    const asked = pages.filter((page) => page.explicit && !isOverfull(page));
    const large = asked.filter(({ limit }) => limit === PAGE.maximum);
    const limits = new Set(asked.map(({ limit }) => limit).filter((limit) => limit < PAGE.maximum));
    return [...limits].map((limit) => ({
      small: asked.filter((page) => page.limit === limit),
      large,
      expected: (size: number) => Math.min(limit, size),
    }));
  });
}

/** Compares each small page with the large ones just before and after it; growth between those two explains what lies between. */
export function compare({ small, large, expected }: Comparison, log: CallerLog): Compared {
  const agreeing: ListedPage[] = [];
  const disagreeing: ListedPage[] = [];
  const candidates = new Map<string, readonly [number, number]>();
  for (const page of small) {
    const others = around(page, large);
    const sizes = others.map((other) => other.pets.size);
    if (sizes.length === 0) continue;
    const wanted = others
      .flatMap((other) => [other.pets.size, other.pets.size + writtenBetween(other, page, log)])
      .map(expected);
    const size = page.pets.size;
    if (size >= smallest(wanted) && size <= largest(wanted)) agreeing.push(page);
    else {
      disagreeing.push(page);
      for (const other of sizes) candidates.set(`${size} ${other}`, [size, other]);
    }
  }
  const unresolved = disagreeing.some((page) => agreeing.every((other) => other.from < page.from));
  for (const [size, other] of candidates.values()) {
    const glances = glancesAt(small, large, size, other).toSorted((a, b) => a.from - b.from);
    // Petvet's own creations shift the pages: later looks may agree where all of them do not.
    for (const first of glances.keys()) {
      const proof = confirmedBy(glances.slice(first), false);
      if (proof && isOneStore(proof, log)) return { agreeing, disagreeing, unresolved, proof };
    }
  }
  return { agreeing, disagreeing, unresolved };
}

/** How many pets that this log created are on a page and were not on one before it. */
function writtenBetween(before: ListedPage, page: ListedPage, { written }: CallerLog): number {
  if (before.from > page.from) return 0;
  return [...page.pets.keys()].filter((id) => written.has(id) && !before.pets.has(id)).length;
}

function glancesAt(
  small: readonly ListedPage[],
  large: readonly ListedPage[],
  size: number,
  other: number,
): PageGlance[] {
  return [
    ...small.map((page) => glance(page, size, size < other ? 'look' : 'sight')),
    ...large.map((page) => glance(page, other, size < other ? 'sight' : 'look')),
  ];
}

function glance(page: ListedPage, wanted: number, side: 'sight' | 'look'): PageGlance {
  const { number, from, to } = page;
  return { number, from, to, page, side: page.pets.size === wanted ? side : 'against' };
}

/** A pet that every fuller page showed and no shorter one, in a store at rest: that is not due to additions and deletions. */
function isOneStore(proof: readonly PageGlance[], log: CallerLog): boolean {
  const sights = proof.filter(({ side }) => side === 'sight');
  const looks = proof.filter(({ side }) => side === 'look');
  const left = [...(sights[0]?.page.pets.keys() ?? [])].some(
    (id) => sights.every(({ page }) => page.pets.has(id)) && looks.every(({ page }) => !page.pets.has(id)),
  );
  const filter = sights[0]?.page.status;
  return (
    left &&
    isAtRest(
      log.pages.filter(({ status }) => status === filter),
      proof,
      log.written,
    )
  );
}

/** The pages just before and after a page, where they are near enough to compare. */
export function around(page: ListedPage, others: readonly ListedPage[]): ListedPage[] {
  const near = others.filter(({ from, to }) => page.from - to <= LOOKS_APART_MS && from - page.to <= LOOKS_APART_MS);
  const before = near.findLast(({ to }) => to <= page.from);
  const after = near.find(({ from }) => from >= page.to);
  return [before, after].filter((other) => other !== undefined);
}

/** The numbers of a page and of those around it, in order. */
export function neighbours(page: ListedPage, others: readonly ListedPage[]): number[] {
  return [page, ...around(page, others)].map(({ number }) => number).toSorted((a, b) => a - b);
}

/** Pages of one filter each. */
export function groupedByFilter(pages: readonly ListedPage[]): ListedPage[][] {
  return [...Map.groupBy(pages, ({ status }) => status).values()];
}
