import type { PetStatus } from '../contract/pets.ts';
import type { CallerLog, ListedPage, SeenPet } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { RelationJudge } from './judge.ts';
import { petsSeen } from './sights.ts';
import { strongest } from './weighing.ts';

/**
 * LIST-6 where a filtered page leaves the status of pets out, as it may: section 2 does not require a status. Whether such a pet has
 * the requested status, other responses show, if they agree on it: then page-limits.ts says that the filter holds, or
 * strangers.ts that it does not. Where no response shows a single status of a pet, only a pet under several filters shows that one of
 * them lets others through; see several-filters.ts. Source: sections 2 and 4.1.
 */
export const hiddenStatusJudge: RelationJudge = {
  name: 'hidden-statuses',
  rules: ['LIST-6'],
  neverFails: true,
  judge: (view) => strongest(view.callers.flatMap(judgeLog)),
};

function judgeLog(log: CallerLog): Finding[] {
  return pagesOfUnknown(log).map(({ page, unknown }) => {
    const says = `GET ${page.target} returned ${itemCount(unknown.length)} whose status no response shows; section 2 allows it to be absent`;
    const base = { rule: 'LIST-6', operation: 'listPets', shownBy: [page.number] } as const;
    return makeFinding(base, 'inconclusive', says, { fault: 'missing', place: 'status' });
  });
}

/** A filtered page with pets of which no response shows a single status, and those pets. */
interface PageOfUnknown {
  readonly page: ListedPage;
  readonly unknown: readonly SeenPet[];
}

/** The filtered pages on which pets are without a status that other responses would show. */
export function pagesOfUnknown(log: CallerLog): readonly PageOfUnknown[] {
  const hiding = log.pages.filter((page) => hiddenPets(page, log).length > 0);
  if (hiding.length === 0) return [];
  const shown = shownStatuses(log);
  return hiding
    .map((page) => ({ page, unknown: hiddenPets(page, log).filter(({ id }) => !shown.has(id)) }))
    .filter(({ unknown }) => unknown.length > 0);
}

/** The pets of a filtered page that are shown without a status, or with null; another value is LIST-1's. */
function hiddenPets(
  { status, pets }: ListedPage,
  { wronglyStored }: Pick<CallerLog, 'wronglyStored'>,
): readonly SeenPet[] {
  if (status === undefined) return [];
  return [...pets.values()].filter((one) => isHidden(one) && !wronglyStored.has(one.id));
}

function isHidden({ status, hasOddStatus }: SeenPet): boolean {
  return status === undefined && hasOddStatus !== true;
}

/** The statuses of the pets that were shown with one and no other: by any list, getPet or creation. */
function shownStatuses(log: CallerLog): ReadonlyMap<bigint, PetStatus> {
  const shown = new Map<bigint, PetStatus>();
  for (const [id, sights] of petsSeen(log)) {
    const [status, another] = new Set(sights.flatMap(({ pet }) => pet.status ?? []));
    if (status !== undefined && another === undefined) shown.set(id, status);
  }
  return shown;
}

/** The pages of a log, in which pets that a filtered page shows without a status have the one that other responses show. */
export function withShownStatuses(log: CallerLog): readonly ListedPage[] {
  if (!log.pages.some((page) => hiddenPets(page, log).length > 0)) return log.pages;
  const shown = shownStatuses(log);
  return log.pages.map((page) => {
    if (hiddenPets(page, log).length === 0) return page;
    const pets = [...page.pets].map(([id, pet]): [bigint, SeenPet] => [
      id,
      isHidden(pet) ? { ...pet, status: shown.get(id) } : pet,
    ]);
    return { ...page, pets: new Map(pets) };
  });
}
