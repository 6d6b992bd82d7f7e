import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { confirmedBy, glanceAt, isSettled, overlap, spanOf, type Glance, type Moment } from './alternation.ts';
import type { CallerLog, ListedPage } from './caller-log.ts';
import { blameOn } from './blame.ts';
import { disagreeingFields } from './disagreeing-lists.ts';
import { idsGivenAgain } from './shared-ids.ts';
import { makeFinding, type Finding } from './finding.ts';
import { itemCount } from '../shapes/observation-names.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { AT_WORK_MS } from './disturbance.ts';
import { isAtRest, isUnedited } from './rest.ts';
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
  const looks = pages.filter((page) => !page.pets.has(id) && page.explicit && page.pets.size < page.limit);
  const sights = filterLog.sights.get(id) ?? [];
  if (looks.length === 0 || !sights.some((sight) => sight.status === status)) return [];
  const glances = [
    ...sights.map((sight) => glanceAt(sight, sight.status === status ? 'sight' : 'against')),
    ...contradictions(id, pages, filterLog).map((moment) => glanceAt(moment, 'against')),
  ];
  const proof = idsGivenAgain(log).has(id) ? undefined : proofOf(glances, looks, filterLog);
  const base = { rule, operation: 'listPets' } as const;
  if (proof) {
    const shownBy = proof.map(({ number }) => number);
    const proving = pagesIn(proof, looks);
    if (proving.some((page) => letsOthersThrough(page, status))) {
      return [blameOn({ ...base, shownBy }, 'LIST-6')];
    }
    const missing = { fault: faultOf(whole), place: status, pet: `${id}` };
    const which = disagreeingFields(log.pages).has('status') ? 'that lists without a filter show as' : 'that is';
    const says = `a pet ${which} ${status} is missing from pages of status=${status} that have room for it`;
    const doubt = isEdited(id, status, proof, log)
      ? 'its status changes meanwhile'
      : doubtOf(proof, proving, filterLog);
    if (doubt !== undefined)
      return [makeFinding({ ...base, shownBy }, 'inconclusive', `${says}, but ${doubt}`, { ...missing })];
    const [page] = proving;
    const expected = `id ${id} in GET ${page?.target}`;
    const actual = `${itemCount(page?.pets.size)} without it; other responses before and after show it with status ${status}`;
    return [uncertain(makeFinding({ ...base, shownBy }, 'fail', says, { expected, actual, ...missing }), log)];
  }
  const follows = (page: ListedPage) => sights.some((sight) => sight.status === status && sight.to <= page.from);
  const last = looks.findLast((page) => whole.sets.has(page) && follows(page)) ?? looks.findLast(follows);
  const before = sights.findLast((sight) => sight.status === status && last !== undefined && sight.to <= last.from);
  if (last === undefined || before === undefined) return [];
  if (glances.some(({ side, from }) => side === 'against' && from >= last.from)) return [];
  const why = whole.unfit ?? (whole.sets.has(last) ? 'other clients or a lag may explain it' : PARTS);
  const says = `a pet that was ${status} was then missing from the page of status=${status}, but ${why}`;
  return [
    makeFinding({ ...base, shownBy: [before.number, last.number] }, 'inconclusive', says, {
      fault: isNew(id, last, log) ? MISSING : faultOf(whole),
      place: status,
      pet: `${id}`,
    }),
  ];
}

/** The proof of an absence, if possible at a time when nothing else explains it. */
function proofOf(
  glances: readonly Glance[],
  looks: readonly ListedPage[],
  filterLog: FilterLog,
): readonly Glance[] | undefined {
  const provable = looks.filter((page) => filterLog.whole.sets.has(page));
  const proofsBy = (some: readonly ListedPage[]) =>
    proofsOf([...glances, ...some.map((page) => glanceAt(page, 'look'))]);
  let first: readonly Glance[] | undefined;
  for (const proof of proofsBy(provable)) {
    const isFirst = first === undefined;
    first ??= proof;
    if (doubtOf(proof, pagesIn(proof, looks), filterLog) !== undefined) continue;
    // A pet that is searched for must not be found only between the edits of another client.
    if (isFirst || isUnedited(filterLog.log.pages, proof, AT_WORK_MS)) return proof;
  }
  return first ?? proofsBy(looks).next().value;
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

function pagesIn(proof: readonly Moment[], pages: readonly ListedPage[]): readonly ListedPage[] {
  return pages.filter((page) => proof.some(({ number }) => number === page.number));
}

/** From how many later sights a proof is tried: the run's own creations keep the lists changing for most of it. */
const MOST_STARTS = 40;

/** The chains that confirm an absence: of all glances, then from each later sight on, as the store may not have been at rest before. */
function* proofsOf(glances: readonly Glance[]): Generator<readonly Glance[], undefined> {
  const first = confirmedBy(glances, true);
  if (first === undefined) return;
  yield first;
  const later = glances
    .filter(({ side, from }) => side === 'sight' && from > (first[0]?.from ?? 0))
    .toSorted((a, b) => a.from - b.from);
  const apart = Math.max(1, Math.ceil(later.length / MOST_STARTS));
  for (const [index, { from: start }] of later.entries()) {
    if (index % apart !== 0) continue;
    const proof = confirmedBy(
      glances.filter(({ from }) => from >= start),
      true,
    );
    if (proof === undefined) return;
    yield proof;
  }
}

const MISSING = 'missing under its filter';

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

/** LIST-6 judges a page that does not filter. */
function letsOthersThrough(page: ListedPage, wanted: PetStatus): boolean {
  return [...page.pets.values()].some(({ status }) => status !== undefined && status !== wanted);
}

/** Why a confirmed absence is still not a violation; undefined when nothing else explains it. */
function doubtOf(
  proof: readonly Moment[],
  looks: readonly ListedPage[],
  { log, whole }: FilterLog,
): string | undefined {
  if (whole.unfit !== undefined) return whole.unfit;
  if (!looks.every((page) => whole.sets.has(page))) return PARTS;
  // Pages of the whole store show best whether others write; without them, every page is used.
  const { stores } = whole;
  const shown = proof.filter(({ number }) => stores.some((page) => page.number === number));
  return isAtRest(shown.length > 1 ? stores : log.pages, proof, log.written)
    ? undefined
    : 'other clients may have written meanwhile';
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
    return [
      makeFinding({ ...base, shownBy: shown }, 'inconclusive', says, { fault: 'none found', place: open.join(' or ') }),
    ];
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
