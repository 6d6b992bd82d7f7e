import { isPetStatus, type PetStatus } from '../contract/pets.ts';
import { isSettled, type Moment } from './alternation.ts';
import { blameOn } from './blame.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { withShownStatuses } from './hidden-statuses.ts';
import { isAtRest } from './rest.ts';
import { sightsOf, type Sight } from './sights.ts';
import { amongClients, strongest, uncertain } from './weighing.ts';

/**
 * LIST-6 where a filtered page holds a few pets of another status. Another client may have edited one between the filter and what is
 * shown, and the index behind a filter may lag for a second or two; so a violation only where the same pet is there again after a
 * lag, or where it was shown with that other status long before and afterwards. Source: section 4.1.
 */
export const strangersJudge: RelationJudge = {
  name: 'strangers',
  neededFor: 'filter-last-item-wrong',
  rules: ['LIST-6', 'LIST-9'],
  passedByOthers: ['LIST-6', 'LIST-9'],
  judge: (view) => {
    const judged = view.callers.flatMap((log) => judgeLog(log));
    const found = strongest(judged.filter(({ rule }) => rule === 'LIST-6'));
    const isViolated = found.some(({ verdict }) => verdict === 'fail');
    return [...found, ...(isViolated ? judged.filter(({ rule }) => rule === 'LIST-9').slice(0, 1) : [])];
  },
};

/** A filtered page that holds a pet of another status. */
interface Look extends Moment {
  readonly page: ListedPage;
  readonly shown: PetStatus;
  /** Other responses show the status, the page does not. */
  readonly isHidden: boolean;
}

/** A pet of another status on the pages of one filter. */
interface Stranger {
  readonly id: bigint;
  readonly asked: PetStatus;
  readonly looks: readonly Look[];
}

function judgeLog(log: CallerLog): Finding[] {
  const strangers = readStrangers(log);
  // Pages that are themselves in question do not show whether others write: which pets they lack may be the same fault.
  const odd = new Set(strangers.flatMap(({ looks }) => looks.map(({ page }) => page)));
  const ids = new Set(strangers.map(({ id }) => id));
  const witnesses = log.pages.filter((page) => !odd.has(page)).map((page) => without(page, ids));
  return strangers.flatMap((stranger) => judgeStranger(stranger, log, witnesses));
}

function readStrangers(log: CallerLog): Stranger[] {
  const { pages, wronglyStored } = log;
  const all = withShownStatuses(log).flatMap(({ pets }, index) => {
    const page = pages[index];
    if (page?.status === undefined) return [];
    const { status: asked, number, from, to } = page;
    return [...pets.values()].flatMap(({ id, status }) => {
      if (!isPetStatus(status) || status === asked || wronglyStored.has(id)) return [];
      const isHidden = page.pets.get(id)?.status === undefined;
      return [{ id, asked, look: { number, from, to, page, shown: status, isHidden } }];
    });
  });
  return [...Map.groupBy(all, ({ id, asked }) => `${id} ${asked}`).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ id: first.id, asked: first.asked, looks: same.map(({ look }) => look) }];
  });
}

function judgeStranger({ id, asked, looks }: Stranger, log: CallerLog, witnesses: readonly ListedPage[]): Finding[] {
  const sights = sightsOf(id, log, 'createPet').filter(({ pet }) => pet.status !== undefined);
  const others = sights.filter(({ number }) => !looks.some((look) => look.number === number));
  const last = looks.at(-1);
  if (last === undefined) return [];
  const proof = repeated(looks, sights, log, id) ?? lastingBefore(looks, others);
  if (proof !== undefined) {
    const [fail, ...more] = findingsOnStranger(
      { ...requestOf(proof.look), shownBy: proof.shownBy.map(({ number }) => number) },
      { id: `${id}`, status: proof.look.shown, isHidden: proof.look.isHidden },
    );
    if (fail === undefined) return [];
    if (isAtRest(witnesses, proof.shownBy, log.written)) return [uncertain(fail, log), ...more];
    return [amongClients(fail)];
  }
  // It is no longer there, or was given the status: then it was edited, and the filter lagged.
  if (isGoneLater(last, log, id) || others.some((sight) => sight.from >= last.to && sight.pet.status === asked))
    return [];
  const { line } = requestOf(last);
  const beside = others.findLast(({ to }) => to <= last.from) ?? others[0];
  return [
    makeFinding(
      {
        rule: 'LIST-6',
        operation: 'listPets',
        shownBy: [...(beside ? [beside.number] : []), last.number].toSorted((a, b) => a - b),
      },
      'inconclusive',
      `${line} returned ${described({ id: `${id}`, status: last.shown, isHidden: last.isHidden })}, which another client may have edited, or the filter may lag`,
      { fault: 'another status', place: asked, pet: `${id}` },
    ),
  ];
}

