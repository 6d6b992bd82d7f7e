import { largest, smallest } from '../evidence/extremes.ts';
import { PAGE } from '../contract/pets.ts';
import { confirmedBy, LOOKS_APART_MS, type Glance } from './alternation.ts';
import { sayWhatPagesLack } from './capped-pages.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { RelationJudge } from './judge.ts';
import { isAtRest } from './rest.ts';
import { judgeShrunken } from './shrunken-pages.ts';
import { strongest, uncertain } from './weighing.ts';

/** LIST-3, the half that one page cannot show: without `limit` as many items as `limit=20` gives. Source: section 4.1. */
export const defaultPageJudge: RelationJudge = {
  name: 'default-page',
  neededFor: 'default-10',
  rules: ['LIST-3'],
  judge: (view) =>
    strongest(
      view.callers.flatMap((log) => groupedByFilter(log.pages).flatMap((pages) => judgeDefaultPage(pages, log))),
    ),
};

/** LIST-11: `limit=n` gives min(n, what `limit=100` gives) items. Source: section 4.1, the purpose of `limit`. */
export const filledPageJudge: RelationJudge = {
  name: 'filled-page',
  neededFor: 'filter-after-paging',
  rules: ['LIST-11'],
  judge: (view) =>
    strongest(
      view.callers.flatMap((log) => {
        const but = sayWhatPagesLack(log);
        const compared = limitComparisons(log).map((one) => describeFilled(one, compare(one, log), log, but));
        if (compared.some((finding) => finding?.verdict === 'fail')) return compared;
        return [...compared, ...judgeShrunken(log).map((finding) => uncertain(finding, log))];
      }),
    ),
};

/**
 * Whether `limit=n` gave as many items as expected from `limit=100`, wherever one caller's log allows a comparison:
 * a single page that did not, for whatever cause, means that a page with room left need not be the whole set.
 */
export function pagesAreFilled(log: CallerLog): boolean {
  return limitComparisons(log).every((comparison) => compare(comparison, log).disagreeing.length === 0);
}

/** Pages whose sizes must be related: `small` has as many items as `expected` derives from the size of `large`. */
interface Comparison {
  readonly small: readonly ListedPage[];
  readonly large: readonly ListedPage[];
  readonly expected: (size: number) => number;
}

interface Compared {
  readonly agreeing: readonly ListedPage[];
  readonly disagreeing: readonly ListedPage[];
  /** The last comparable page disagreed. */
  readonly unresolved: boolean;
  /** The alternating pages that prove it, `look` the side with fewer items. */
  readonly proof?: readonly PageGlance[];
}

type PageGlance = Glance & { readonly page: ListedPage };

function judgeDefaultPage(pages: readonly ListedPage[], log: CallerLog): Finding[] {
  if (pages.some(showsOthers)) return [];
  const plain = pages.filter(({ explicit }) => !explicit);
  const limited = pages.filter(({ explicit, limit }) => explicit && limit === PAGE.default);
  if (pages.some((page) => isOverfull(page) && page.limit === PAGE.default)) return [];
  const compared = compare({ small: plain, large: limited, expected: (size) => size }, log);
  const [one] = compared.agreeing;
  const base = { rule: 'LIST-3', operation: 'listPets' } as const;
  if (compared.proof) {
    const { proof } = compared;
    const ofDefault = proof.find(({ page }) => !page.explicit)?.page;
    const without = ofDefault?.animals.size;
    const withLimit = proof.find(({ page }) => page.explicit)?.page.animals.size;
    const finding: Finding = makeFinding(
      { ...base, shownBy: proof.map(({ number }) => number) },
      'fail',
      `GET ${ofDefault?.target ?? '/pets'} without limit returned ${itemCount(without)} ${times(proof, (page) => !page.explicit)}; limit=20 returns ${itemCount(withLimit)}`,
      {
        expected: `${itemCount(withLimit)}, as with limit=20`,
        actual: itemCount(without),
        fault: 'another page size without limit',
      },
    );
    return [uncertain(finding, log)];
  }
  if (compared.unresolved) {
    const page = compared.disagreeing.at(-1);
    return page
      ? [
          makeFinding(
            { ...base, shownBy: neighbours(page, limited) },
            'inconclusive',
            `a page without limit had a different size from one with limit=20, which ${MAY_BE_OTHERS}`,
            { fault: 'another page size without limit' },
          ),
        ]
      : [];
  }
  if (one === undefined) return [];
  // Only where there are more pets than a page holds does its length show the page size.
  const full = compared.agreeing.find(({ animals }) => animals.size === PAGE.default);
  const larger = pages.find(({ animals }) => animals.size > PAGE.default);
  if (full === undefined || larger === undefined) {
    const says = `the page size without limit was not verified: no page showed more than ${PAGE.default} pets`;
    return [makeFinding({ ...base, shownBy: [one.number] }, 'inconclusive', says, { unverified: true })];
  }
  const shownBy = [...new Set([...neighbours(full, limited), larger.number])].toSorted((a, b) => a - b);
  return [
    makeFinding(
      { ...base, shownBy },
      'pass',
      'without limit a page has 20 items, as with limit=20, though there are more',
    ),
  ];
}

