import { INT64, isPetStatus, type PetStatus } from '../contract/pets.ts';
import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import { headerValue, type SentRequest } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { readListQuery } from '../expectation/request.ts';
import { momentOf, SETTLING_MS, type Moment } from './alternation.ts';
import { shortened, whereTheyDiffer } from './differing-texts.ts';
import { announcesNextPage } from './next-page.ts';
import { animalsShown, listedItems, type Reading, showsCreated } from './reading.ts';
import { dayAfterRemoval } from './removal.ts';
import { isToBeRefused, isWronglyStored } from './wrongly-stored.ts';
import type { Sequence } from './sequence.ts';

/** The documented fields of an animal as a response showed them; undefined where one is absent or not of its type. */
export interface SeenAnimal {
  readonly id: bigint;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly status: PetStatus | undefined;
  /** The status was there, and neither one of the three nor null. */
  readonly hasOddStatus?: true;
}

/** The documented fields of an animal besides its id. */
export const ANIMAL_FIELDS = ['name', 'categoryId', 'status'] as const;

export type AnimalField = (typeof ANIMAL_FIELDS)[number];

/** A field of two pets in a few words: `name "Rex"`, `status none`. */
export function describeFields(one: AnimalFields, other: AnimalFields, field: AnimalField): [string, string] {
  const values = [one[field], other[field]] as const;
  const [expected, actual] = isTexts(values) ? whereTheyDiffer(...values) : values.map(describeValue);
  return [`${field} ${expected}`, `${field} ${actual}`];
}

type AnimalFields = Partial<Pick<SeenAnimal, AnimalField>>;

function describeValue(value: string | bigint | undefined): string {
  return typeof value === 'string' ? shortened(value) : `${value ?? 'none'}`;
}

function isTexts(values: readonly [unknown, unknown]): values is readonly [string, string] {
  return values.every((value) => typeof value === 'string');
}

/** A 200 of listPets with a documented query, in which every item has an id of its own. */
export interface ListedPage extends Moment {
  readonly target: string;
  /** The requested limit; the default where there was none, and then not `explicit`. */
  readonly limit: number;
  readonly explicit: boolean;
  readonly status: PetStatus | undefined;
  /** In the order of the page. */
  readonly animals: ReadonlyMap<bigint, SeenAnimal>;
  /** The response says how to reach a following page. */
  readonly hasNext: boolean;
}

/** An animal that a response of createPet showed, see {@link showsCreated}, but to a request that had to be refused. */
interface CreatedAnimal extends Moment {
  readonly animal: SeenAnimal;
}

/** A getPet of a plain int64 id that was answered 404 (`animal` is undefined) or 200 with an animal, perhaps another one. */
export interface GotAnimal extends Moment {
  readonly id: bigint;
  readonly animal: SeenAnimal | undefined;
}

/** What one caller was shown: only what the same caller saw may be compared, others may see other animals. */
export interface CallerLog {
  /** False where the log does not show whose requests these are: then nothing can be a violation. */
  readonly certain: boolean;
  readonly pages: readonly ListedPage[];
  readonly created: readonly CreatedAnimal[];
  readonly gets: readonly GotAnimal[];
  /** The ids of all animals that this log, or the run that it repeats, created, whoever sent the request and however unusual it was. */
  readonly written: ReadonlySet<bigint>;
  /** Those of them that the service had to refuse: pages contain them, but what they show is not judged again. */
  readonly wronglyStored: ReadonlySet<bigint>;
}