interface Proof {
  readonly look: Look;
  readonly shownBy: readonly Moment[];
}

/** It is on a page of the filter again when no lag explains it any more, with the same status, and nothing between says otherwise. */
function repeated(looks: readonly Look[], sights: readonly Sight[], log: CallerLog, id: bigint): Proof | undefined {
  for (const look of looks) {
    // A page cannot show again what it did not show.
    if (look.isHidden) continue;
    const again = looks.find((one) => isSettled(one, look) && one.shown === look.shown);
    if (again === undefined) continue;
    const between = ({ from, to }: Moment) => from >= look.to && to <= again.from;
    const isOtherwise = sights.some((sight) => between(sight) && sight.pet.status !== look.shown);
    if (!isOtherwise && !log.pages.some((page) => between(page) && isSameWithout(page, look.page, id)))
      return { look: again, shownBy: [look, again] };
  }
  return undefined;
}

/** It was shown with that status before, for longer than any lag, and afterwards, and never with another one between. */
function lastingBefore(looks: readonly Look[], others: readonly Sight[]): Proof | undefined {
  for (const look of looks) {
    const before = others.findLast((one) => isSettled(look, one));
    const after = others.find(({ from }) => from >= look.to);
    if (before === undefined || after === undefined) continue;
    const around = others.filter(({ from, to }) => from >= before.from && to <= after.to);
    if (around.every(({ pet }) => pet.status === look.shown)) return { look, shownBy: [before, look, after] };
  }
  return undefined;
}

function isGoneLater({ page, to }: Look, log: CallerLog, id: bigint): boolean {
  return log.pages.some((other) => other.from >= to && isSameWithout(other, page, id));
}

/** Whether the same request got a page without a pet. Another request may be filtered differently: a service may omit the filter for some limits. */
function isSameWithout(page: ListedPage, { target }: ListedPage, id: bigint): boolean {
  return page.target === target && !page.pets.has(id);
}

function without(page: ListedPage, ids: ReadonlySet<bigint>): ListedPage {
  return { ...page, pets: new Map([...page.pets].filter(([id]) => !ids.has(id))) };
}

function requestOf({ number, page }: Look): FilteredRequest {
  return { number, line: `GET ${page.target}`, asked: page.status ?? '', hasLimit: page.explicit };
}

/** A filtered list as a finding names it. */
interface FilteredRequest {
  readonly number: number;
  readonly line: string;
  readonly asked: string;
  readonly hasLimit: boolean;
  /** Those that show it, where it takes several. */
  readonly shownBy?: readonly number[];
}

/** A pet as a page shows it. */
interface Shown {
  readonly id: string;
  readonly status: string;
  /** Other responses show the status, the page does not. */
  readonly isHidden?: boolean;
}

/** A filter let a pet of another status through: LIST-6 is violated, and LIST-9 points to it where there was a limit as well. */
export function findingsOnStranger(
  { number, line, asked, hasLimit, shownBy = [number] }: FilteredRequest,
  shown: Shown,
): Finding[] {
  const actual = described(shown);
  const fail = makeFinding({ rule: 'LIST-6', shownBy, operation: 'listPets' }, 'fail', `${line} returned ${actual}`, {
    expected: `only pets with status "${asked}"`,
    actual,
    fault: 'another status',
    place: asked,
  });
  if (!hasLimit) return [fail];
  return [fail, blameOn({ rule: 'LIST-9', shownBy: [number], operation: 'listPets' }, 'LIST-6')];
}

function described({ id, status, isHidden = false }: Shown): string {
  return isHidden
    ? `a pet without its status, which other responses show as ${JSON.stringify(status)} (id ${id})`
    : `a pet with status ${JSON.stringify(status)} (id ${id})`;
}
