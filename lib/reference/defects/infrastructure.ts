import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { withBody, withHeader, withoutRateLimit, type Answer, type HeaderPair } from '../answer.ts';
import type { Caller } from '../authentication.ts';
import { breakingOff } from '../breaking-off.ts';
import type { Hooks } from '../hooks.ts';
import { addresses, type PetRequest } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Defect } from './defect.ts';

/** Instances that have a memory each. `instanceOf` says which of them serves the nth request. */
function homesOfTheirOwn(instanceOf: (nth: number) => number): Hooks {
  const homes = new Map<bigint, number>();
  let turn = 0;
  let instance = 0;
  const isHere = (id: bigint) => (homes.get(id) ?? instance) === instance;
  return {
    operate: (core, request, around) => {
      turn += 1;
      instance = instanceOf(turn);
      return core(request, around);
    },
    create: (core, newPet, store) => {
      const pet = core(newPet, store);
      homes.set(pet.id, instance);
      return pet;
    },
    find: (core, id, store) => (isHere(id) ? core(id, store) : undefined),
    list: (core, query, store, request) => core(query, store, request).filter(({ id }) => isHere(id)),
  };
}

/** A body longer than this breaks off, in bytes: longer than any single pet. */
const NOT_SHORT = 1_500;

/** Remembers the answers to successful GETs by their targets. */
function caching(
  isMeant: (request: PetRequest) => boolean,
  milliseconds: number,
  serve: (fresh: Answer, kept: Answer) => Answer,
): Hooks {
  const kept = new Map<string, { readonly answer: Answer; readonly until: number }>();
  return {
    serve: async (core, request, around) => {
      const fresh = await core(request, around);
      const now = around.settings.now();
      const known = kept.get(request.target);
      if (request.method !== 'GET' || !isMeant(request)) return fresh;
      if (known !== undefined && now < known.until) return serve(fresh, known.answer);
      if (fresh.status === 200) kept.set(request.target, { answer: fresh, until: now + milliseconds });
      return fresh;
    },
  };
}

/** The kept body under the fresh answer's own headers, for those that may see it. */
function ofKept(fresh: Answer, kept: Answer): Answer {
  return fresh.status === 200 ? withBody(fresh, kept.body) : fresh;
}

/** The kept answer, whoever asks. */
function toAnyone(fresh: Answer, kept: Answer): Answer {
  return { ...withBody(fresh, kept.body), status: kept.status };
}

const isList = (request: PetRequest) => addresses(request, 'listPets');
const isFilteredList = (request: PetRequest) => isList(request) && request.query.has('status');
const FOREVER = Number.MAX_SAFE_INTEGER;

/** More than the checksum at the end of what gzip makes. */
const LOST_BYTES = 20;

/** Keeps the result of an operation in a place that requests share, and answers with what is there a moment later. */
function sharingAnswers(isMeant: (request: PetRequest) => boolean, milliseconds: number): Hooks {
  let latest: Answer | undefined;
  return {
    operate: async (core, request, around) => {
      if (!isMeant(request)) return core(request, around);
      const own = await core(request, around);
      latest = own;
      await setTimeout(milliseconds);
      return latest ?? own;
    },
  };
}

