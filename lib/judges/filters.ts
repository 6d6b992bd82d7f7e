import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { isSettled, overlap, spanOf, type Moment } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { blameOn } from './blame.ts';
import { disagreeingFields } from './disagreeing-lists.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { explain, explainByLag, type Disagreement, type Explanation, type IsAtRest } from './explanations.ts';
import { makeFinding, type Finding } from './finding.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { RelationJudge } from './judge.ts';
import { hasRoom, showsOthers } from './listed-pages.ts';
import type { LogView } from './log-view.ts';
import { AT_WORK_MS, restOf } from './rest.ts';
import { petsSeen, sightsOf } from './sights.ts';
import { strongest, uncertain } from './weighing.ts';
import type { WholeSets } from './whole-sets.ts';

/**
 * LIST-7 and GET-6: a pet known to have a status is found under that filter. The two are one fault seen from two
 * sides: where unfiltered lists and creations alone show the pet it is LIST-7's, where it takes getPet, GET-6's. Which of
 * them is blamed is settled with all others, in blame.ts.
 * Source: sections 4.1 and 4.3.
 */
export const filterJudge: RelationJudge = {
  name: 'filter',
  neededFor: 'filter-hides-newest',
  rules: ['LIST-7', 'GET-6'],
  judge(view) {
    const logs = view.callers;
    const listed = strongest(logs.flatMap((log) => judgeFilters('LIST-7', log, view)));
    const known = strongest(logs.flatMap((log) => judgeFilters('GET-6', log, view)));
    return [...withoutRepeats(listed), ...withoutRepeats(known)];
  },
};

type Rule = 'LIST-7' | 'GET-6';

/** An exchange that showed a pet outside its filter, and the status it had there. */
interface Sight extends Moment {
  readonly status: PetStatus;
}

/** One caller's log, prepared for judging the filters. */
interface FilterLog {
  readonly rule: Rule;
  readonly log: CallerLog;
  readonly whole: WholeSets;
  readonly sights: ReadonlyMap<bigint, readonly Sight[]>;
  /** The pages by the requested status. */
  readonly filtered: ReadonlyMap<PetStatus, readonly ListedPage[]>;
}

function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    (finding, index) => findings.findIndex((one) => identityOf(one) === identityOf(finding)) === index,
  );
}

function identityOf({ verdict, see, fault, place, shownBy }: Finding): string {
  return JSON.stringify([verdict, see, fault, place, shownBy]);
}

function judgeFilters(rule: Rule, log: CallerLog, view: LogView): Finding[] {
  const filtered = new Map<PetStatus, readonly ListedPage[]>();
  for (const status of PET_STATUSES) {
    const pages = log.pages.filter((page) => page.status === status);
    if (pages.length > 0) filtered.set(status, pages);
  }
  if (filtered.size === 0) return [];
  const filterLog = { rule, log, whole: view.wholeSets(log), sights: readSights(log, rule), filtered };
  const found = judgeFound(filterLog);
  const missing = [...filtered.keys()].flatMap((status) => {
    const findings = strongest([...filterLog.sights.keys()].flatMap((id) => judgePet(id, status, filterLog)));
    return findings.slice(0, 1);
  });
  return strongest([...missing, ...found]);
}

