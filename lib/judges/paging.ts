import { PAGE } from '../contract/pets.ts';
import { sayWhatPagesLack } from './capped-pages.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { RelationJudge } from './judge.ts';
import { isOverfull, shortTarget, showsOthers } from './listed-pages.ts';
import {
  limitComparisons,
  compare,
  around,
  neighbours,
  groupedByFilter,
  type Comparison,
  type Compared,
  type PageGlance,
} from './page-sizes.ts';
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
    const without = ofDefault?.pets.size;
    const withLimit = proof.find(({ page }) => page.explicit)?.page.pets.size;
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
  const full = compared.agreeing.find(({ pets }) => pets.size === PAGE.default);
  const larger = pages.find(({ pets }) => pets.size > PAGE.default);
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

/** How often a proof shows a page of one side. */
function times(proof: readonly PageGlance[], isOfThatSide: (page: ListedPage) => boolean): string {
  const count = proof.filter(({ page }) => isOfThatSide(page)).length;
  return count === 1 ? 'once' : `${count} times`;
}

const NOT_FILLED = 'a page is not filled';

const MAY_BE_OTHERS = 'other clients or a lag may explain';

function describeFilled({ large }: Comparison, compared: Compared, log: CallerLog, but: string): Finding | undefined {
  const base = { rule: 'LIST-11', operation: 'listPets' } as const;
  const { proof } = compared;
  if (proof) {
    const small = proof.find(({ page }) => page.limit < PAGE.maximum)?.page;
    const full = proof.find(({ page }) => page.limit === PAGE.maximum)?.page;
    const finding: Finding = makeFinding(
      { ...base, shownBy: proof.map(({ number }) => number) },
      'fail',
      `GET ${shortTarget(small?.target)} returned ${itemCount(small?.pets.size)} ${times(proof, (page) => page.limit < PAGE.maximum)}; limit=100 returns ${itemCount(full?.pets.size)}`,
      {
        expected: itemCount(Math.min(small?.limit ?? 0, full?.pets.size ?? 0)),
        actual: itemCount(small?.pets.size),
        fault: NOT_FILLED,
      },
    );
    return uncertain(finding, log);
  }
  const page = compared.disagreeing.at(-1);
  if (compared.unresolved && page) {
    const isLonger = around(page, large).every(({ pets }) => pets.size < page.pets.size);
    const seen = isLonger
      ? `limit=100 returned fewer pets than limit=${page.limit}`
      : `a page with limit=${page.limit} was not filled, though limit=100 returned more`;
    const says = `${seen}, which ${MAY_BE_OTHERS}`;
    return makeFinding({ ...base, shownBy: neighbours(page, large) }, 'inconclusive', says, { fault: NOT_FILLED });
  }
  const one = compared.agreeing.find(({ pets }) => pets.size > 0);
  if (one === undefined) return undefined;
  return makeFinding({ ...base, shownBy: neighbours(one, large) }, 'pass', `pages are filled up to their limit${but}`);
}
