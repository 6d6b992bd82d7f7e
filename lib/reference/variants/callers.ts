import { PLANS } from '../../contract/plans.ts';
import { errorAnswer, withHeader, withObject } from '../answer.ts';
import type { Caller } from '../authentication.ts';
import type { Hooks } from '../hooks.ts';
import { readPetId } from '../pet-id.ts';
import type { PetRequest } from '../request.ts';
import { isRefusal } from '../refusal.ts';
import { readListQuery } from '../list-query.ts';
import { addresses } from '../request.ts';
import { apart } from './owners.ts';
import { neighbour } from './shared.ts';
import type { Variant } from './variant.ts';

/** How many requests without a valid key are admitted from one address in a minute. */
const PATIENCE = 10;

/** How many requests a key sends before it is given another plan. */
const BEFORE_CHANGE = 20;

/** Lets only that many requests without a valid key pass; those of a kind, or all of them. */
function throttling(isCounted: (request: PetRequest) => boolean): Hooks {
  return {
    takeTurn: (core, caller, request, around) =>
      caller === undefined && isCounted(request)
        ? core({ key: '', account: `strangers at ${request.remote}`, figures: FEW }, request, around)
        : core(caller, request, around),
  };
}

const FEW: Caller['figures'] = { perMinute: PATIENCE, perDay: 1_000 };

/** Answers some requests as if they had a valid key, so that another fault than the missing key is named. */
function beforeKey(
  isNamed: (request: PetRequest, around: Parameters<NonNullable<Hooks['serve']>>[2]) => boolean,
): Hooks {
  return {
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      const [{ key } = { key: '' }] = around.settings.callers;
      return answer.status === 401 && isNamed(request, around)
        ? core({ ...request, authorization: [`Bearer ${key}`] }, around)
        : answer;
    },
  };
}

/** Which fault a credential has. */
function codeOf({ authorization: [value, another] }: PetRequest): string {
  if (value === undefined) return 'key_missing';
  if (another !== undefined || !/^bearer /i.test(value)) return 'scheme_unknown';
  return /^bearer +\S+$/i.test(value) ? 'key_unknown' : 'key_empty';
}

/** Callers without a valid key who send too much. */
export const throttleVariants: Readonly<Record<string, Variant>> = {
  'wrong-keys-throttled': {
    says: 'an address that sends ten wrong keys or none within a minute gets 429 for further ones',
    closeTo: ['AUTH-2', 'RATE-6'],
    ...throttling(() => true),
  },
  'missing-keys-throttled': {
    says: 'an address that sends ten requests without any key within a minute gets 429 for further ones',
    closeTo: ['AUTH-1'],
    ...throttling(({ authorization }) => authorization.length === 0),
  },
};

/** Who asks, and what of it is looked at first. */
export const callerVariants: Readonly<Record<string, Variant>> = {
  'second-plan-smaller': {
    says: 'every caller but the first has the Free plan',
    closeTo: ['RATE-10'],
    takeTurn: (core, caller, request, around) =>
      core(
        caller === undefined || caller === around.settings.callers[0] ? caller : { ...caller, figures: PLANS.free },
        request,
        around,
      ),
  },
  'plan-changed': {
    says: 'the first caller is given the Pro plan after twenty requests',
    closeTo: ['RATE-3'],
    remembering: () => {
      let requests = 0;
      return {
        takeTurn: (core, caller, request, around) => {
          const isFirst = caller !== undefined && caller === around.settings.callers[0];
          if (isFirst) requests++;
          const isChanged = isFirst && requests > BEFORE_CHANGE;
          return core(
            isChanged ? { ...caller, account: 'first caller, Pro', figures: PLANS.pro } : caller,
            request,
            around,
          );
        },
      };
    },
  },
  'callers-with-stores': {
    says: 'every caller has a store, and only the first one has pets at the start',
    closeTo: ['RATE-10'],
    remembering: () => apart('first caller'),
  },
  'lookup-before-key': {
    says: 'an unknown or invalid id gets its 404 without checking the key',
    closeTo: ['AUTH-1', 'GET-2'],
    ...beforeKey(({ route }, { store }) => {
      const id = route.operation === 'getPet' ? readPetId(route.petId) : undefined;
      return route.operation === 'getPet' && (id === undefined || store.get(id) === undefined);
    }),
  },
  'deleted-before-key': {
    says: 'an id that is not found gets its 404 without checking the key, and with each request somebody deletes the oldest pet',
    closeTo: ['AUTH-1', 'AUTH-2'],
    remembering: () => {
      const deleted = new Set<bigint>();
      return {
        ...neighbour(1, ({ gone }, { all }) => {
          const oldest = all.find(({ id }) => !gone.has(id));
          if (oldest === undefined) return;
          gone.add(oldest.id);
          deleted.add(oldest.id);
        }),
        ...beforeKey(({ route }, { store }) => {
          const id = route.operation === 'getPet' ? readPetId(route.petId) : undefined;
          return id !== undefined && (deleted.has(id) || store.get(id) === undefined);
        }),
      };
    },
  },
  'query-before-key': {
    says: 'an invalid limit or status gets its 400 without checking the key',
    closeTo: ['AUTH-7'],
    ...beforeKey((request) => addresses(request, 'listPets') && isRefusal(readListQuery(request.query))),
  },
  'codes-by-cause': {
    says: 'a 401 has another code for every fault of the credential',
    closeTo: ['ERR-4'],
    answer: (answer, request) =>
      answer.status === 401
        ? withObject(answer, (error) => ({
            ...error,
            code: codeOf(request),
            message: `credential: ${codeOf(request)}`,
          }))
        : answer,
  },
  'challenges-many': {
    says: 'a 401 names several schemes in one header, Bearer last',
    closeTo: ['AUTH-5'],
    answer: (answer) =>
      answer.status === 401
        ? withHeader(answer, 'WWW-Authenticate', 'Basic realm="a, b", Digest realm="c", nonce="d", Bearer')
        : answer,
  },
  'challenges-in-headers': {
    says: 'a 401 names several schemes in headers of their own',
    answer: (answer) =>
      answer.status === 401
        ? { ...answer, headers: [['WWW-Authenticate', 'Basic realm="pets"'], ...answer.headers] }
        : answer,
  },
  'unauthorized-closes': {
    says: 'the connection is closed after a 401, and its body is tiny',
    answer: (answer) =>
      answer.status === 401
        ? withHeader({ ...answer, body: errorAnswer(401, 'u', 'u').body }, 'Connection', 'close')
        : answer,
  },
};
