import { printExactJson } from '../evidence/exact-json.ts';
import type { Exchange, HeaderPair } from '../evidence/exchange.ts';
import type { KnownAnimal } from '../expectation/expectation.ts';
import { VALID, type Credential } from './credentials.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { Session } from './session.ts';

/** What a list request asks for; `query` is the raw query for what the typed members cannot say. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: string;
  readonly query?: string;
}

/** A body that is sent as it stands, not as JSON of a value. */
export interface RawBody {
  readonly raw: string | Uint8Array;
  readonly contentType?: string;
}

/** The service under test, as the suites see it: typed calls for the three operations, and raw requests. */
export interface Service {
  /** Whether POST may be sent at all; probes that need it are left out otherwise. */
  readonly writes: boolean;
  listPets(query?: ListQuery, as?: Credential): Promise<Exchange>;
  /** `petId` is a known id, or any text for the path segment, sent as it is. */
  getPet(petId: bigint | string, as?: Credential): Promise<Exchange>;
  createPet(body: object | RawBody, as?: Credential): Promise<Exchange>;
  request(method: string, target: string, headers?: readonly HeaderPair[], as?: Credential): Promise<Exchange>;
  /** The animals seen so far, in the order in which they were first seen; the list is asked once when nothing was looked at yet. */
  knownAnimals(): Promise<readonly KnownAnimal[]>;
  /** A body that createPet must accept, as far as one can know: the category is configured, was seen, or is guessed. */
  newPet(fields?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** Where nothing tells of a category, most services have this one. */
const GUESSED_CATEGORY = 1n;

/**
 * Makes the service's calls.
 *
 * @param session - opened with the first call, so that collecting the suites sends and writes nothing
 * @param probe - the name under which an exchange is recorded
 */
export function serviceOf(session: () => Session, probe: () => string): Service {
  const send = (
    method: string,
    target: string,
    as: Credential,
    more: Partial<Pick<OutgoingRequest, 'body' | 'headers'>> = {},
  ) => {
    const { headers = [], ...body } = more;
    return session().send({ method, target, headers: [...as.headers, ...headers], ...body }, probe());
  };
  return {
    get writes() {
      return session().spec.target.writes;
    },
    listPets: (query = {}, as = VALID) => send('GET', `/pets${queryText(query)}`, as),
    getPet: (petId, as = VALID) => send('GET', `/pets/${petId}`, as),
    createPet: (body, as = VALID) => {
      const { raw, contentType = 'application/json' } = isRaw(body) ? body : { raw: printExactJson(body) };
      return send('POST', '/pets', as, { headers: [['Content-Type', contentType]], body: raw });
    },
    request: (method, target, headers = [], as = VALID) => send(method, target, as, { headers }),
    knownAnimals: async () => {
      if (session().knowledge.animals.size === 0) await send('GET', '/pets?limit=100', VALID);
      return [...session().knowledge.animals.values()];
    },
    async newPet(fields = {}) {
      await this.knownAnimals();
      const { categoryId, categories } = session().knowledge;
      const [seen] = categories;
      return { name: session().freshName(), categoryId: categoryId ?? seen ?? GUESSED_CATEGORY, ...fields };
    },
  };
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