/** Is the pet missing from a page that must hold it? */
function judgePet(id: bigint, status: PetStatus, filterLog: FilterLog): Finding[] {
  const { rule, log, whole } = filterLog;
  const pages = filterLog.filtered.get(status) ?? [];
  const looks = pages.filter((page) => !page.pets.has(id) && hasRoom(page));
  const [sights = [], others = []] = [true, false].map((isIts) =>
    filterLog.sights.get(id)?.filter((sight) => (sight.status === status) === isIts),
  );
  if (looks.length === 0 || sights.length === 0) return [];
  const against = [...others, ...contradictions(id, pages, filterLog)];
  const explained = explainMissing({ sights, against }, looks, idsGivenAgain(log).has(id), filterLog);
  if (explained === undefined) return [];
  const base = { rule, operation: 'listPets', shownBy: explained.shownBy.map(({ number }) => number) } as const;
  const missing = { fault: faultOf(whole), place: status, pet: `${id}` };
  const proving = looks.filter((page) => base.shownBy.includes(page.number));
  const [page] = proving;
  const isWhole = proving.every((one) => whole.sets.has(one));
  const isPart = whole.unfit ?? (isWhole ? undefined : PARTS);
  if (explained.by === 'lag') {
    const says = `a pet that was ${status} was then missing from the page of status=${status}, but ${isPart ?? 'other clients or a lag may explain it'}`;
    const fault = page !== undefined && isNew(id, page, log) ? MISSING : faultOf(whole);
    return [makeFinding(base, 'inconclusive', says, { ...missing, fault })];
  }
  if (proving.some(showsOthers)) return [blameOn(base, 'LIST-6')];
  const which = disagreeingFields(log.pages).has('status') ? 'that lists without a filter show as' : 'that is';
  const says = `a pet ${which} ${status} is missing from pages of status=${status} that have room for it`;
  const isChanged = isEdited(id, status, explained.shownBy, log) ? 'its status changes meanwhile' : undefined;
  const doubt =
    isChanged ?? isPart ?? (explained.by === 'service' ? undefined : 'other clients may have written meanwhile');
  if (doubt !== undefined) return [makeFinding(base, 'inconclusive', `${says}, but ${doubt}`, missing)];
  const expected = `id ${id} in GET ${page?.target}`;
  const actual = `${itemCount(page?.pets.size)} without it; other responses before and after show it with status ${status}`;
  return [uncertain(makeFinding(base, 'fail', says, { expected, actual, ...missing }), log)];
}

/** Explains an absence by the pages that are whole sets, where these need explaining, else by all. */
function explainMissing(
  seen: Pick<Disagreement, 'sights' | 'against'>,
  looks: readonly ListedPage[],
  isGivenAgain: boolean,
  { log, whole }: FilterLog,
): Explanation | undefined {
  const all = { ...seen, looks };
  const sets = { ...seen, looks: looks.filter((page) => whole.sets.has(page)) };
  // Pages of the whole store show best whether others write; without them, every page is used.
  const isAtRest: IsAtRest = (proof, later) => {
    const shown = proof.filter(({ number }) => whole.stores.some((page) => page.number === number));
    return restOf(log, shown.length > 1 ? whole.stores : log.pages)(proof, later);
  };
  const explainRepeated = (some: Disagreement) => {
    const explained = isGivenAgain ? undefined : explain(some, isAtRest);
    return explained?.by === 'lag' ? undefined : explained;
  };
  // Where a whole set lacked it, what other pages lack later is no news.
  const isTold = explainByLag({ ...sets, against: [] }) !== undefined;
  return explainRepeated(sets) ?? explainRepeated(all) ?? explainByLag(isTold ? sets : all);
}

/** Whether the pet itself was shown with another status not long before or after: a filter may lag behind whoever edits it. */
function isEdited(id: bigint, status: PetStatus, proof: readonly Moment[], log: CallerLog): boolean {
  const span = spanOf(proof, AT_WORK_MS);
  // Where filtered lists show other statuses throughout, and getPet perhaps as well, only a list like those before can show an edit.
  const disagree = disagreeingFields(log.pages).has('status');
  return sightsOf(id, log, 'createPet')
    .filter(({ view }) => !disagree || view === 'lists without a filter')
    .some((one) => one.pet.status !== undefined && one.pet.status !== status && overlap(one, span));
}

const MISSING = 'missing under its filter';

/** What the pages that were received cannot settle: there is none of a status. */
export const NO_PAGE = 'no page';

/** What no further response settles: pages that were once cut, or that have a following one, are not whole sets. */
export const MISSING_OF_PART = 'missing under its filter, of pages that hold a part';

function faultOf({ unfit }: FilterLog['whole']): string {
  return unfit === undefined ? MISSING : MISSING_OF_PART;
}