/** Sorts readings by caller: the role of the credential, and every header that could make a service answer otherwise. */
export function readCallers(
  readings: Sequence<Reading>,
  { createdBefore = [] }: Pick<Knowledge, 'createdBefore'>,
): readonly CallerLog[] {
  const callers = new Map<
    string,
    Omit<CallerLog, 'pages' | 'created' | 'gets'> & { pages: ListedPage[]; created: CreatedAnimal[]; gets: GotAnimal[] }
  >();
  const written = new Set([...createdBefore.map(BigInt), ...readings.flatMap((reading) => readWritten(reading) ?? [])]);
  const wronglyStored = new Set<bigint>();
  /** A long run has many requests of few kinds. */
  const keys = new Map<SentRequest, string>();
  for (const reading of readings) {
    for (const id of wronglyStoredIn(reading)) wronglyStored.add(id);
    const { expectation, exchange } = reading;
    if (!isComparable(reading)) continue;
    const key = keys.get(exchange.request) ?? callerOf(exchange.request);
    keys.set(exchange.request, key);
    const caller = callers.get(key) ?? {
      certain: expectation.caller === 'valid',
      pages: [],
      created: [],
      gets: [],
      written,
      wronglyStored,
    };
    callers.set(key, caller);
    const page = readPage(reading);
    if (page) caller.pages.push(page);
    const created = readCreated(reading);
    if (created) caller.created.push(created);
    const got = readGot(reading);
    if (got) caller.gets.push(got);
  }
  if (wronglyStored.size === 0) return [...callers.values()];
  return [...callers.values()].map((caller) => ({
    ...caller,
    created: caller.created.filter(({ animal }) => !wronglyStored.has(animal.id)),
    gets: caller.gets.filter(({ id, animal }) => !wronglyStored.has(id) && !wronglyStored.has(animal?.id ?? id)),
    pages: caller.pages.map((page) => withoutFields(page, wronglyStored)),
  }));
}

/** The animals in a response that were wrongly stored. */
function wronglyStoredIn(reading: Reading): bigint[] {
  const { wronglyStored } = reading;
  if (wronglyStored === undefined || (wronglyStored.ids.size === 0 && wronglyStored.names.size === 0)) return [];
  const shown = animalsShown(reading).filter((animal) => isWronglyStored(animal, wronglyStored));
  const ids = shown.flatMap((animal) => readAnimal(animal)?.id ?? []);
  return [...wronglyStored.ids, ...ids.filter((id) => !wronglyStored.validIds.has(id))];
}

/** They keep their position on the page and in its filter; their other fields are no longer compared. */
function withoutFields(page: ListedPage, ids: ReadonlySet<bigint>): ListedPage {
  if (![...page.animals.keys()].some((id) => ids.has(id))) return page;
  const animals = [...page.animals.values()].map((animal) =>
    ids.has(animal.id) ? { ...animal, name: undefined, categoryId: undefined } : animal,
  );
  return { ...page, animals: new Map(animals.map((animal) => [animal.id, animal])) };
}

/** An animal of an answer; undefined when the item has no int64 id, which the judges of bodies blame. */
export function readAnimal(item: ExactJson | undefined): SeenAnimal | undefined {
  if (!isExactObject(item) || typeof item.id !== 'bigint') return undefined;
  if (item.id < INT64.minimum || item.id > INT64.maximum) return undefined;
  return {
    id: item.id,
    name: typeof item.name === 'string' ? item.name : undefined,
    categoryId: typeof item.categoryId === 'bigint' ? item.categoryId : undefined,
    status: isPetStatus(item.status) ? item.status : undefined,
    ...(isOdd(item.status) && { hasOddStatus: true }),
  };
}

function isOdd(status: ExactJson | undefined): boolean {
  return status !== undefined && status !== null && !isPetStatus(status);
}

/** A cached response older than a lag shows the past, and a bad key or hostile input leads to other responses. */
function isComparable({ exchange, expectation }: Reading): boolean {
  if (expectation.caller !== 'valid' && expectation.caller !== 'unknown') return false;
  if (expectation.regularity === 'hostile') return false;
  const age = Number(headerValue(exchange.answer.headers, 'Age') ?? 0);
  return Number.isNaN(age) || age * 1_000 < SETTLING_MS;
}

