import { drawnNumber } from './drawn-number.ts';
import { ownCategory } from '../contract/own-category.ts';
import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { createdId } from '../evidence/creation.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { KnownPet } from '../expectation/expectation.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import { LARGE_CATEGORY_ID, NEGATIVE_CATEGORY_ID, type Ingredients } from './bodies.ts';
import { VALID, type Credential } from './credentials.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { Session } from './session.ts';
import { otherCategory, usualCategory } from './usual-category.ts';

/** What a list request asks for; `query` is the raw query for what the typed members cannot say. */
interface ListQuery {
  readonly limit?: number;
  readonly status?: string;
  readonly query?: string;
}

/** A body that is sent as it stands, not as JSON of a value. */
interface RawBody {
  readonly raw: string | Uint8Array;
  readonly contentType?: string;
}

/** The service under test, as the suites see it: typed calls for the three operations, and raw requests. */
export interface Service {
  /** Whether POST may be sent at all; probes that need it are left out otherwise. */
  readonly writes: boolean;
  /** The service runs on this machine: nobody between may see what is sent. */
  readonly isOnThisMachine: boolean;
  /** What the service stores does not last, or is nobody else's: it runs on this machine, or a command resets it. */
  readonly isExpendable: boolean;
  listPets(query?: ListQuery, as?: Credential): Promise<Exchange>;
  /** `petId` is a known id, or any text for the path segment, sent as it is. */
  getPet(petId: bigint | string, as?: Credential): Promise<Exchange>;
  createPet(body: object | RawBody, as?: Credential): Promise<Exchange>;
  /** Any other request, with the headers of a credential. */
  request(request: OutgoingRequest, as?: Credential): Promise<Exchange>;
  /** A request that has all of its headers. */
  sendAsIs(request: OutgoingRequest): Promise<Exchange>;
  /** The pets seen so far, in the order in which they were first seen; the list is asked once when nothing was looked at yet. */
  knownPets(): Promise<readonly KnownPet[]>;
  /** The id of a pet that was seen; 1 when none was. */
  someId(): Promise<bigint>;
  /** The status that most of the known pets have: what a run creates is to have this one, so that the other pages keep their room. */
  fullestStatus(): PetStatus;
  /** The status that fewest of the known pets have: what is stored under it is seen. */
  roomiestStatus(): PetStatus;
  /** What bodies are made of that must be refused: if they are stored after all, it is under the roomiest status. */
  ingredients(): Promise<Ingredients>;
  /** The seed of the run. */
  seed(): number;
  /** Short names of the hostile inputs that are not to be sent. */
  leftOutInputs(): readonly string[];
  /** The ids of the pets that this run created, in order. */
  created(): readonly bigint[];
  /** The name of the pet that this run created first, where it was sent in a valid body. */
  firstName(): string | undefined;
  /** The ids of pets that a later probe is to read back, in order. */
  readonly toReadBack: bigint[];
  /** A body that createPet must accept, as far as one can know: the category is configured, was seen, or is guessed. */
  newPet(fields?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** Where nothing tells of a category, most services have this one. */
const GUESSED_CATEGORY = 1n;

/**
 * Makes the service's calls.
 *
 * @param probe - the id under which an exchange is recorded
 */
export function serviceOf(session: Session, probe: string): Service {
  const { target, knowledge, seed } = session.spec;
  const send = (
    method: string,
    path: string,
    as: Credential,
    more: Partial<Omit<OutgoingRequest, 'method' | 'target'>> = {},
  ) => {
    const { headers = [], ...rest } = more;
    return session.send({ method, target: path, headers: [...as.headers, ...headers], ...rest }, probe);
  };
  return {
    isOnThisMachine: target.loopback,
    isExpendable: target.loopback || target.resetCommand !== undefined,
    writes: target.writes,
    listPets: (query = {}, as = VALID) => send('GET', `/pets${queryText(query)}`, as),
    getPet: (petId, as = VALID) => send('GET', `/pets/${petId}`, as),
    createPet: (body, as = VALID) => {
      const { raw, contentType = 'application/json' } = isRaw(body) ? body : { raw: printExactJson(body) };
      const { contentTypeName = 'Content-Type' } = as;
      return send('POST', '/pets', as, { headers: [[contentTypeName, contentType]], body: raw });
    },
    request: ({ method, target: path, ...more }, as = VALID) => send(method, path, as, more),
    sendAsIs: (request) => session.send(request, probe),
    knownPets: async () => {
      // What only the configuration speaks of was not looked at.
      if (![...session.judged.knowledge.pets.values()].some(({ seenIn }) => seenIn > 0))
        await send('GET', '/pets?limit=100', VALID);
      return [...session.judged.knowledge.pets.values()];
    },
    async someId() {
      const [known] = await this.knownPets();
      return known?.id ?? 1n;
    },
    fullestStatus: () => byFrequency(session).at(-1) ?? 'available',
    roomiestStatus: () => byFrequency(session).at(0) ?? 'sold',
    async ingredients() {
      await this.knownPets();
      const { categoryId: configured, categories } = session.judged.knowledge;
      const categoryId = configured ?? usualCategory(categories) ?? GUESSED_CATEGORY;
      // Whoever configures one may not be free to use the others.
      const other = configured === undefined ? otherCategory(categories, categoryId) : undefined;
      return {
        name: () => session.freshName(),
        categoryId,
        otherCategoryId: other ?? categoryId,
        status: this.roomiestStatus(),
        ...(categories.has(LARGE_CATEGORY_ID) && { ownCategoryId: () => freshCategory(session) }),
        ...(categories.has(NEGATIVE_CATEGORY_ID) && { zeroCategoryId: 0n }),
      };
    },
    seed: () => seed,
    leftOutInputs: () => knowledge.leftOutInputs ?? [],
    created: () => session.judged.created(),
    firstName: () => firstName(session),
    toReadBack: session.toReadBack,
    async newPet(fields = {}) {
      const { name, categoryId } = await this.ingredients();
      return { name: name(), categoryId, ...fields };
    },
  };
}

function firstName(session: Session): string | undefined {
  for (const exchange of session.judged.exchanges()) {
    const newPet = createdId(exchange) === undefined ? undefined : readNewPet(exchange.request.body);
    if (newPet?.kind === 'valid') return newPet.name;
  }
  return undefined;
}

/** A category that nobody has, told by a name that nobody has. */
function freshCategory(session: Session): bigint {
  return ownCategory(drawnNumber(session.freshName()));
}

/** The statuses, that of the fewest known pets first. */
function byFrequency({ judged: { knowledge } }: Session): readonly PetStatus[] {
  const pets = [...knowledge.pets.values()];
  const count = (wanted: PetStatus) => pets.filter(({ status }) => status === wanted).length;
  return PET_STATUSES.toSorted((a, b) => count(a) - count(b));
}

function isRaw(body: object): body is RawBody {
  return 'raw' in body;
}

function queryText({ limit, status, query }: ListQuery): string {
  const parts = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${encodeURIComponent(status)}`]),
    ...(query === undefined ? [] : [query]),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
