import { isPetStatus } from '../contract/pets.ts';
import type { ListedPage } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { withShownStatuses } from './hidden-statuses.ts';
import type { RelationJudge } from './judge.ts';
import { isNear, isOverfull, showsOthers } from './listed-pages.ts';

/**
 * LIST-2, LIST-6 and LIST-9, the half that one page cannot show: whether it could have violated them. No page of a store
 * with fewer pets than its limit is too long, and where all pets have one status no filter lets another one through. Each
 * pass names the page and another one, requested at about the same time, that shows what it left out.
 */
export const pageLimitsJudge: RelationJudge = {
  name: 'page-limits',
  rules: ['LIST-2', 'LIST-6', 'LIST-9'],
  neverFails: true,
  judge: (view) => {
    const callers = view.callers.map(withShownStatuses);
    const all = callers.flat();
    const judged = callers.flatMap(judgePages);
    return PARTS.flatMap((part) => passesOrDoubt(part, all, judged));
  },
};

/** What a rule requires of pages: which it is about, what shows that one could have violated it, and which did. */
interface Part {
  readonly rule: Rule;
  readonly isAbout: (page: ListedPage) => boolean;
  readonly witnesses: (page: JudgedPage) => readonly ListedPage[] | undefined;
  readonly isBroken: (page: ListedPage) => boolean;
}

type Rule = 'LIST-2' | 'LIST-6' | 'LIST-9';

/** A page without a violation, and the pages around it that show what it left out. */
interface JudgedPage {
  readonly page: ListedPage;
  /** It shows more of the requested pets than the limit allows. */
  readonly longer: ListedPage | undefined;
  /** It shows pets of another status, where a page that is not filtered would have them. */
  readonly mixed: ListedPage | undefined;
}

const SAYS: Readonly<Record<Rule, { readonly pass: string; readonly open: string }>> = {
  'LIST-2': {
    pass: 'pages hold at most `limit` items, where more pets match',
    open: 'no list could have exceeded its `limit`: no other list showed more matching pets than that',
  },
  'LIST-6': {
    pass: 'filtered pages hold only pets of that status, where others exist',
    open: 'no filtered page could have held a pet of another status: no other page showed one',
  },
  'LIST-9': {
    pass: '`limit` and `status` combine correctly',
    open: 'could not verify that the two parameters combine: that needs more pets of the status than `limit`, and pets of another status',
  },
};

/** How many pages before and after one are searched for what it left out. */
const MOST_AROUND = 100;

function judgePages(pages: readonly ListedPage[]): JudgedPage[] {
  const kept = pages.filter(isKept);
  const sized = kept.map((page) => ({ page, counts: countsOf(page) }));
  return kept.map((page, index) => {
    const near = sized
      .slice(Math.max(0, index - MOST_AROUND), index + MOST_AROUND)
      .filter((other) => other.page !== page && isNear(other.page, page));
    return {
      page,
      longer: near.find(({ page: other, counts }) => fits(other, page) && (counts.get(page.status) ?? 0) > page.limit)
        ?.page,
      mixed: near.find(({ page: other }) => couldBeMixed(page, other))?.page,
    };
  });
}

/** A page that is too long or shows pets of another status is judged by itself. */
function isKept({ pets, limit, status }: ListedPage): boolean {
  return pets.size <= limit && (status === undefined || [...pets.values()].every((one) => one.status === status));
}

/** How many pets a page shows: of each status, and in all, under `undefined`. */
function countsOf({ pets }: ListedPage): Map<string | undefined, number> {
  const counts = new Map<string | undefined, number>([[undefined, pets.size]]);
  for (const { status } of pets.values()) {
    if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

/** Whether the other page requests what one page shows, too. */
function fits(other: ListedPage, { status }: ListedPage): boolean {
  return status === undefined || other.status === undefined || other.status === status;
}

/** Whether another page shows pets of another status, which one page left out. */
function couldBeMixed({ status, limit }: ListedPage, other: ListedPage): boolean {
  const shown = [...other.pets.values()].slice(0, other.status === undefined ? limit : undefined);
  return shown.some((pet) => isPetStatus(pet.status) && pet.status !== status);
}

const PARTS: readonly Part[] = [
  {
    rule: 'LIST-2',
    isAbout: ({ explicit }) => explicit,
    witnesses: ({ longer }) => (longer === undefined ? undefined : [longer]),
    isBroken: isOverfull,
  },
  {
    rule: 'LIST-6',
    isAbout: ({ status }) => status !== undefined,
    witnesses: ({ mixed }) => (mixed === undefined ? undefined : [mixed]),
    isBroken: showsOthers,
  },
  {
    rule: 'LIST-9',
    isAbout: ({ explicit, status }) => explicit && status !== undefined,
    witnesses: ({ longer, mixed }) => (longer && mixed ? [longer, mixed] : undefined),
    isBroken: (page) => isOverfull(page) || showsOthers(page),
  },
];

/** It is not reported that no page could have violated a rule where one did, which another judge reports. */
function passesOrDoubt(
  { rule, isAbout, witnesses, isBroken }: Part,
  all: readonly ListedPage[],
  judged: readonly JudgedPage[],
): Finding[] {
  const base = { rule, operation: 'listPets' } as const;
  const says = SAYS[rule];
  const pages = judged.filter(({ page }) => isAbout(page));
  const passes = pages.flatMap((one): Finding[] => {
    const others = witnesses(one);
    if (others === undefined) return [];
    const shownBy = [...new Set([one.page, ...others].map(({ number }) => number))].toSorted((a, b) => a - b);
    return [makeFinding({ ...base, shownBy }, 'pass', says.pass)];
  });
  const [first] = pages;
  if (passes.length > 0 || first === undefined) return passes;
  if (all.some((page) => isAbout(page) && isBroken(page))) return [];
  return [makeFinding({ ...base, shownBy: [first.page.number] }, 'inconclusive', says.open, { unverified: true })];
}