/** Whether the run created the pet so shortly before the page that it may show it a little later, whatever it holds else. */
function isNew(id: bigint, page: ListedPage, { created }: CallerLog): boolean {
  return created.some((creation) => creation.pet.id === id && !isSettled(page, creation));
}

const PARTS = 'the page may hold only part of the matching pets';

/** Evidence that a pet is not hidden by the filter but found, or gone: from the whole store, if getPet does not show it later. */
function contradictions(id: bigint, filtered: readonly ListedPage[], { rule, log, whole }: FilterLog): Moment[] {
  const gets = log.gets.filter((got) => got.id === id);
  const isShownAfter = ({ to }: Moment) =>
    rule === 'GET-6' && gets.some(({ pet, from }) => pet?.id === id && from >= to);
  return [
    ...whole.stores.filter((page) => !page.pets.has(id) && !isShownAfter(page)),
    ...filtered.filter((page) => page.pets.has(id)),
    ...gets.filter(({ pet }) => pet === undefined),
  ];
}

/**
 * Where each pet was shown with a status outside the filter: by unfiltered lists and creations, for GET-6 by getPet too.
 * What only getPet shows is not a known pet: a service may make up pets for any id, for which GET-2 is blamed.
 */
function readSights(log: CallerLog, rule: Rule): Map<bigint, readonly Sight[]> {
  const known = new Map<bigint, readonly Sight[]>();
  for (const [id, all] of petsSeen(log)) {
    const sights = all.filter(({ view }) => view !== 'lists with a filter');
    if (log.wronglyStored.has(id) || sights.every(({ view }) => view === 'getPet')) continue;
    known.set(
      id,
      sights.flatMap(({ view, pet: { status }, number, from, to }) =>
        status === undefined || (view === 'getPet' && rule !== 'GET-6') ? [] : [{ number, from, to, status }],
      ),
    );
  }
  return known;
}

/** For every status that was seen outside the filter, a pet was found under it. */
function judgeFound({ rule, sights, filtered }: FilterLog): Finding[] {
  const shownBy: number[] = [];
  const open: PetStatus[] = [];
  const verified: PetStatus[] = [];
  for (const status of PET_STATUSES) {
    const known = [...sights].flatMap(([id, seen]) => {
      const sight = seen.find((one) => one.status === status);
      return sight ? [{ id, sight }] : [];
    });
    if (known.length === 0) continue;
    const pages = filtered.get(status) ?? [];
    const found = known.find(({ id }) => pages.some((page) => page.pets.has(id)));
    const page = found && pages.find(({ pets }) => pets.has(found.id));
    if (page) {
      shownBy.push(found.sight.number, page.number);
      verified.push(status);
    } else open.push(status);
  }
  const base = { rule, operation: 'listPets' } as const;
  if (open.length > 0) {
    const shown = [...filtered.values()].flatMap((pages) => pages.slice(0, 1)).map(({ number }) => number);
    const [read, unread] = [true, false].map((isRead) => open.filter((status) => filtered.has(status) === isRead));
    const says = [
      ...(read?.length
        ? [`no pet known to be ${read.join(' or ')} was found under that filter, nor is one provably missing`]
        : []),
      ...(unread?.length ? [`no page of status=${unread.join(' or status=')} was received`] : []),
    ].join('; ');
    const fault = read?.length ? 'none found' : NO_PAGE;
    return [makeFinding({ ...base, shownBy: shown }, 'inconclusive', says, { fault, place: open.join(' or ') })];
  }
  if (shownBy.length === 0) return [];
  const unknown = PET_STATUSES.filter((status) => !verified.includes(status));
  const but = unknown.length === 0 ? '' : ` (no pet is known to be ${unknown.join(' or ')})`;
  return [makeFinding({ ...base, shownBy: [...new Set(shownBy)] }, 'pass', `${FOUND[rule]}${but}`)];
}

const FOUND = {
  'LIST-7': 'the status filter returns the pets that are known to match',
  'GET-6': 'a known pet is found by GET /pets with its status',
} as const;
