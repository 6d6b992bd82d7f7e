import { INT64, isPetStatus, type PetStatus } from '../contract/pets.ts';
import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import { headerValue, type SentRequest } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { WronglyStored } from '../expectation/expectation.ts';
import { readListQuery } from '../expectation/request.ts';
import { momentOf, SETTLING_MS, type Moment } from './alternation.ts';
import { shortened, whereTheyDiffer } from './differing-texts.ts';
import { announcesNextPage } from './next-page.ts';
import { petsShown, listedItems, type Reading, showsCreated } from './reading.ts';
import { dayAfterRemoval } from './removal.ts';
import { isToBeRefused, isWronglyStored } from './wrongly-stored.ts';
import type { Sequence } from './sequence.ts';

/** The documented fields of a pet as a response showed them; undefined where one is absent or not of its type. */
export interface SeenPet {
  readonly id: bigint;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly status: PetStatus | undefined;
  /** The status was there, and neither one of the three nor null. */
  readonly hasOddStatus?: true;
}

/** The documented fields of a pet besides its id. */
export const PET_FIELDS = ['name', 'categoryId', 'status'] as const;

export type PetField = (typeof PET_FIELDS)[number];

/** A field of two pets in a few words: `name "Rex"`, `status none`. */
export function describeFields(one: PetFields, other: PetFields, field: PetField): [string, string] {
  const values = [one[field], other[field]] as const;
  const [expected, actual] = isTexts(values) ? whereTheyDiffer(...values) : values.map(describeValue);
  return [`${field} ${expected}`, `${field} ${actual}`];
}

type PetFields = Partial<Pick<SeenPet, PetField>>;

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
  readonly pets: ReadonlyMap<bigint, SeenPet>;
  /** The response says how to reach a following page. */
  readonly hasNext: boolean;
}

/** A pet that a response of createPet showed, see {@link showsCreated}, but to a request that had to be refused. */
interface CreatedPet extends Moment {
  readonly pet: SeenPet;
}

/** A getPet of a plain int64 id that was answered 404 (`pet` is undefined) or 200 with a pet, perhaps another one. */
export interface GotPet extends Moment {
  readonly id: bigint;
  readonly pet: SeenPet | undefined;
}

/** What one caller was shown: only what the same caller saw may be compared, others may see other pets. */
export interface CallerLog {
  /** False where the log does not show whose requests these are: then nothing can be a violation. */
  readonly certain: boolean;
  readonly pages: readonly ListedPage[];
  readonly created: readonly CreatedPet[];
  readonly gets: readonly GotPet[];
  /** The ids of all pets that this log, or the run that it repeats, created, whoever sent the request and however unusual it was. */
  readonly written: ReadonlySet<bigint>;
  /** Those of them that the service had to refuse: pages contain them, but what they show is not judged again. */
  readonly wronglyStored: ReadonlySet<bigint>;
}

/** Sorts readings by caller: the role of the credential, and every header that could make a service answer otherwise. */
export function readCallers(
  readings: Sequence<Reading>,
  { createdBefore = [] }: Pick<Knowledge, 'createdBefore'>,
  wrong?: WronglyStored,
): readonly CallerLog[] {
  const callers = new Map<
    string,
    Omit<CallerLog, 'pages' | 'created' | 'gets'> & { pages: ListedPage[]; created: CreatedPet[]; gets: GotPet[] }
  >();
  const written = new Set([...createdBefore.map(BigInt), ...readings.flatMap((reading) => readWritten(reading) ?? [])]);
  const wronglyStored = new Set<bigint>();
  /** A long run has many requests of few kinds. */
  const keys = new Map<SentRequest, string>();
  for (const reading of readings) {
    for (const id of wronglyStoredIn(reading, wrong)) wronglyStored.add(id);
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
    created: caller.created.filter(({ pet }) => !wronglyStored.has(pet.id)),
    gets: caller.gets.filter(({ id, pet }) => !wronglyStored.has(id) && !wronglyStored.has(pet?.id ?? id)),
    pages: caller.pages.map((page) => withoutFields(page, wronglyStored)),
  }));
}

/** The pets in a response that were wrongly stored. */
function wronglyStoredIn(reading: Reading, wronglyStored: WronglyStored | undefined): bigint[] {
  if (wronglyStored === undefined || (wronglyStored.ids.size === 0 && wronglyStored.names.size === 0)) return [];
  const shown = petsShown(reading).filter((pet) => isWronglyStored(pet, wronglyStored));
  const ids = shown.flatMap((pet) => readPet(pet)?.id ?? []);
  return [...wronglyStored.ids, ...ids.filter((id) => !wronglyStored.validIds.has(id))];
}

/** They keep their position on the page and in its filter; their other fields are no longer compared. */
function withoutFields(page: ListedPage, ids: ReadonlySet<bigint>): ListedPage {
  if (![...page.pets.keys()].some((id) => ids.has(id))) return page;
  const pets = [...page.pets.values()].map((pet) =>
    ids.has(pet.id) ? { ...pet, name: undefined, categoryId: undefined } : pet,
  );
  return { ...page, pets: new Map(pets.map((pet) => [pet.id, pet])) };
}

/** A pet of an answer; undefined when the item has no int64 id, which the judges of bodies blame. */
export function readPet(item: ExactJson | undefined): SeenPet | undefined {
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
  const pets = new Map<bigint, SeenPet>();
  for (const item of items) {
    const pet = readPet(item);
    if (pet === undefined || pets.has(pet.id)) return undefined;
    pets.set(pet.id, pet);
  }
  return {
    ...momentOf(exchange),
    target: exchange.request.target,
    limit: page.limit ?? page.atMost,
    explicit: page.limit !== undefined,
    status: page.status,
    pets,
    hasNext: announcesNextPage(exchange.answer.headers),
  };
}

function readCreated(reading: Reading): CreatedPet | undefined {
  const { exchange, expectation, body } = reading;
  if (!showsCreated(reading) || body.kind !== 'json' || isToBeRefused(expectation.newPet)) return undefined;
  const pet = readPet(body.value);
  return pet && { ...momentOf(exchange), pet };
}

/** Any success of a POST, also of one that should have been refused or is meant to break the service. */
function readWritten({ exchange, body }: Reading): bigint | undefined {
  const { request, answer } = exchange;
  if (request.method !== 'POST' || answer.status < 200 || answer.status > 299 || body.kind !== 'json') return undefined;
  return readPet(body.value)?.id;
}

function readGot({ exchange, expectation, body }: Reading): GotPet | undefined {
  const { operation, petId } = expectation;
  const { request, answer } = exchange;
  if (operation !== 'getPet' || petId?.kind !== 'int64' || request.body.kind !== 'none') return undefined;
  if (request.target.includes('?')) return undefined;
  if (answer.status === 404) {
    // Where the operation is gone by the service's own clock, a 404 says nothing about the pet.
    return dayAfterRemoval(exchange) === undefined
      ? { ...momentOf(exchange), id: petId.id, pet: undefined }
      : undefined;
  }
  if (answer.status !== 200 || body.kind !== 'json') return undefined;
  const pet = readPet(body.value);
  return pet && { ...momentOf(exchange), id: petId.id, pet };
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
