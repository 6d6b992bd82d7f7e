import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { confirmedBy, glanceAt } from './alternation.ts';
import { blameOn } from './blame.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { pagesOfUnknown } from './hidden-statuses.ts';
import type { RelationJudge } from './judge.ts';
import { isFull } from './listed-pages.ts';
import { strongest, uncertain } from './weighing.ts';

/**
 * LIST-6 where the same pet is on the pages of two statuses, and no response shows its status: it has one at most, so one of the two
 * filters lets others through. A violation only where the pages take turns for longer than a lag, and none of them lacks the
 * pet meanwhile: another client may have edited it. Source: sections 2, 3 and 4.1.
 */
export const severalFiltersJudge: RelationJudge = {
  name: 'several-filters',
  neededFor: 'filter-keeps-pets-without-status',
  rules: ['LIST-6', 'LIST-9'],
  passedByOthers: ['LIST-6', 'LIST-9'],
  judge: (view) => {
    const found = strongest(view.callers.flatMap(judgeLog));
    const violation = found.find(({ verdict }) => verdict === 'fail');
    return violation === undefined
      ? found
      : [...found, blameOn({ rule: 'LIST-9', shownBy: violation.shownBy, operation: 'listPets' }, 'LIST-6')];
  },
};

function judgeLog(log: CallerLog): Finding[] {
  const pagesById = new Map<bigint, ListedPage[]>();
  for (const { page, unknown } of pagesOfUnknown(log))
    for (const { id } of unknown) pagesById.set(id, [...(pagesById.get(id) ?? []), page]);
  return [...pagesById].flatMap(([id, pages]) => judgePet(id, pages, log));
}

function judgePet(id: bigint, pages: readonly ListedPage[], log: CallerLog): readonly Finding[] {
  const [one, other] = PET_STATUSES.filter((status) => pages.some((page) => page.status === status));
  if (one === undefined || other === undefined) return [];
  const ofEither = log.pages.filter(({ status }) => status === one || status === other);
  const glances = ofEither.flatMap((page) => {
    const holds = page.pets.has(id);
    if (!holds && isFull(page)) return [];
    return glanceAt(page, holds ? (page.status === one ? 'sight' : 'look') : 'against');
  });
  const proof = confirmedBy(glances, false);
  const shownBy = proof?.map(({ number }) => number) ?? lastOfEach([one, other], pages);
  const says = `the pet with id ${id}, of which no response shows a status, is on pages of status=${one} and of status=${other}`;
  const subject = { rule: 'LIST-6', operation: 'listPets', shownBy } as const;
  const details = { fault: 'under several filters', place: `${one} and ${other}`, pet: `${id}` };
  if (proof === undefined)
    return [makeFinding(subject, 'inconclusive', `${says}, but another client may have edited it meanwhile`, details)];
  const expected = 'a pet on the pages of one status at most';
  const actual = `id ${id} on those of ${one}, then of ${other}, and of both again`;
  return [uncertain(makeFinding(subject, 'fail', says, { expected, actual, ...details }), log)];
}

/** The last page of each status, in the order of the log. */
function lastOfEach(statuses: readonly PetStatus[], pages: readonly ListedPage[]): readonly number[] {
  return statuses
    .flatMap((status) => pages.findLast((page) => page.status === status)?.number ?? [])
    .toSorted((a, b) => a - b);
}