/** What stands around a service: connections, caches, proxies, instances. */
export const infrastructureDefects: Readonly<Record<string, Defect>> = {
  'key-of-the-connection': {
    says: 'a connection that showed a valid key once needs none any more',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    remembering: () => {
      const known = new WeakMap<Socket, Caller>();
      return {
        authenticate: (core, request, callers) => {
          const { socket } = request.incoming;
          const caller = core(request, callers);
          if (caller !== undefined) known.set(socket, caller);
          return caller ?? known.get(socket);
        },
      };
    },
  },
  'key-of-the-connection-unless-given': {
    says: 'a connection that showed a valid key once lends it to requests without one',
    breaks: ['AUTH-1', 'AUTH-7'],
    remembering: () => {
      const known = new WeakMap<Socket, Caller>();
      return {
        authenticate: (core, request, callers) => {
          const { socket } = request.incoming;
          const caller = core(request, callers);
          if (caller !== undefined) known.set(socket, caller);
          return caller ?? (request.authorization.length === 0 ? known.get(socket) : undefined);
        },
      };
    },
  },
  'cache-open': {
    says: 'a cache gives what it has to anyone, with or without a key',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    remembering: () =>
      caching(
        () => true,
        FOREVER,
        (fresh, kept) => (fresh.status === 401 ? toAnyone(fresh, kept) : fresh),
      ),
  },
  'cache-open-for-get': {
    says: 'a cache of single pets gives them to anyone, with or without a key',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7'],
    remembering: () =>
      caching(
        (request) => addresses(request, 'getPet'),
        FOREVER,
        (fresh, kept) => (fresh.status === 401 ? toAnyone(fresh, kept) : fresh),
      ),
  },
  'cache-of-lists-forever': {
    says: 'a list is served as it was when it was first asked for',
    breaks: ['CREATE-10', 'LIST-7', 'GET-6', 'GET-1'],
    options: FEW_PETS,
    remembering: () => caching(isList, FOREVER, ofKept),
  },
  'cache-of-lists-10-seconds': {
    says: 'a list is served as it was up to ten seconds ago',
    breaks: ['CREATE-10', 'LIST-7', 'GET-6', 'GET-1'],
    isBrief: true,
    options: FEW_PETS,
    remembering: () => caching(isList, 10_000, ofKept),
  },
  'cache-of-filtered-lists': {
    says: 'a list with a status is served as it was when it was first asked for',
    breaks: ['CREATE-10', 'LIST-7', 'GET-6', 'GET-1'],
    options: { pets: 113 },
    remembering: () => caching(isFilteredList, FOREVER, ofKept),
  },
  'cache-without-query': {
    says: 'a cache of lists ignores the query',
    breaks: ['LIST-2', 'LIST-6', 'LIST-3', 'LIST-9', 'LIST-7', 'LIST-11', 'GET-6', 'CREATE-10', 'GET-1', 'LIST-4'],
    remembering: () => {
      let kept: Answer | undefined;
      return {
        serve: async (core, request, around) => {
          const fresh = await core(request, around);
          if (fresh.status !== 200 || !isList(request)) return fresh;
          kept ??= fresh;
          return withBody(fresh, kept.body);
        },
      };
    },
  },
  'cache-without-status': {
    says: 'a cache of lists looks at the limit only',
    breaks: ['LIST-6', 'LIST-9', 'LIST-7', 'GET-6', 'CREATE-10', 'GET-1', 'LIST-3'],
    remembering: () => {
      const kept = new Map<string, Answer>();
      return {
        serve: async (core, request, around) => {
          const fresh = await core(request, around);
          if (fresh.status !== 200 || !isList(request)) return fresh;
          const limit = request.query.get('limit') ?? '';
          const known = kept.get(limit) ?? fresh;
          kept.set(limit, known);
          return withBody(fresh, known.body);
        },
      };
    },
  },
  'cache-bare': {
    says: 'responses from a cache come without the three headers',
    breaks: ['RATE-1', 'CREATE-10', 'GET-6', 'LIST-7'],
    remembering: () =>
      caching(
        () => true,
        FOREVER,
        (fresh, kept) => (fresh.status === 200 ? withoutRateLimit(withBody(fresh, kept.body)) : fresh),
      ),
  },
  'answers-swapped': {
    says: 'of creations at the same time all get the response to the last one',
    breaks: ['CREATE-2', 'CREATE-4'],
    remembering: () => sharingAnswers((request) => addresses(request, 'createPet'), 40),
  },
  'pets-swapped': {
    says: 'getPet requests at the same time all get the pet of the last one',
    breaks: ['GET-1'],
    remembering: () => sharingAnswers((request) => addresses(request, 'getPet'), 40),
  },
  'requests-swapped': {
    says: 'creations at the same time all store what the last one sent',
    breaks: ['CREATE-2', 'CREATE-10'],
    remembering: () => {
      let body: Uint8Array | undefined;
      return {
        operate: async (core, request, around) => {
          if (!addresses(request, 'createPet')) return core(request, around);
          body = request.body;
          await setTimeout(40);
          return core({ ...request, body }, around);
        },
      };
    },
  },
  'key-lost-on-post': {
    says: 'a proxy takes the Authorization off creations',
    breaks: ['AUTH-3'],
    authenticate: (core, request, callers) =>
      core(addresses(request, 'createPet') ? { ...request, authorization: [] } : request, callers),
  },
  'key-under-one-spelling': {
    says: 'the key is read from `Authorization`, written exactly so',
    breaks: ['AUTH-3'],
    authenticate: (core, request, callers) =>
      core(
        request.incoming.rawHeaders.includes('Authorization') ? request : { ...request, authorization: [] },
        callers,
      ),
  },
  'gzip-cut': {
    says: 'a list that is compressed with gzip is cut off',
    breaks: ['JSON-1'],
    answer: (answer, { incoming }) =>
      answer.status === 200 && /gzip/.test(incoming.headers['accept-encoding'] ?? '')
        ? withHeader(withBody(answer, gzipSync(answer.body).subarray(0, -LOST_BYTES)), 'Content-Encoding', 'gzip')
        : answer,
  },
  'lists-break-off': {
    says: 'the connection is closed in the middle of a list that is not short, as when a page fails while it is written',
    breaks: ['JSON-1', 'LIST-1'],
    ...breakingOff(({ status, body }) => status === 200 && body.length > NOT_SHORT),
  },
  'key-lost-with-query': {
    says: 'a proxy takes the Authorization off requests with a status in their query',
    breaks: ['AUTH-3'],
    authenticate: (core, request, callers) =>
      core(request.query.has('status') ? { ...request, authorization: [] } : request, callers),
  },
  'post-redirected': {
    says: 'a proxy redirects creations to a path with a slash at its end',
    breaks: ['CREATE-1', 'CREATE-5', 'CREATE-6', 'CREATE-7', 'AUTH-1', 'AUTH-2', 'ERR-3', 'ERR-7'],
    serve: async (core, request, around) => {
      if (!addresses(request, 'createPet')) return core(request, around);
      const { headers } = await core({ ...request, body: new Uint8Array() }, around);
      const kept = headers.filter(([name]): boolean => !/^content-/i.test(name));
      const location: HeaderPair = ['Location', '/v1/pets/'];
      return { status: 301, headers: [...kept, location], body: new Uint8Array() };
    },
  },
  'two-instances': {
    says: 'each of two instances has the pets that were added there, and requests go to them in turn',
    breaks: ['CREATE-10', 'GET-1', 'LIST-7', 'GET-6'],
    options: FEW_PETS,
    remembering: () => homesOfTheirOwn((turn) => turn % 2),
  },
  'two-instances-by-chance': {
    says: 'each of two instances has the pets that were added there, and a request goes to either',
    breaks: ['CREATE-10', 'GET-1', 'LIST-7', 'GET-6'],
    options: FEW_PETS,
    // As good as chance, and the same in each run.
    remembering: () => homesOfTheirOwn((turn) => Number((BigInt(turn) * 2_654_435_761n) >> 13n) & 1),
  },
  'error-page-of-gateway': {
    says: 'a gateway puts its own page in the place of every 4xx',
    breaks: ['JSON-1', 'ERR-1'],
    answer: (answer) =>
      answer.status >= 400 && answer.status < 500 && answer.status !== 429
        ? withBody(answer, `<html><h1>${answer.status}</h1></html>`, 'text/html')
        : answer,
  },
  'errors-as-200': {
    says: 'a gateway turns refusals into 200, with the Error in the body',
    breaks: ['AUTH-1', 'AUTH-2', 'AUTH-7', 'CREATE-1', 'CREATE-5', 'CREATE-6', 'CREATE-7', 'GET-2', 'GET-3', 'LIST-1'],
    answer: (answer) => (answer.status >= 400 && answer.status !== 429 ? { ...answer, status: 200 } : answer),
  },
};
