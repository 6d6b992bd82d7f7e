import { LOOKS_APART_MS, momentOf, SETTLING_MS, type Moment } from './alternation.ts';
import type { CallerLog, ListedPage, SeenPet } from './caller-log.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { isFull, requestOf } from './listed-pages.ts';
import { petsShown, memberOf, type Reading, showsCreated } from './reading.ts';
import { differences, isAtRest } from './rest.ts';
import { strongest, uncertain } from './weighing.ts';

/**
 * LIST-12: the same request twice, with nothing written between, gives the same page. Others may write meanwhile, so a
 * violation is only what their writing cannot make: pets that did not change, yet changed places, and did so again.
 */
export const repeatedPageJudge: RelationJudge = {
  name: 'repeated-page',
  neededFor: 'order-by-chance-of-few',
  rules: ['LIST-12'],
  judge(view) {
    const writes = view.readings.filter(mayHaveWritten).map(({ exchange }) => momentOf(exchange));
    const created = view.readings.flatMap(creationsIn);
    return strongest(
      view.callers.flatMap((log) =>
        [...Map.groupBy(log.pages, requestOf).values()].map((pages) => judgeRepeats(pages, { writes, created, log })),
      ),
    );
  },
};

/** The pets of which a page may be late to show one: of all creations, however unusual, and when they took place. */
type Creations = readonly (Moment & { readonly id: bigint })[];

/** What may make two pages differ. */
interface Around {
  /** The requests that may have written. */
  readonly writes: readonly Moment[];
  readonly created: Creations;
  readonly log: CallerLog;
}

function judgeRepeats(pages: readonly ListedPage[], { writes, created, log }: Around): Finding | undefined {
  const base = { rule: 'LIST-12', operation: 'listPets' } as const;
  const pairs = pages
    .slice(1)
    .map((page, index) => [pages[index] ?? page, page] as const)
    .filter(([a, b]) => areComparable(a, b) && !writes.some((write) => write.to > a.from && write.from < b.to));
  const shuffled = pairs.filter(([a, b]) => isShuffled(a, b));
  const [first, second] = shuffled;
  const known = log.pages.filter(({ status }) => status === first?.[0].status);
  if (first && second && isAtRest(known, [...first, ...second], log.written)) {
    const finding: Finding = makeFinding(
      { ...base, shownBy: [...new Set([...first, ...second].map(({ number }) => number))] },
      'fail',
      `the same request, ${first[0].target}, returned unchanged pets in a different order, more than once`,
      {
        expected: 'the same page',
        actual: 'the same pets in a different order',
        fault: 'another order',
        input: first[0].target,
      },
    );
    return uncertain(finding, log);
  }
  const alike = pairs.filter(([a, b]) => isSamePage(a, b));
  const same = alike.find(([a]) => a.pets.size >= FEWEST_TO_ORDER);
  const different = pairs.findLast((pair) => !alike.includes(pair) && !differByOwnNew(pair, created));
  const [one] = pairs;
  if (one === undefined) return undefined;
  if (same === undefined && different === undefined) {
    const says = `no page with at least ${FEWEST_TO_ORDER} pets was requested twice with nothing written between`;
    return makeFinding({ ...base, shownBy: [one[0].number] }, 'inconclusive', says, { unverified: true });
  }
  const shownBy = (same ?? different ?? one).map(({ number }) => number);
  return same && shuffled.length === 0
    ? makeFinding({ ...base, shownBy }, 'pass', 'the same request gives the same page')
    : makeFinding(
        { ...base, shownBy: first?.map(({ number }) => number) ?? shownBy },
        'inconclusive',
        'the same request gave a different page, which other clients may explain',
        { fault: 'another page' },
      );
}

/**
 * Pets that show the same fields on both pages, but stand in another order, and at least half of them: a list sorted
 * by the last edit may move a few that others edited in what is not shown. One without a status may be edited unseen.
 */
function isShuffled(a: ListedPage, b: ListedPage): boolean {
  const places = new Map([...b.pets.keys()].map((id, place) => [id, place]));
  const unchanged = [...a.pets.values()]
    .filter((pet) => isUnchanged(pet, b.pets.get(pet.id)))
    .map(({ id }) => places.get(id) ?? 0);
  const moved = unchanged.length - longestRise(unchanged);
  return unchanged.length >= FEWEST_TO_ORDER && moved * 2 >= unchanged.length;
}

/** With fewer pets one edit by another client is half of a page. */
const FEWEST_TO_ORDER = 3;

/** The length of the longest rising subsequence: the number that kept their order. */
function longestRise(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    if (at === -1) ends.push(place);
    else ends[at] = place;
  }
  return ends.length;
}

function isUnchanged(pet: SeenPet, later: SeenPet | undefined): boolean {
  return later?.status !== undefined && pet.status === later.status && differences(pet, later).length === 0;
}

function isSamePage(a: ListedPage, b: ListedPage): boolean {
  const ids = [...b.pets.keys()];
  return a.pets.size === b.pets.size && [...a.pets.keys()].every((id, index) => id === ids[index]);
}

/**
 * The pages differ only in pets that the run created just before the one that lacks them, which a lag explains: on the other one they stand
 * where they belong, and have pushed as many off its end.
 */
function differByOwnNew([a, b]: readonly [ListedPage, ListedPage], created: Creations): boolean {
  const [ofA, ofB] = [oldOn(a, b, created), oldOn(b, a, created)];
  const [shorter, longer] = ofA.length < ofB.length ? [ofA, ofB] : [ofB, ofA];
  const isCut = isFull(longer === ofA ? b : a);
  return (shorter.length === longer.length || isCut) && shorter.every((id, at) => id === longer[at]);
}

/** The pets of a page in its order, without those that were too new for the other one. */
function oldOn(page: ListedPage, other: ListedPage, created: Creations): readonly bigint[] {
  const tooNew = created.filter(({ from, to }) => from <= other.to && other.from < to + SETTLING_MS);
  const ids = new Set(tooNew.map(({ id }) => id));
  return [...page.pets.keys()].filter((id) => other.pets.has(id) || !ids.has(id));
}

function areComparable(a: ListedPage, b: ListedPage): boolean {
  return a.to <= b.from && b.from - a.to <= LOOKS_APART_MS;
}

/** The pet that a response shows as created. */
function creationsIn(reading: Reading): (Moment & { readonly id: bigint })[] {
  if (!showsCreated(reading)) return [];
  const ids = petsShown(reading).map((pet) => memberOf(pet, 'id'));
  return ids.flatMap((id) => (typeof id === 'bigint' ? [{ ...momentOf(reading.exchange), id }] : []));
}

/** A creation that was not refused may have been stored, whatever the response. */
function mayHaveWritten({ exchange }: Reading): boolean {
  const { status } = exchange.answer;
  return exchange.request.method !== 'GET' && (status < 400 || status >= 500);
}
