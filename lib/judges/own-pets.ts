import type { PetStatus } from '../contract/pets.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { momentOf, type Moment } from './alternation.ts';
import type { CallerLog, ListedPage, SeenPet } from './caller-log.ts';
import { requestLine } from './circumstances.ts';
import { isOwnName, areOtherNames } from './pet-names.ts';
import { petsShown, memberOf, type Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';
import { petsSeen, sightsOf, type Sight } from './sights.ts';
import type { WholeSets } from './whole-sets.ts';

/** A createPet that was answered. */
export interface Write extends Moment {
  /** The status of the answer. */
  readonly answered: number;
  /** What was sent; fields are undefined where the body does not say them, or was not recorded. */
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly status: PetStatus | undefined;
  /** The id that the request contains, which the service must not use. */
  readonly sentId: bigint | undefined;
  /** The request asks that a repetition be answered as the first was. */
  readonly replayable: boolean;
}

/** A creation that was answered 201 with a pet. */
export interface OwnCreation extends Write {
  readonly pet: SeenPet;
}

/** Every createPet of the log, whoever sent it and whatever it got. */
export function readWrites(readings: Sequence<Reading>): Write[] {
  return readings.flatMap(({ exchange, expectation: { operation, newPet } }) => {
    if (operation !== 'createPet') return [];
    return [
      {
        ...momentOf(exchange),
        answered: exchange.answer.status,
        ...fieldsOf(newPet ?? { kind: 'unknown' }),
        replayable: exchange.request.headers.some(([name]) => /idempotency/i.test(name)),
      },
    ];
  });
}

/** One caller's creations, with what was sent in each. */
export function ownCreations({ created }: CallerLog, writes: readonly Write[]): OwnCreation[] {
  const byNumber = new Map(writes.map((write) => [write.number, write]));
  return created.flatMap(({ number, pet }) => {
    const write = byNumber.get(number);
    return write === undefined ? [] : [{ ...write, pet }];
  });
}

/** The names made up by petvet that only one request of the log sent: a pet with such a name is from that request. */
export function uniqueNames(writes: readonly Write[]): Set<string> {
  const sent = [...Map.groupBy(writes, ({ name }) => name)];
  return new Set(sent.flatMap(([name, all]) => (isOwnName(name) && all.length === 1 ? [name] : [])));
}

/**
 * Whether two creations were not the same one sent twice: they have different names, or one name with different categories or
 * statuses.
 */
export function areOtherCreations(a: Sent, b: Sent): boolean {
  if (areOtherNames(a.name, b.name)) return true;
  const isNamed = a.name !== undefined && a.name === b.name;
  return isNamed && (areOthers(a.categoryId, b.categoryId) || areOthers(a.status, b.status));
}

/** The members that distinguish two creations, or two pets. */
export type Sent = Pick<Write, 'name' | 'categoryId' | 'status'>;

function areOthers<T>(a: T | undefined, b: T | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

function fieldsOf(newPet: NewPetReading): Pick<Write, 'name' | 'categoryId' | 'status' | 'sentId'> {
  if (newPet.kind === 'valid') {
    const { name, categoryId, status, sentId } = newPet;
    return { name, categoryId, status, sentId };
  }
  const sentId = undefined;
  if (newPet.kind === 'unknown') return { name: undefined, categoryId: undefined, status: undefined, sentId };
  const { sentName: name, sentStatus: status, sentCategoryId } = newPet;
  const isRefusable = newPet.kind === 'missing' || newPet.kind === 'wrong-type';
  return { name, categoryId: isRefusable ? sentCategoryId : undefined, status, sentId };
}

/** A response that showed a created pet. */
export interface OwnSight extends Sight {
  /** It shows no status, though the same view shows the one that was sent on other pets. */
  readonly lacksStatus: boolean;
}

/** A response that had to show a pet, if it was stored as created, and did not. */
interface Miss extends Moment {
  /** A 404 of getPet, a page that holds the whole store, or one that holds the whole set of the pet's status. */
  readonly by: 'getPet' | 'store' | 'filter';
}

/** A pet that one caller created, and what the same caller saw of its id afterwards, in order of time. */
export interface OwnPet {
  readonly creation: OwnCreation;
  readonly sights: readonly OwnSight[];
  readonly misses: readonly Miss[];
}

/**
 * What was seen of each created pet after it was created.
 *
 * @param getsTell - whether getPet is still in force
 * @returns one entry for each id; none where creations of different pets share an id
 */
export function readOwnPets(
  creations: readonly OwnCreation[],
  log: CallerLog,
  whole: WholeSets,
  getsTell: boolean,
): OwnPet[] {
  const shown = statusesShown(log);
  return [...Map.groupBy(creations, ({ pet }) => pet.id)].flatMap(([id, sharing]) => {
    const [creation] = sharing;
    if (creation === undefined || sharing.some((one) => areOtherCreations(one, creation))) return [];
    const { status, to: created } = creation;
    const sights = sightsOf(id, log, 'createPet')
      .filter(({ from, view }) => from >= created && (getsTell || view !== 'getPet'))
      .map((sight) => ({ ...sight, lacksStatus: lacksStatus(sight, status, shown) }));
    const misses: Miss[] = [];
    for (const { id: asked, number, from, to, pet } of getsTell ? log.gets : [])
      if (asked === id && pet === undefined && from >= created) misses.push({ number, from, to, by: 'getPet' });
    for (const page of log.pages) {
      const { number, from, to, pets } = page;
      const by = from < created || pets.has(id) ? undefined : wholeness(page, creation.pet, whole);
      if (by !== undefined) misses.push({ number, from, to, by });
    }
    return [{ creation, sights, misses: misses.toSorted((a, b) => a.from - b.from) }];
  });
}

/** Lists of one status may leave it out, as the query names it. */
function lacksStatus({ view, pet }: Sight, sent: PetStatus | undefined, shown: ReadonlySet<string>): boolean {
  return sent !== undefined && pet.status === undefined && shown.has(`${view} ${sent}`);
}

/** Which statuses each view shows of any pets. */
function statusesShown(log: CallerLog): ReadonlySet<string> {
  return new Set([...petsSeen(log).values()].flat().map(({ view, pet }) => `${view} ${pet.status}`));
}

function wholeness(page: ListedPage, { status }: SeenPet, whole: WholeSets): 'store' | 'filter' | undefined {
  const { unfit, stores, sets } = whole;
  if (unfit !== undefined) return undefined;
  if (stores.includes(page)) return 'store';
  return status !== undefined && page.status === status && sets.has(page) ? 'filter' : undefined;
}

/** A pet as any list or getPet showed it, however odd the request was and whoever sent it. */
export interface NamedPet extends Moment {
  readonly name: string;
  /** Undefined where it is not an integer. */
  readonly id: bigint | undefined;
  /** How a report names the request. */
  readonly request: string;
  /** The ids that the same answer showed. */
  readonly ids: ReadonlySet<bigint>;
}

/** Where pets with some names were shown, in the order of the log. */
export function shownByName(readings: Sequence<Reading>, names: ReadonlySet<string>): NamedPet[] {
  if (names.size === 0) return [];
  return readings.flatMap((reading) => {
    const { operation } = reading.expectation;
    if (operation !== 'listPets' && operation !== 'getPet') return [];
    const pets = petsShown(reading);
    const named = pets.flatMap((pet) => {
      const name = memberOf(pet, 'name');
      return typeof name === 'string' && names.has(name) ? [{ name, id: integer(memberOf(pet, 'id')) }] : [];
    });
    if (named.length === 0) return [];
    const ids = new Set(pets.flatMap((pet) => integer(memberOf(pet, 'id')) ?? []));
    const request = requestLine(reading);
    return named.map((one) => ({ ...momentOf(reading.exchange), ...one, request, ids }));
  });
}

function integer(value: unknown): bigint | undefined {
  return typeof value === 'bigint' ? value : undefined;
}