function readPage(reading: Reading): ListedPage | undefined {
  const items = listedItems(reading);
  const { exchange } = reading;
  if (items === undefined || exchange.request.body.kind !== 'none') return undefined;
  const { page, oddities } = readListQuery(exchange.request.target);
  if (oddities.length > 0) return undefined;
  const animals = new Map<bigint, SeenAnimal>();
  for (const item of items) {
    const animal = readAnimal(item);
    if (animal === undefined || animals.has(animal.id)) return undefined;
    animals.set(animal.id, animal);
  }
  return {
    ...momentOf(exchange),
    target: exchange.request.target,
    limit: page.limit ?? page.atMost,
    explicit: page.limit !== undefined,
    status: page.status,
    animals,
    hasNext: announcesNextPage(exchange.answer.headers),
  };
}

function readCreated(reading: Reading): CreatedAnimal | undefined {
  const { exchange, expectation, body } = reading;
  if (!showsCreated(reading) || body.kind !== 'json' || isToBeRefused(expectation.newPet)) return undefined;
  const animal = readAnimal(body.value);
  return animal && { ...momentOf(exchange), animal };
}

/** Any success of a POST, also of one that should have been refused or is meant to break the service. */
function readWritten({ exchange, body }: Reading): bigint | undefined {
  const { request, answer } = exchange;
  if (request.method !== 'POST' || answer.status < 200 || answer.status > 299 || body.kind !== 'json') return undefined;
  return readAnimal(body.value)?.id;
}

function readGot({ exchange, expectation, body }: Reading): GotAnimal | undefined {
  const { operation, petId } = expectation;
  const { request, answer } = exchange;
  if (operation !== 'getPet' || petId?.kind !== 'int64' || request.body.kind !== 'none') return undefined;
  if (request.target.includes('?')) return undefined;
  if (answer.status === 404) {
    // Where the operation is gone by the service's own clock, a 404 says nothing about the pet.
    return dayAfterRemoval(exchange) === undefined
      ? { ...momentOf(exchange), id: petId.id, animal: undefined }
      : undefined;
  }
  if (answer.status !== 200 || body.kind !== 'json') return undefined;
  const animal = readAnimal(body.value);
  return animal && { ...momentOf(exchange), id: petId.id, animal };
}

/** Whose request it is: the role of the credential, and every header that could make a service answer otherwise. */
export function callerOf({ credential, headers }: SentRequest): string {
  const telling = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !SAYS_NOTHING_OF_THE_CALLER.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted();
  return [credential, ...telling].join('\n');
}

/** Headers of transport, tracing and the shape of bodies; the credential counts by its role. Any other header may choose what is shown. */
const SAYS_NOTHING_OF_THE_CALLER =
  /^(:.*|accept|accept-encoding|authorization|baggage|cache-control|connection|content-length|content-type|date|dnt|host|keep-alive|origin|pragma|priority|referer|sec-.*|traceparent|tracestate|upgrade-insecure-requests|user-agent|x-correlation-id|x-request-id)$/;

/** Where lists and getPet showed an id, in order of time, and with which pet. */
export function sightsOf(id: bigint, { pages, gets }: Pick<CallerLog, 'pages' | 'gets'>): (Moment & SeenAnimal)[] {
  const sights = [
    ...pages.map(({ number, from, to, animals }) => ({ number, from, to, animal: animals.get(id) })),
    // What another id was asked for may be shown with any id: that is getPet's fault.
    ...gets.filter((got) => got.id === id && got.animal?.id === id),
  ];
  return sights
    .flatMap(({ number, from, to, animal }) => (animal === undefined ? [] : [{ ...animal, number, from, to }]))
    .toSorted((a, b) => a.from - b.from);
}

/** An animal as a list or getPet showed it. */
export interface ShownAnimal extends Moment {
  readonly animal: SeenAnimal;
}

/** Every animal that lists and getPet showed to one caller and that fits, in order of time. */
export function shownAnimals({ pages, gets }: CallerLog, fits: (animal: SeenAnimal) => boolean): ShownAnimal[] {
  const shown: ShownAnimal[] = [];
  for (const { number, from, to, animals } of pages) {
    for (const animal of animals.values()) if (fits(animal)) shown.push({ number, from, to, animal });
  }
  for (const { number, from, to, animal } of gets) {
    if (animal !== undefined && fits(animal)) shown.push({ number, from, to, animal });
  }
  return shown.toSorted((a, b) => a.from - b.from);
}