/** The most characters of a request in a sentence. */
const MOST_OF_A_TARGET = 100;

/** How often a proof shows a page of one side. */
function times(proof: readonly PageGlance[], isOfThatSide: (page: ListedPage) => boolean): string {
  const count = proof.filter(({ page }) => isOfThatSide(page)).length;
  return count === 1 ? 'once' : `${count} times`;
}

const NOT_FILLED = 'a page is not filled';

const MAY_BE_OTHERS = 'other clients or a lag may explain';

function limitComparisons(log: CallerLog): Comparison[] {
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

function describeFilled({ large }: Comparison, compared: Compared, log: CallerLog, but: string): Finding | undefined {
  const base = { rule: 'LIST-11', operation: 'listPets' } as const;
  const { proof } = compared;
  if (proof) {
    const small = proof.find(({ page }) => page.limit < PAGE.maximum)?.page;
    const full = proof.find(({ page }) => page.limit === PAGE.maximum)?.page;
    const finding: Finding = makeFinding(
      { ...base, shownBy: proof.map(({ number }) => number) },
      'fail',
      `GET ${(small?.target ?? '/pets').slice(0, MOST_OF_A_TARGET)} returned ${itemCount(small?.animals.size)} ${times(proof, (page) => page.limit < PAGE.maximum)}; limit=100 returns ${itemCount(full?.animals.size)}`,
      {
        expected: itemCount(Math.min(small?.limit ?? 0, full?.animals.size ?? 0)),
        actual: itemCount(small?.animals.size),
        fault: NOT_FILLED,
      },
    );
    return uncertain(finding, log);
  }
  const page = compared.disagreeing.at(-1);
  if (compared.unresolved && page) {
    const isLonger = around(page, large).every(({ animals }) => animals.size < page.animals.size);
    const seen = isLonger
      ? `limit=100 returned fewer pets than limit=${page.limit}`
      : `a page with limit=${page.limit} was not filled, though limit=100 returned more`;
    const says = `${seen}, which ${MAY_BE_OTHERS}`;
    return makeFinding({ ...base, shownBy: neighbours(page, large) }, 'inconclusive', says, { fault: NOT_FILLED });
  }
  const one = compared.agreeing.find(({ animals }) => animals.size > 0);
  if (one === undefined) return undefined;
  return makeFinding({ ...base, shownBy: neighbours(one, large) }, 'pass', `pages are filled up to their limit${but}`);
}

/** Compares each small page with the large ones just before and after it; growth between those two explains what lies between. */
function compare({ small, large, expected }: Comparison, log: CallerLog): Compared {
  const agreeing: ListedPage[] = [];
  const disagreeing: ListedPage[] = [];
  const candidates = new Map<string, readonly [number, number]>();
  for (const page of small) {
    const others = around(page, large);
    const sizes = others.map((other) => other.animals.size);
    if (sizes.length === 0) continue;
    const wanted = others
      .flatMap((other) => [other.animals.size, other.animals.size + writtenBetween(other, page, log)])
      .map(expected);
    const size = page.animals.size;
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

/** How many animals that this log created are on a page and were not on one before it. */
function writtenBetween(before: ListedPage, page: ListedPage, { written }: CallerLog): number {
  if (before.from > page.from) return 0;
  return [...page.animals.keys()].filter((id) => written.has(id) && !before.animals.has(id)).length;
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
  return { number, from, to, page, side: page.animals.size === wanted ? side : 'against' };
}

/** An animal that every fuller page showed and no shorter one, in a store at rest: that is not due to additions and deletions. */
function isOneStore(proof: readonly PageGlance[], log: CallerLog): boolean {
  const sights = proof.filter(({ side }) => side === 'sight');
  const looks = proof.filter(({ side }) => side === 'look');
  const left = [...(sights[0]?.page.animals.keys() ?? [])].some(
    (id) => sights.every(({ page }) => page.animals.has(id)) && looks.every(({ page }) => !page.animals.has(id)),
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

function around(page: ListedPage, others: readonly ListedPage[]): ListedPage[] {
  const near = others.filter(({ from, to }) => page.from - to <= LOOKS_APART_MS && from - page.to <= LOOKS_APART_MS);
  const before = near.findLast(({ to }) => to <= page.from);
  const after = near.find(({ from }) => from >= page.to);
  return [before, after].filter((other) => other !== undefined);
}

function neighbours(page: ListedPage, others: readonly ListedPage[]): number[] {
  return [page, ...around(page, others)].map(({ number }) => number).toSorted((a, b) => a - b);
}

/** A page with more items than requested is judged by itself, and not compared. */
function isOverfull({ animals, limit }: ListedPage): boolean {
  return animals.size > limit;
}

/** A page with pets of another status is judged by itself, and its size follows from them. */
function showsOthers({ status, animals }: ListedPage): boolean {
  if (status === undefined) return false;
  return [...animals.values()].some((animal) => animal.status !== undefined && animal.status !== status);
}

function groupedByFilter(pages: readonly ListedPage[]): ListedPage[][] {
  return [...Map.groupBy(pages, ({ status }) => status).values()];
}
