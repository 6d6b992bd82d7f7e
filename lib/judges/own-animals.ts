import type { PetStatus } from '../contract/pets.ts';
import { alteredFields, isMangled } from './alterations.ts';
import type { Moment } from './alternation.ts';
import type { CallerLog, ListedPage, SeenAnimal } from './caller-log.ts';
import { areOtherCreations, type OwnCreation } from './own-creations.ts';
import type { WholeSets } from './whole-sets.ts';

/** An operation that reads animals. */
type View = 'getPet' | 'listPets';

/** A response that showed an animal. */
export interface OwnSight extends Moment {
  readonly view: View;
  /** It was a list of one status. */
  readonly isFiltered: boolean;
  readonly animal: SeenAnimal;
  /** It shows no status, though the same operation, with a filter or without one, shows the one that was sent on other animals. */
  readonly lacksStatus: boolean;
}

/** Whether a sight is of the created animal, judging by its name: a deleted one's id may be given to another. */
export function isItself({ creation }: OwnAnimal, sight: OwnSight): boolean {
  return !alteredFields(creation, sight).includes('name') || isMangled(creation, sight.animal);
}

/** A response that had to show an animal, if it was stored as created, and did not. */
interface Miss extends Moment {
  /** A 404 of getPet, a page that holds the whole store, or one that holds the whole set of the animal's status. */
  readonly by: 'getPet' | 'store' | 'filter';
}

/** An animal that one caller created, and what the same caller saw of its id afterwards, in order of time. */
export interface OwnAnimal {
  readonly creation: OwnCreation;
  readonly sights: readonly OwnSight[];
  readonly misses: readonly Miss[];
}

/**
 * What was seen of each created animal after it was created.
 *
 * @param getsTell - whether getPet is still in force
 * @returns one entry for each id; none where creations of different pets share an id
 */
export function readOwnAnimals(
  creations: readonly OwnCreation[],
  log: CallerLog,
  whole: WholeSets,
  getsTell: boolean,
): OwnAnimal[] {
  const gets = Map.groupBy(getsTell ? log.gets : [], ({ id }) => id);
  const shown = statusesShown(log);
  return [...Map.groupBy(creations, ({ animal }) => animal.id)].flatMap(([id, sharing]) => {
    const [creation] = sharing;
    if (creation === undefined || sharing.some((one) => areOtherCreations(one, creation))) return [];
    const sights: OwnSight[] = [];
    const misses: Miss[] = [];
    const see = ({ number, from, to }: Moment, view: View, animal: SeenAnimal, isFiltered = false) => {
      const { status } = creation;
      const lacksStatus =
        status !== undefined && animal.status === undefined && shown[isFiltered ? 'filter' : view].has(status);
      sights.push({ number, from, to, view, isFiltered, animal, lacksStatus });
    };
    for (const got of gets.get(id) ?? []) {
      const { number, from, to, animal } = got;
      if (from < creation.to) continue;
      if (animal === undefined) misses.push({ number, from, to, by: 'getPet' });
      else if (animal.id === id) see(got, 'getPet', animal);
    }
    for (const page of log.pages) {
      const { number, from, to } = page;
      if (from < creation.to) continue;
      const animal = page.animals.get(id);
      const by = wholeness(page, creation.animal, whole);
      if (animal !== undefined) see(page, 'listPets', animal, page.status !== undefined);
      else if (by !== undefined) misses.push({ number, from, to, by });
    }
    return [{ creation, sights: inOrder(sights), misses: inOrder(misses) }];
  });
}

/** Lists of one status may leave it out: the query names it. */
function statusesShown({ gets, pages }: CallerLog): Record<View | 'filter', ReadonlySet<PetStatus | undefined>> {
  return {
    getPet: new Set(gets.map(({ animal }) => animal?.status)),
    listPets: statusesOn(pages.filter(({ status }) => status === undefined)),
    filter: statusesOn(pages.filter(({ status }) => status !== undefined)),
  };
}

function statusesOn(pages: readonly ListedPage[]): ReadonlySet<PetStatus | undefined> {
  return new Set(pages.flatMap(({ animals }) => [...animals.values()].map(({ status }) => status)));
}

function wholeness(page: ListedPage, { status }: SeenAnimal, whole: WholeSets): 'store' | 'filter' | undefined {
  const { unfit, stores, sets } = whole;
  if (unfit !== undefined) return undefined;
  if (stores.includes(page)) return 'store';
  return status !== undefined && page.status === status && sets.has(page) ? 'filter' : undefined;
}

function inOrder<M extends Moment>(moments: readonly M[]): M[] {
  return moments.toSorted((a, b) => a.from - b.from);
}
